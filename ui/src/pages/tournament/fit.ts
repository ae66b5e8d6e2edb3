/** A line that does not fit is set smaller until it does: for the rare name that is longer than its place. */
export function fit(node: HTMLElement, _text: string) {
  const measure = () => {
    node.style.fontSize = ''
    if (node.scrollWidth > node.clientWidth) node.style.fontSize = `${Math.floor((98 * node.clientWidth) / node.scrollWidth)}%`
  }
  const watching = new ResizeObserver(measure)
  watching.observe(node.parentElement as HTMLElement)
  measure()
  void document.fonts?.ready.then(measure)
  return { update: measure, destroy: () => watching.disconnect() }
}
