// Notices while the page is closed, where the server and the browser both offer them.

import { get, post, remove } from './api'

/** The server's key if notices can be pushed to this browser; empty if not. */
export async function pushKey(): Promise<string> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return ''
  return (await get<{ key: string }>('/api/push')).key
}

async function present(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

export const isPushed = async () => (await present()) !== null

export async function pushHere(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready
  const subscription = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  await post('/api/push', { endpoint: subscription.endpoint, key: subscription.keys?.p256dh, auth: subscription.keys?.auth })
}

export async function pushNoLonger(): Promise<void> {
  const subscription = await present()
  if (!subscription) return
  await remove(`/api/push?endpoint=${encodeURIComponent(subscription.endpoint)}`)
  await subscription.unsubscribe()
}
