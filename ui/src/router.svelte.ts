// Which page is shown: the path of the address bar, nothing more.

class Place {
  path = $state(location.pathname)
  query = $state(new URLSearchParams(location.search))

  /** The parts of the path: /match/abc is ['match', 'abc']. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  go(to: string, replace = false): void {
    const url = new URL(to, location.href)
    if (replace || url.href === location.href) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    this.read()
    window.scrollTo(0, 0)
  }

  read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }
}

export const place = new Place()

/** Links inside the pages change the page without a new load. */
export function followLinks(): void {
  window.addEventListener('popstate', () => place.read())
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (/^\/(api|schema|t)(\/|$)/.test(link.pathname)) return // the server's own pages
    if (link.hash && link.pathname === location.pathname) return
    event.preventDefault()
    place.go(link.pathname + link.search)
  })
}
