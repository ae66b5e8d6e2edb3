// Where the matches stand in the picture of a draw, so that they can be pressed there.

export interface BracketPlace {
  pairing: string
  left: number // all of them in percent of the picture
  top: number
  width: number
  height: number
}

const moved = (group: Element | null): [number, number] => {
  const [x, y] = (group?.getAttribute('transform') ?? '').match(/-?[\d.]+/g) ?? []
  return [Number(x ?? 0), Number(y ?? 0)]
}

/** Every match of the picture, as its renderer (sheet_drawing.py) has placed it. */
export function bracketPlaces(svg: string): BracketPlace[] {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const [x, y, width, height] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number)
  return [...drawing.querySelectorAll('g.match')].flatMap((match) => {
    const box = match.querySelector('rect.box')
    const pairing = match.querySelector('text.id')?.textContent
    if (!box || !pairing) return []
    const [own, outer] = [moved(match), moved(match.parentElement)]
    return {
      pairing,
      left: (100 * (own[0] + outer[0] - x)) / width,
      top: (100 * (own[1] + outer[1] - y)) / height,
      width: (100 * Number(box.getAttribute('width'))) / width,
      height: (100 * Number(box.getAttribute('height'))) / height,
    }
  })
}
