import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

// `barpoint serve --no-open` answers /api and /socket while the pages are developed with hot reload.
const server = process.env.BARPOINT_SERVER ?? 'http://127.0.0.1:8000'

/** The service worker keeps every built file: it has to know their names. */
function worker(): Plugin {
  return {
    name: 'barpoint-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/')).map((name) => `/${name}`)
      const source = readFileSync('worker.js', 'utf-8').replace('/*FILES*/', JSON.stringify(files.sort()).slice(1, -1))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), worker()],
  base: '/',
  build: {
    outDir: '../src/barpoint/web/static',
    emptyOutDir: true,
    assetsInlineLimit: 0, // a data: address would need a wider content security policy
    modulePreload: { polyfill: false },
    target: 'es2022',
    sourcemap: false,
  },
  server: {
    proxy: {
      '/api': server,
      '/schema': server,
      '^/t(/|$)': server,
      '/socket': { target: server, ws: true },
    },
  },
})
