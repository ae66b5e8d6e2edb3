// Works every control of a director's page: opens what is folded, fills what is empty, presses every button once.
async (within) => {
  const VALUES = { rating: '1500', tie_breaks: 'split', tables: '1-20', score: '9-4', members: 'Ida, Jon', person: 'Mona', amount: '1', price: '1', fee: '1', refund: '1' }
  const pause = (time = 30) => new Promise((done) => setTimeout(done, time))
  const fill = (scope) => {
    for (const field of scope.querySelectorAll('input, select, textarea')) {
      if (!field.closest('form, [data-command]')) continue // it finds or filters
      if (field.closest('.editor') && !/-(name|reason)$/.test(field.id)) continue // an event is sound as its template has it
      if (field.disabled || ['file', 'range', 'checkbox', 'hidden'].includes(field.type)) continue
      if (field.type === 'radio') { if (![...scope.querySelectorAll(`[name="${field.name}"]`)].some((one) => one.checked)) field.click(); continue }
      if (field.value && !/score/.test(field.id)) continue
      const name = field.id.split('-').at(-1)
      if (field.tagName === 'SELECT') field.value = [...field.options].find(({ value }) => value)?.value ?? ''
      else if (field.tagName === 'TEXTAREA') field.value = 'name\nUma Thorn'
      else if (field.type === 'date') field.value = '2026-05-01'
      else if (field.type === 'datetime-local') field.value = '2099-05-01T12:00'
      else if (field.type === 'email') field.value = 'uma@example.org'
      else if (field.type === 'url') field.value = 'https://example.org'
      else field.value = VALUES[name] ?? (field.inputMode === 'numeric' || field.inputMode === 'decimal' ? '1' : 'Uma Thorn')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  const words = (node) => [...node.childNodes].filter((part) => !part.classList?.contains('unseen')).map((part) => part.textContent).join(' ').trim()
  // One of a kind is enough, whoever's name stands on it; what opens something is opened for everybody.
  const about = (node) => (node.matches('.who') ? node.textContent : node.hasAttribute('aria-expanded') ? (node.closest('section')?.ariaLabel ?? '') : '')
  const key = (node) => `${node.closest('[data-command]')?.dataset.command ?? ''} ${node.className} ${node.matches('.who') ? '' : words(node)} ${about(node)}`
  const pressed = new Set()
  const submitFirst = (scope) => [...scope.querySelectorAll('button')].sort((one, other) => Number(other.type === 'submit' && Boolean(other.form)) - Number(one.type === 'submit' && Boolean(one.form)))
  const confirm = async (scope) => {
    await pause(120)
    for (const sure of scope.querySelectorAll('[role=alert] .danger')) { sure.click(); await pause() }
  }
  const press = async (button) => {
    if (pressed.has(key(button)) || button.disabled || !button.isConnected || button.closest('header.site, nav') || button.matches('.tile, .name') || words(button) === 'Close') return
    pressed.add(key(button))
    const form = button.closest('form')
    if (form) fill(form)
    await pause(form ? 40 : 0)
    button.click()
    await confirm(form ?? document)
    if (!button.hasAttribute('aria-expanded')) return
    if (button.matches('.who')) for (const inner of button.closest('li').querySelectorAll('.menu button[aria-expanded]')) await press(inner)
    for (const inner of document.querySelectorAll('form')) {
      fill(inner)
      await pause(5)
      for (const one of submitFirst(inner)) if (!one.hasAttribute('aria-expanded')) await press(one)
    }
  }
  for (let turn = 0; turn < 5; turn++) {
    const scope = document.querySelector(within)
    for (const more of scope.querySelectorAll('details')) more.open = true
    await pause(turn ? 60 : 400)
    fill(scope)
    await pause(60)
    if (turn === 0) for (const box of scope.querySelectorAll('[data-command=SetDesk] input[type=checkbox]')) box.click()
    for (const button of submitFirst(scope)) await press(button)
  }
}
