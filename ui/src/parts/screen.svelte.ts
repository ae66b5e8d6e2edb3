// What the screen is like now.

class Screen {
  narrow = $state(false)

  constructor() {
    const query = window.matchMedia('(max-width: 640px)')
    this.narrow = query.matches
    query.addEventListener('change', () => (this.narrow = query.matches))
  }
}

export const screen = new Screen()
