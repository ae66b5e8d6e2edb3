// Pages of a tournament: forms become commands, the page looks again when something has changed, hours are the reader's.

const body = document.body
const tournament = body.dataset.tournament
const root = `/api/tournaments/${tournament}`
const answer = document.getElementById('answer')
const words = JSON.parse(document.documentElement.dataset.words || '{}')
let dirty = false

/** A text of this script in the page's language; {names} are filled in. */
function tell(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, more)
}

/** Say something; with choices it stays until one is taken. */
function say(text, lines = [], choices = {}) {
  answer.replaceChildren(element('p', text))
  if (lines.length) {
    const list = document.createElement('ul')
    list.append(...lines.map((line) => element('li', line)))
    answer.append(list)
  }
  const row = element('div', '', { className: 'row' })
  for (const [label, act] of [...Object.entries(choices), [tell('OK'), () => {}]]) {
    row.append(element('button', label, { className: 'small', onclick: () => (answer.replaceChildren(), act()) }))
  }
  answer.append(row)
  row.lastChild.focus()
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('')

async function send(path, data) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify(data),
  })
  return [response.status, await response.json()]
}

// Forms

const READ = {
  int: (text) => Number.parseInt(text, 10),
  ints: (text) => text.split(/[^0-9]+/).filter(Boolean).map(Number),
  cents: (text) => Math.round(Number.parseFloat(text.replace(',', '.') || '0') * 100),
  time: (text) => new Date(text).getTime(),
  words: (text) => text.split(',').map((word) => word.trim()).filter(Boolean),
  bool: (text) => text === '1',
  votes: (text) => Number.parseInt(text, 10),
  lengths: (text) => [Number(text)], // of every bracket the form has
}
const BRACKETS = { single: ['main'], consolation: ['main', 'consolation'], double: ['main', 'lower', 'final'], round_robin: ['group-1'], groups: ['main'] }

/** The fields of a form as nested values; what is empty is left out. */
function read(form, into = {}) {
  for (const field of form.elements) {
    if (!field.name || (field.type === 'radio' && !field.checked) || field.value === '') continue
    if (field.dataset.needs && form.elements[field.dataset.needs].value === '') continue
    const path = field.name.split('.')
    const last = path.pop()
    const place = path.reduce((part, name) => (part[name] ??= {}), into)
    place[last] = (READ[field.dataset.kind] ?? ((text) => text))(field.value)
  }
  const settings = into.settings
  if (settings?.plan) {
    const [kind, how] = settings.plan.split(':')
    if (settings.lengths) settings.lengths = Object.fromEntries((kind === 'draw' ? BRACKETS[how] : ['swiss']).map((name) => [name, settings.lengths]))
    settings[kind] = kind === 'draw' ? { format: how, seed: settings.seed } : { rounds: Number(how), seed: settings.seed }
    delete settings.plan
    delete settings.seed
  }
  if ('uphold' in into) {
    const { change, changed_to: to, ...rest } = into
    return { ...rest, change: change > 0 ? { [to ?? '']: change } : {} }
  }
  return into
}

// One command after the other: what one has just done oneself makes no view stale.
let queue = Promise.resolve()
function act(command, expected, id = newId()) {
  queue = queue.then(() => acted(command, expected ?? (body.dataset.staff === undefined ? null : Number(body.dataset.version)), id))
}

async function acted(command, expected, id) {
  try {
    const [status, told] = await send(`${root}/commands`, { command, id, expected })
    if (status === 409 && told.code === 'stale') {
      const lines = told.changes.map((change) => `${change.by}: ${change.what}${change.reason ? ` (${change.reason})` : ''}`)
      await refresh()
      say(tell('Somebody else has acted since; nothing was done. What changed:'), lines, {
        [tell('Do it all the same')]: () => act(command, told.version, id),
      })
    } else if (status >= 400) {
      say(told.detail, told.clauses?.length ? [told.clauses.join(', ')] : [])
    } else {
      body.dataset.version = told.version
      await refresh()
    }
  } catch {
    say(tell('The server cannot be reached. Try again in a moment.'), [], {
      [tell('Try again')]: () => act(command, expected, id),
    })
  }
}

async function enter(form) {
  const [status, told] = await send(`${root}/${form.dataset.post}`, read(form))
  if (status >= 400) say(told.detail)
  else if (told.link ?? told.page) location.assign(told.link ?? told.page)
  else await refresh()
}

async function begin(form) {
  const data = read(form)
  let [status, told] = await send('/api/tournaments', data)
  if (status === 401) {
    await send('/api/guest', { name: data.director.slice(0, 24) })
    ;[status, told] = await send('/api/tournaments', data)
  }
  if (status === 403) say(told.detail, [], { [tell('Register or sign in')]: () => location.assign('/profile') })
  else if (status >= 400) say(told.detail)
  else location.assign(told.link)
}

document.addEventListener('submit', (event) => {
  const form = event.target
  event.preventDefault()
  dirty = false
  if ('begin' in form.dataset) begin(form)
  else if (form.dataset.post) enter(form)
  else if ('json' in form.dataset) {
    try {
      act(JSON.parse(form.elements.json.value))
    } catch (error) {
      say(tell('This is not JSON: {why}', { why: error.message }))
    }
  } else if (form.dataset.do) {
    const command = read(form, JSON.parse(form.dataset.do))
    if (form.dataset.ask) say(form.dataset.ask, [], { [tell('Do it')]: () => act(command) })
    else act(command)
  }
})
document.addEventListener('input', () => (dirty = true))

// The language: the switch on the page, or what was chosen in the site's settings

function speak(language) {
  document.cookie = `barpoint-language=${language}; path=/t; max-age=31536000; samesite=lax`
  location.reload()
}

document.addEventListener('click', ({ target }) => {
  if (target.dataset?.language) speak(target.dataset.language)
})

function settings() {
  try {
    return JSON.parse(localStorage.getItem('barpoint.settings') ?? '{}')
  } catch {
    return {} // storage is closed to us, or holds something else
  }
}
const { language, shade } = settings()
if (shade) document.documentElement.dataset.shade = shade
if (language && language !== document.documentElement.lang && !document.cookie.includes('barpoint-language=')) speak(language)

// Looking again

let turn = 0
let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(() => (pressed = false)), true)

/** Whoever is pressing something presses what they saw; who has let go elsewhere is not waited for. */
async function released() {
  for (let times = 0; pressed && times < 50; times++) await new Promise((go) => setTimeout(go, 20))
}

// One look after the other: an older page never comes after a newer one.
let looks = Promise.resolve()
function refresh() {
  looks = looks.catch(() => {}).then(look)
  return looks
}

async function look() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  await released()
  if (dirty) movedOn() // typed while the page was on its way
  else show(fresh)
}

function movedOn() {
  say(tell('The tournament has moved on since this page was made.'), [], { [tell('Look again')]: () => ((dirty = false), refresh()) })
}

/** The field of a page made anew in which the keyboard was before. */
function sameField({ form, name }, fresh) {
  if (!form || !name) return null
  const kin = (one) => one.dataset.do === form.dataset.do && one.dataset.post === form.dataset.post
  return [...fresh.querySelectorAll('form')].find(kin)?.elements[name]
}

function show(fresh) {
  const field = sameField(document.activeElement ?? body, fresh)
  const open = [...document.querySelectorAll('details')].map((one) => one.open)
  const same = document.querySelectorAll('details').length === fresh.querySelectorAll('details').length
  document.getElementById('main').replaceChildren(...fresh.getElementById('main').childNodes)
  for (const part of ['#told', 'nav']) {
    document.querySelector(part)?.replaceChildren(...fresh.querySelector(part).childNodes)
  }
  if (same) document.querySelectorAll('details').forEach((one, number) => (one.open = open[number]))
  field?.focus?.()
  body.dataset.version = fresh.body.dataset.version
  dress()
}

const tongue = navigator.languages.find((tag) => tag.startsWith(document.documentElement.lang)) ?? document.documentElement.lang

/** Hours in the reader's zone; on a hall's screen one part at a time. */
function dress() {
  for (const time of document.querySelectorAll('time[data-at]')) {
    const at = new Date(Number(time.dataset.at))
    const far = Math.abs(Date.now() - at) > 20 * 3600 * 1000
    time.textContent = at.toLocaleString(tongue, { hour: '2-digit', minute: '2-digit', ...(far && { day: 'numeric', month: 'short' }) })
  }
  const turns = document.querySelectorAll('.turn')
  turns.forEach((part, number) => (part.hidden = number !== turn % turns.length))
}

/** On a hall's screen: further down what is shown, or the next part from its top. */
function onward() {
  const foot = document.querySelector('.foot')?.offsetHeight ?? 0
  if (scrollY + innerHeight < document.documentElement.scrollHeight - 4) return scrollBy(0, (innerHeight - foot) * 0.85)
  turn++
  dress()
  scrollTo(0, 0)
}

let waiting = 0
function changed(at) {
  clearTimeout(waiting)
  waiting = setTimeout(async () => {
    await queue // our own doing comes with its answer
    if (at <= Number(body.dataset.version)) return
    if (dirty) movedOn()
    else refresh().catch(() => {})
  }, 250)
}

let pause = 500
function listen() {
  const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/socket`)
  socket.onopen = () => {
    pause = 500
    socket.send(JSON.stringify({ t: 'watch', topic: `tournament:${tournament}` }))
  }
  socket.onmessage = ({ data }) => {
    for (const message of [JSON.parse(data)].flat()) {
      const at = message.to ?? message.version
      if ((message.t === 'state' || message.t === 'changed') && at > Number(body.dataset.version)) changed(at)
    }
  }
  socket.onclose = () => setTimeout(listen, (pause = Math.min(pause * 2, 15000)))
}

dress()
if (innerWidth > 900) document.querySelector('details.whole')?.setAttribute('open', '')
if (tournament) listen()
if (body.classList.contains('screen')) setInterval(onward, 12000)
if (body.matches('.screen, .overlay')) setInterval(() => refresh().catch(() => {}), 20000)
