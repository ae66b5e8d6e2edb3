// Copying text. Browsers give their clipboard to pages that came over https; elsewhere a selection is copied as people do
// it, with a command that every browser still knows.

/** Whether the text lies in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelected(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text) // not allowed to this page
  }
}

function copySelected(text: string): boolean {
  const focus = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' })
  document.body.append(field)
  field.select()
  field.setSelectionRange(0, text.length) // what select() does not do on every phone
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true })
  }
}
