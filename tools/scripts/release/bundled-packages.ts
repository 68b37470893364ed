/** Records which packages a bundle contains, and updates the license file with every build. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { thirdPartyText } from './third-party.ts'

/** The separately bundled parts of the program. */
const BUNDLES = ['main', 'preload', 'renderer'] as const
export type BundleName = (typeof BUNDLES)[number]

/** Code inserted by the bundler, and its package. */
const PUT_IN: readonly (readonly [RegExp, string])[] = [
  [/^\0rolldown\//, 'rolldown'],
  [/^\0vite\//, 'vite'],
  [/^\0@oxc-project\+runtime@[^/]*\//, '@oxc-project/runtime'],
]

/**
 * The package of a module, by location under node_modules: `ws`, `@noble/curves`, `a/node_modules/b`; null for the project's own.
 * @param id as the bundler names modules and files: a path with slashes of either kind, or a virtual name after a NUL.
 */
export function packageOf(id: string): string | null {
  const putIn = PUT_IN.find(([pattern]) => pattern.test(id))
  if (putIn !== undefined) return putIn[1]
  const names = [...id.replaceAll('\\', '/').matchAll(/(?<=^|\/|\0)node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(
    ([, name]) => name,
  )
  return names.length === 0 ? null : names.join('/node_modules/')
}

interface Piece {
  readonly type: 'chunk' | 'asset'
  /** Of a chunk: its modules by id. */
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>
  /** Of an asset: its source files. */
  readonly originalFileNames?: readonly string[]
}

/** The packages whose code, style or files are in a bundle, sorted, without tree-shaken ones. */
export function packagesIn(bundle: Readonly<Record<string, Piece>>): string[] {
  const ids = Object.values(bundle).flatMap((piece) =>
    piece.type === 'asset'
      ? (piece.originalFileNames ?? [])
      : Object.entries(piece.modules ?? {}).flatMap(([id, { renderedLength }]) =>
          renderedLength > 0 || /\.css(?:\?|$)/.test(id) ? [id] : [],
        ),
  )
  return [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort()
}

/** Where a build records its packages. */
const notesIn = (root: string): string => join(root, 'out', 'bundled')

/** Every package of the existing bundles, sorted; those of a missing bundle are absent. */
export function bundledPackages(root: string): string[] {
  const notes = BUNDLES.flatMap((name) => {
    try {
      return JSON.parse(readFileSync(join(notesIn(root), `${name}.json`), 'utf8')) as string[]
    } catch {
      return []
    }
  })
  return [...new Set(notes)].sort()
}

/** Packages shipped unbundled. */
export const SHIPPED_WHOLE = ['@github/keytar']

/**
 * A build plugin: writes `out/bundled/<name>.json`, and `out/bundled/THIRD-PARTY.txt` for all existing bundles. Fails the build when a package has no
 * license text.
 * @param root absolute; the project's folder.
 */
export const notesPackages = (name: BundleName, root: string): Plugin => ({
  name: 'notes-packages',
  generateBundle(_options, bundle) {
    mkdirSync(notesIn(root), { recursive: true })
    writeFileSync(join(notesIn(root), `${name}.json`), `${JSON.stringify(packagesIn(bundle), null, 2)}\n`)
    const text = thirdPartyText(root, [...SHIPPED_WHOLE, ...bundledPackages(root)])
    writeFileSync(join(notesIn(root), 'THIRD-PARTY.txt'), text)
  },
})
