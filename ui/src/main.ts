import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { followLinks } from './router.svelte'
import { show } from './settings.svelte'
import { allowSound } from './sound'
import { speak } from './text/index.svelte'

show()
followLinks()
allowSound()
await speak()
mount(App, { target: document.getElementById('app')! })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined) // without it, pages need the network
}
