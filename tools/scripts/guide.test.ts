/** Checks docs/guide.md against the program: names in bold are panels, commands, settings or layouts, and text in italics appears on screen. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { LIMIT_SETTINGS, SETTINGS } from '../../contract/settings-table.ts'
import { TEMPLATE_NAMES } from '../../contract/workspace-names.ts'
import { UPDATE_ACTS } from '../../src/updates/update-commands.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(root, 'docs/guide.md'), 'utf8')
/** Maximum size of a picture, bytes. */
const HEAVIEST = 250_000

/** A source with the texts of `contract/messages.ts` in the places that name them. */
const withCommon = (source: string): string =>
  source.replace(/\bCOMMON\.(\w+)/g, (name, key) =>
    Object.hasOwn(COMMON, key) ? `'${COMMON[key as 'connect']}'` : name,
  )
const sources = ['src', 'electron', 'contract'].flatMap((tree) =>
  readdirSync(join(root, tree), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => ({ path: `${tree}/${path}`, text: withCommon(readFileSync(join(root, tree, path), 'utf8')) })),
)
const of = (path: string): string => sources.find((one) => one.path === path)?.text ?? ''
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const panels = all(of('src/app/docking/panel-table.tsx'), /\btitle: '([^']+)'/g)
/** A command has its id before its title, or a key after it; its menu entry may have another name. */
const commands = sources.flatMap(({ text }) => [
  ...all(text, /\bid: '[^']+',\s*title: '([^']+)'/g),
  ...all(text, /\btitle: '([^']+)', key: /g),
])
const entries = sources.flatMap(({ text }) => all(text, /\bmenu: \{ menu: [^}]*label: '([^']+)'/g))
const settings = [...Object.values(SETTINGS), ...Object.values(LIMIT_SETTINGS)].map(({ title }) => title)
const names = new Set([
  ...panels,
  ...TEMPLATE_NAMES,
  ...commands,
  ...entries,
  ...settings,
  ...Object.values(UPDATE_ACTS),
])

const marked = (pattern: RegExp): readonly string[] => [...new Set(all(guide.replaceAll('\n', ' '), pattern))]
/** Its first lines explain the markup. */
const MARKS = new Set(['bold', 'italics'])
const bold = marked(/\*\*([^*]+)\*\*/g)
const italic = marked(/(?<!\*)\*([^*]+)\*(?!\*)/g)

describe('the guide', () => {
  it('names in bold only existing panels, commands, settings and layouts', () => {
    expect(panels).toContain('Order book')
    expect(commands).toContain('Arm this window')
    expect(entries).toContain('Settings…')
    expect(bold.length).toBeGreaterThan(40)
    expect(bold.filter((name) => !names.has(name) && !MARKS.has(name))).toEqual([])
  })

  it('has in italics only text that appears on screen, verbatim', () => {
    expect(italic.length).toBeGreaterThan(15)
    const isWritten = (text: string): boolean => sources.some((source) => source.text.includes(text))
    expect(italic.filter((text) => !isWritten(text) && !MARKS.has(text))).toEqual([])
    // Sources that contain everything would prove nothing.
    expect(isWritten('Send it by pigeon…')).toBe(false)
  })

  it('shows existing pictures, none too large for a page', () => {
    const pictures = marked(/!\[[^\]]+\]\((pictures\/[^)]+)\)/g)
    expect(pictures.length).toBeGreaterThan(8)
    const heavy = pictures.filter((path) => statSync(join(root, 'docs', path)).size > HEAVIEST)
    expect(heavy).toEqual([])
    const taken = readdirSync(join(root, 'docs/pictures')).filter((name) => name.startsWith('guide-'))
    expect(taken.map((name) => `pictures/${name}`).toSorted()).toEqual(pictures.toSorted())
  })

  it('has every picture taken by its script', () => {
    const script = readFileSync(join(root, 'e2e/guide-pictures.ts'), 'utf8')
    const names = all(script, /await picture\('([\w-]+)'/g).map((name) => `pictures/guide-${name}.png`)
    expect(names.toSorted()).toEqual(marked(/!\[[^\]]+\]\((pictures\/[^)]+)\)/g).toSorted())
  })
})
