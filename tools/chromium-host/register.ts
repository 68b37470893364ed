/**
 * Makes `electron` resolve to the host: `node --import ./chromium-host/register.ts out/main/main.js [flags]`. Covers `import` and `require` in the
 * main process; its worker threads have no `electron`, as in Electron.
 */
import { registerHooks } from 'node:module'

const host = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron' || specifier === 'electron/main') {
      return { url: host, format: 'module-typescript', shortCircuit: true }
    }
    return next(specifier, context)
  },
})
