/** Holds the picture of the house and the page of its rooms to the rooms as they are. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { documentsOf, outdated, writeDocuments } from './house/documents.ts'
import { byFloor } from './house/floors.ts'
import { headerOf } from './house/rooms-page.ts'

const OWN = dirname(import.meta.dirname)
const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** A project of four trees with one room each, and a contract. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), 'house-picture-'))
  roots.push(root)
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const tree of ['src', 'electron', 'venue', 'chromium-host']) {
    write(`${tree}/rooms.json`, '{ "low": [], ".": ["low"], "testing": [] }')
    write(`${tree}/low/index.ts`, `/** What ${tree} rests on. */\nexport {}`)
    write(`${tree}/main.ts`, '/** Begins (docs/service/orders.md#place). Then more. */')
    write(`${tree}/main.test.ts`, '/** Tests. */')
  }
  write('contract/market.ts', '/** Markets. */')
  write('docs/pictures/house.svg', '')
  return root
}

describe('the floors', () => {
  const floors = (list: Readonly<Record<string, readonly string[]>>) =>
    byFloor(new Map(Object.entries(list))).map((boxes) => boxes.map(({ name }) => name))

  test('a room stands one floor above the highest that it uses, and rooms for tests stand nowhere', () => {
    const list = { log: [], clock: [], feed: ['log'], trading: ['feed', 'log'], '.': ['trading'], testing: [] }
    expect(floors(list)).toEqual([['log', 'clock'], ['feed'], ['trading'], ['.']])
  })

  test('rooms inside a room are part of it, and lift it as far as any of them stands', () => {
    const list = new Map([
      ['log', []],
      ['feed/decode', []],
      ['feed/assets', ['feed/decode', 'log']],
      ['feed', ['feed/assets']],
    ])
    expect(byFloor(list)).toEqual([[{ name: 'log', inside: [] }], [{ name: 'feed', inside: ['decode', 'assets'] }]])
  })

  test('rooms that can only be drawn in a circle are refused by name', () => {
    expect(() => floors({ 'a/x': [], b: ['a/x'], 'a/y': ['b'] })).toThrow('a uses b uses a: a circle')
  })
})

describe('the documents of the rooms', () => {
  test('are up to date', () => {
    expect(outdated(OWN)).toEqual([])
  })

  test('that are not up to date are named, with what writes them', () => {
    const root = project()
    expect(outdated(root)).toEqual([
      'docs/pictures/house.svg is not of the rooms as they are: node scripts/house.mjs --picture writes it',
      'docs/rooms.md is not of the rooms as they are: node scripts/house.mjs --picture writes it',
    ])
    writeDocuments(root)
    expect(outdated(root)).toEqual([])
    writeFileSync(join(root, 'electron/low/index.ts'), '/** Something else. */')
    expect(outdated(root)).toHaveLength(1)
  })

  test('show every room by its whole name', () => {
    const drawn = documentsOf(OWN).get('docs/pictures/house.svg') ?? ''
    for (const room of ['trading', 'panels', 'market-data', 'oracle', 'cdp']) expect(drawn).toContain(`>${room}</text>`)
    expect(drawn).not.toContain('…')
    expect(drawn).not.toMatch(/NaN|undefined/)
  })

  test('tell each room and each file beside the rooms in its own first sentence, tests left out', () => {
    const page = documentsOf(project()).get('docs/rooms.md') ?? ''
    expect(page).toContain('| `low/` | What electron rests on. |\n| `main.ts` | Begins. |')
    expect(page).toContain('| `market.ts` | Markets. |')
    expect(page).not.toContain('main.test.ts')
  })

  test('a header is its first sentence, whatever its lines', () => {
    expect(headerOf('/**\n * Calls a | b: `x.ts`\n * and more. Then the rest.\n */')).toBe(
      'Calls a \\| b: `x.ts` and more.',
    )
    expect(headerOf('const x = 1')).toBe('')
  })
})
