/** Exports that no other file uses, found by following each import to the file that declares the name. */
import { isTestSupport, type Source } from './sources.ts'

interface UnusedExport {
  readonly path: string
  readonly line: number
  readonly name: string
}

/** Files that a tool reads, or that stand in for a package: what they export is for those. */
const READ_BY_TOOLS = /(?:\.config\.ts|\.d\.ts|(?:^chromium-host|\/windowless)\/electron\.ts)$/

/** What is exported and used nowhere else, and what only tests use. */
export function unusedExports(sources: readonly Source[]): {
  readonly byNobody: readonly UnusedExport[]
  readonly byTestsOnly: readonly UnusedExport[]
} {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const used = new Set<string>()
  const usedByTests = new Set<string>()
  for (const { path, imports } of sources) {
    const into = outside(path) ? usedByTests : used
    for (const { target, names } of imports) {
      if (target === null) continue
      for (const name of names) for (const key of origins(target, name, byPath, new Set())) into.add(key)
    }
  }
  const byNobody: UnusedExport[] = []
  const byTestsOnly: UnusedExport[] = []
  for (const { path, exports } of sources) {
    if (isTestSupport(path) || READ_BY_TOOLS.test(path)) continue
    for (const [name, line] of exports) {
      const key = keyOf(path, name)
      if (used.has(key)) continue
      const list = usedByTests.has(key) && !outside(path) ? byTestsOnly : usedByTests.has(key) ? null : byNobody
      list?.push({ path, line, name })
    }
  }
  return { byNobody, byTestsOnly }
}

/** Tests, and the programs that drive the terminal from outside. */
const outside = (path: string): boolean => isTestSupport(path) || path.startsWith('e2e/')

const keyOf = (path: string, name: string): string => `${path}#${name}`

/** Where a name that a file gives is declared; for `*`, everything it gives. */
function origins(path: string, name: string, byPath: ReadonlyMap<string, Source>, seen: Set<string>): string[] {
  const source = byPath.get(path)
  if (source === undefined || seen.has(keyOf(path, name))) return []
  seen.add(keyOf(path, name))
  const here = name === '*' ? [...source.exports.keys()] : source.exports.has(name) ? [name] : []
  const passed = source.imports.flatMap(({ target, passedOn }) => {
    if (target === null) return []
    return [...passedOn].flatMap(([there, as]) => {
      if (there === '*') return origins(target, name, byPath, seen)
      return as === name || name === '*' ? origins(target, there, byPath, seen) : []
    })
  })
  return [...here.map((one) => keyOf(path, one)), ...passed]
}
