// The service worker: pages that were opened once stay readable without a network. It keeps the built files and the
// rule books; everything else (matches, the lobby) is the server's word or nothing.

const FILES = [/*FILES*/]
const SHELL = ['/', '/favicon.svg', '/manifest.webmanifest', ...FILES]
const KEPT = ['/api/rules', '/api/presets', '/api/incidents']
const INCIDENTS = '/api/incidents?words=' // what a table calls the director about, without a network, too: as incidents() asks
const NAME = `barpoint-${FILES.join('').length}-${hash(FILES.join(' '))}`
const RULES = 'barpoint-rules'

function hash(text) {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return sum.toString(36)
}

self.addEventListener('install', (event) => {
  const shell = caches.open(NAME).then((cache) => cache.addAll(SHELL))
  const words = caches.open(RULES).then((cache) => cache.add(INCIDENTS)).catch(() => undefined)
  event.waitUntil(Promise.all([shell, words]).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('barpoint-') && name !== NAME && name !== RULES
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

async function fresh(request, name, key = request) {
  try {
    const response = await fetch(request)
    if (response.ok) (await caches.open(name)).put(key, response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(key)
    if (kept) return kept
    throw error
  }
}

self.addEventListener('push', (event) => {
  const notice = event.data?.json() ?? { text: 'Barpoint' }
  const shown = { data: notice.link ?? '/', tag: notice.kind, icon: '/icon-192.png' }
  event.waitUntil(wordsOf(notice).then((body) => self.registration.showNotification('Barpoint', { ...shown, body })))
})

// In the language the pages speak here (they keep it in `speak`); before they have, in the browser's.
async function wordsOf(notice) {
  const kept = await caches.match('/language')
  const language = kept ? await kept.text() : self.navigator.language.slice(0, 2)
  return notice.translations?.[language] ?? notice.text
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/') && !url.pathname.startsWith('/schema') && !/^\/t(\/|$)/.test(url.pathname)) event.respondWith(fresh(request, NAME, '/'))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fresh(request, NAME)))
  } else if (KEPT.includes(url.pathname)) event.respondWith(fresh(request, RULES))
})
