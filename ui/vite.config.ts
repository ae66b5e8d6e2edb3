import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `barpoint serve --no-open` answers /api and /socket while the pages are developed with hot reload.
const server = process.env.BARPOINT_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
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
      '/socket': { target: server, ws: true },
    },
  },
})
