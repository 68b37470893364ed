/** Checks the links of the repository: targets of Markdown links and citations in comments exist, down to the section. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Installed, built or generated files. */
const SKIPPED = ['node_modules', '.git', '.cache', 'out', 'dist', 'test-results', 'playwright-report']
/** Contains dead links itself. */
const OWN = 'tools/scripts/links.test.ts'
/** Contains file names of Electron's own source. */
const OF_ELECTRON = 'tools/chromium-host/fixtures/contract/expected.json'
const CODE = /\.(ts|tsx|mjs|css|html|yml|json)$/

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.includes(entry.name)) return []
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })

/** Paths from the root. */
const files = filesUnder('')
const pages = files.filter((path) => path.endsWith('.md'))
const code = files.filter((path) => CODE.test(path) && !['package-lock.json', OWN, OF_ELECTRON].includes(path))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Markdown without its code blocks; line numbers are preserved. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ' '))

/** GitHub's anchors of the headings of a page. */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  })
  return new Set(anchors)
}

const anchors = new Map(pages.map((path) => [path, anchorsOf(read(path))]))

/** Why a link from the root is dead, or null. */
function fault(target: string): string | null {
  const [path = '', anchor] = target.split('#')
  if (!existsSync(join(root, path))) return 'no such file'
  return anchor === undefined || anchors.get(normalize(path))?.has(anchor) ? null : 'no such section'
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Every link of a page except URLs, from the root. */
const linksOf = (path: string, text: string): { line: number; target: string }[] =>
  [...prose(text).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(({ 1: target = '', index }) => ({ line: lineOf(text, index), target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .map(({ line, target }) => {
      const own = target.startsWith('#') ? `${posix.basename(path)}${target}` : target
      return { line, target: posix.normalize(posix.join(dirname(path), own)) }
    })

/** Every page that code cites, with its section; excludes patterns, and names of files that a program opens or writes. */
const citedIn = (text: string): { line: number; target: string }[] =>
  [...text.matchAll(/(?<![\w/.*'"-])[\w./-]*\w\.md(?:#[\w-]+)?\b/g)].map(({ 0: target, index }) => ({
    line: lineOf(text, index),
    target,
  }))

/** Path suffixes that include the file name: pages may omit folders that are clear from the context. */
const ends = new Set(files.flatMap((path) => path.split('/').map((_, first, parts) => parts.slice(first).join('/'))))

/** Source files and folders that a page names in code marks and that are not in this repository. */
const namedIn = (text: string): { line: number; name: string }[] =>
  [
    ...prose(text).matchAll(
      /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs)|(?:contract|electron|src|venue|e2e|tools)\/(?:[\w.-]+\/)*)`/g,
    ),
  ]
    .map(({ 1: name = '', index }) => ({ line: lineOf(text, index), name }))
    .filter(
      ({ name }) => !name.endsWith('.d.ts') && !(name.endsWith('/') ? existsSync(join(root, name)) : ends.has(name)),
    )

describe('links', () => {
  it.each(pages)('of %s have a target', (path) => {
    const dead = linksOf(path, read(path)).flatMap(({ line, target }) => {
      const why = fault(target)
      return why === null ? [] : [`${path}:${line} ${target}: ${why}`]
    })
    expect(dead).toEqual([])
  })

  it.each(pages)('and names of files in %s exist in this repository', (path) => {
    expect(namedIn(read(path)).map(({ line, name }) => `${path}:${line} ${name}`)).toEqual([])
  })

  it('in code name existing pages and sections, from the root', () => {
    const dead = code.flatMap((path) =>
      citedIn(read(path)).flatMap(({ line, target }) => {
        const why = fault(target)
        return why === null ? [] : [`${path}:${line} ${target}: ${why}`]
      }),
    )
    expect(dead).toEqual([])
  })

  it('are used instead of titles: no section is cited without its page', () => {
    const loose = code.flatMap((path) =>
      [...read(path).matchAll(/\((?:the )?(?:spec|specification|interface|wire), "/g)].map(
        ({ index }) => `${path}:${lineOf(read(path), index)}`,
      ),
    )
    expect(loose).toEqual([])
  })

  it('reach every page of the service from its index', () => {
    const reached = new Set(
      linksOf('docs/service/README.md', read('docs/service/README.md')).map(({ target }) => target),
    )
    const lost = pages.filter(
      (path) => path.startsWith('docs/service/') && !path.endsWith('README.md') && !reached.has(path),
    )
    expect(lost).toEqual([])
  })
})

describe('a dead link', () => {
  const page = 'docs/service/README.md'

  it('is found in Markdown, by file and by section, and not inside code', () => {
    const text =
      '[a](orders.md#place)\n[b](orders.md#no-such-section)\n[c](nowhere.md)\n```\n[d](nowhere.md)\n```\n[e](#routes)'
    const found = linksOf(page, text).map(({ line, target }) => [line, fault(target)])
    expect(found).toEqual([
      [1, null],
      [2, 'no such section'],
      [3, 'no such file'],
      [7, null],
    ])
  })

  it('is found in a comment, even if it names a document from elsewhere', () => {
    const dead = ['wi', 're.md'].join('')
    const text = `/** Orders (docs/service/orders.md#place; docs/service/orders.md#no-such-section; ${dead}). */`
    expect(citedIn(text).map(({ target }) => fault(target))).toEqual([null, 'no such section', 'no such file'])
  })

  it('is found in the name of a source file or folder, with as many folders as the page gives', () => {
    const text = '`no-such-file.ts`\n`scripts/links.test.ts`\n`bench/links.test.ts`\n`tools/scripts/`\n`tools/nowhere/`'
    expect(namedIn(text).map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('may name the second of two equal headings, as GitHub numbers them', () => {
    expect(anchorsOf('# `POST /v1/x`\n## Close\n```\n# no heading\n```\n## Close')).toEqual(
      new Set(['post-v1x', 'close', 'close-1']),
    )
  })
})
