import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { callNames } from './contract/ipc.ts'
import { notesPackages } from './tools/scripts/release/bundled-packages.ts'
import { readPublicKeys } from './tools/scripts/release-keys.mjs'

const root = import.meta.dirname

/** Native, and therefore the one package that stays outside the bundle. */
const external = ['electron', '@github/keytar', 'bufferutil', 'utf-8-validate']

/** Lays libsecp256k1 beside the bundle, where the package that reads it when it is loaded then looks. */
const signingModule: Plugin = {
  name: 'signing-module',
  generateBundle() {
    const file = new URL('secp256k1.wasm', import.meta.resolve('tiny-secp256k1'))
    this.emitFile({ type: 'asset', fileName: 'secp256k1.wasm', source: readFileSync(file) })
  },
}

/** A script with a single character beyond Latin-1 takes two bytes for each in memory, in every window: so scripts are escaped to ASCII. */
const asciiScripts: Plugin = {
  name: 'ascii-scripts',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
  },
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Files of the renderer: packages by what they are for, and the panels. The first match counts. */
const CHUNKS = [
  { name: 'docking', test: /node_modules\/dockview/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'controls', test: /node_modules\/(react-aria|react-stately|@react|@internationalized)/ },
  { name: 'charts', test: /node_modules\/(lightweight-charts|fancy-canvas)/ },
  { name: 'packages', test: /node_modules\// },
  { name: 'contract', test: /\/contract\// },
  { name: 'parts', test: /\/src\/(?!app\/|panels\/|main\.tsx|index\.html)/ },
  { name: 'panels', test: /\/src\/panels\// },
]

export default defineConfig({
  main: {
    plugins: [signingModule, notesPackages('main', root)],
    // What releases of this build are verified by, and where they are; see docs/updates.md.
    define: {
      RELEASE_KEYS: JSON.stringify(
        readPublicKeys(process.env.ISOTHERM_RELEASE_KEYS || resolve(root, 'resources/release-keys.json')),
      ),
      RELEASES_URL: JSON.stringify(process.env.ISOTHERM_RELEASES_URL || null),
    },
    build: {
      outDir: 'out/main',
      target: 'node24',
      minify: false,
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        external,
        // The practice venue runs as a worker thread and is a bundle of its own; main only knows its file name.
        input: {
          main: resolve(root, 'electron/main.ts'),
          'venue-worker': resolve(root, 'venue/worker.ts'),
          // So does what reads the past.
          'past-thread': resolve(root, 'electron/past/past-thread.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  },
  preload: {
    plugins: [notesPackages('preload', root)],
    // The names alone: with the schemas, all of zod would be in the preload.
    define: { CALL_NAMES: JSON.stringify(callNames) },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron'],
        input: { preload: resolve(root, 'electron/preload.ts') },
        // A sandboxed preload can only be one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src',
    base: './',
    plugins: [react(), asciiScripts, notesPackages('renderer', root)],
    build: {
      outDir: 'out/renderer',
      target: 'chrome140',
      minify: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      // Everything comes from files: the policy allows no data: scripts or fonts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: resolve(root, 'src/index.html') },
        // Chromium reads and compiles several files side by side.
        output: { codeSplitting: { groups: CHUNKS } },
      },
    },
  },
})
