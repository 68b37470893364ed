import { describe, expect, it } from 'vitest'
import { packageOf, packagesIn } from './bundled-packages.ts'

describe('the packages of a bundle', () => {
  it.each([
    ['/clone/node_modules/ws/lib/websocket.js', 'ws'],
    ['C:\\clone\\node_modules\\@noble\\curves\\esm\\secp256k1.js', '@noble/curves'],
    ['/clone/node_modules/a/node_modules/@b/c/index.js?commonjs-module', 'a/node_modules/@b/c'],
    ['../node_modules/@fontsource-variable/inter/files/inter.woff2', '@fontsource-variable/inter'],
    ['node_modules/zod/index.js', 'zod'],
    ['\0/clone/node_modules/big.js/big.js?commonjs-proxy', 'big.js'],
    ['\0rolldown/runtime.js', 'rolldown'],
    ['/clone/src/main.tsx', null],
    ['/clone/src/not_node_modules/x.ts', null],
  ])('%s belongs to %s', (id, name) => {
    expect(packageOf(id)).toBe(name)
  })

  it('are those whose code remains in it, whose styles do, and whose files are next to it', () => {
    const bundle = {
      'main.js': {
        type: 'chunk' as const,
        modules: {
          '/clone/electron/main.ts': { renderedLength: 10 },
          '/clone/node_modules/ws/index.js': { renderedLength: 10 },
          '/clone/node_modules/shaken-off/index.js': { renderedLength: 0 },
          '/clone/node_modules/dockview-core/dist/dockview.css': { renderedLength: 0 },
        },
      },
      'inter.woff2': { type: 'asset' as const, originalFileNames: ['../node_modules/inter/inter.woff2'] },
      'main.js.map': { type: 'asset' as const },
    }
    expect(packagesIn(bundle)).toEqual(['dockview-core', 'inter', 'ws'])
  })
})
