import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { wrongImports } from './house/check.ts'
import { figuresOf } from './house/figures.ts'
import { readSources } from './house/sources.ts'
import { wordsOf } from './house/words.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const TREES = ['electron', 'src', 'contract', 'bench']

/** A small project: files by their paths. */
function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const check = (files: Readonly<Record<string, string>>): string[] => {
  const root = project(files)
  return wrongImports(root, ['electron', 'src'], readSources(root, TREES))
}
const figures = (files: Readonly<Record<string, string>>) => figuresOf(readSources(project(files), TREES))

/** Two rooms, the upper of which may use the lower. */
const HOUSE = {
  'electron/rooms.json': '{ "feed": [], "alerts": ["feed"], ".": ["feed", "alerts"] }',
  'electron/feed/index.ts': "export * from './book.ts'",
  'electron/feed/book.ts': 'export const book = 1',
  'electron/alerts/index.ts': "import { book } from '../feed/index.ts'\nexport const alerts = book",
  'electron/main.ts': "import { alerts } from './alerts/index.ts'\nconsole.log(alerts)",
}

describe('the rule inside a tree', () => {
  test('a house that keeps it passes', () => {
    expect(check(HOUSE)).toEqual([])
  })

  test('a tree without a list of rooms is not looked at', () => {
    const { 'electron/rooms.json': _list, ...files } = HOUSE
    expect(check({ ...files, 'electron/alerts/x.ts': "import { book } from '../feed/book.ts'" })).toEqual([])
  })

  test('a room is entered through its index only, for types too', () => {
    const past = "import { alerts } from './index.ts'\nimport type { Book } from '../feed/book.ts'"
    expect(check({ ...HOUSE, 'electron/alerts/x.ts': past })).toEqual([
      'electron/alerts/x.ts:2 enters feed past its door: import from ../feed/index.ts',
    ])
    expect(
      check({ ...HOUSE, 'electron/alerts/x.ts': 'export type Book = import("../feed/book.ts").Book' }),
    ).toHaveLength(1)
    expect(check({ ...HOUSE, 'electron/alerts/x.ts': "export { book } from '../feed/book.ts'" })).toHaveLength(1)
    expect(check({ ...HOUSE, 'electron/alerts/x.ts': "void import('../feed/book.ts')" })).toHaveLength(1)
    expect(check({ ...HOUSE, 'bench/x.ts': "import { book } from '../electron/feed/book.ts'" })).toEqual([
      'bench/x.ts:1 enters feed past its door: import from ../electron/feed/index.ts',
    ])
  })

  test('the door may be a component', () => {
    const files = {
      'src/rooms.json': '{ "ui": [], "app": ["ui"] }',
      'src/ui/index.tsx': "export * from './button.tsx'",
      'src/ui/button.tsx': 'export const Button = () => <b />',
      'src/app/index.ts': "import { Button } from '../ui/index.tsx'\nexport const app = Button",
    }
    expect(check(files)).toEqual([])
    expect(check({ ...files, 'src/app/x.ts': "import { Button } from '../ui/button.tsx'" })).toEqual([
      'src/app/x.ts:1 enters ui past its door: import from ../ui/index.tsx',
    ])
  })

  test('a lower room uses no upper one', () => {
    const [wrong, ...others] = check({ ...HOUSE, 'electron/feed/x.ts': "import { alerts } from '../alerts/index.ts'" })
    expect(wrong).toMatch(/^electron\/feed\/x\.ts:1 uses alerts, which stands above feed: /)
    expect(others).toEqual([])
  })

  test('a room uses only those that it names', () => {
    const list = '{ "feed": [], "alerts": [], ".": ["alerts"] }'
    expect(check({ ...HOUSE, 'electron/rooms.json': list })).toEqual([
      'electron/alerts/index.ts:1 uses feed, which alerts may not: add "feed" to "alerts" in electron/rooms.json if it belongs there, or hand it in from above',
    ])
  })

  test('what stands beside the rooms is a room too', () => {
    const uses = "import '../main.ts'"
    expect(check({ ...HOUSE, 'electron/feed/x.ts': uses })[0]).toMatch(
      /^electron\/feed\/x\.ts:1 uses the files beside the rooms of electron/,
    )
    const list = '{ ".": [], "feed": ["."], "alerts": ["feed"] }'
    const files = { ...HOUSE, 'electron/rooms.json': list, 'electron/main.ts': 'export {}' }
    expect(check({ ...files, 'electron/feed/x.ts': uses })).toEqual([])
  })

  test('every folder with an index is listed, and nothing else is', () => {
    expect(check({ ...HOUSE, 'electron/rooms.json': '{ "feed": [], ".": ["feed"] }' })).toContain(
      'electron/rooms.json lacks "alerts": list every folder with an index.ts, and "." for the files beside them',
    )
    expect(
      check({ ...HOUSE, 'electron/rooms.json': '{ "log": [], "feed": [], "alerts": ["feed"], ".": ["alerts"] }' }),
    ).toEqual(['electron/rooms.json lists "log", and electron/log has no index.ts'])
  })

  test('the list goes from the ground floor up', () => {
    const list = '{ "feed": ["alerts"], "alerts": ["feed", "log"], ".": ["alerts"] }'
    expect(check({ ...HOUSE, 'electron/rooms.json': list })).toEqual([
      'electron/rooms.json: "feed" may use "alerts", which does not stand before it: a room uses only lower ones',
      'electron/rooms.json: "alerts" may use "log", which is not listed',
    ])
    const broken = { ...HOUSE, 'electron/rooms.json': '{ "feed": "alerts" }' }
    expect(() => check(broken)).toThrow('electron/rooms.json: "feed" must be a list of rooms')
  })

  test('a room within a room has a door, for its own room too; those who live in it are at home in the outer one', () => {
    const files = {
      ...HOUSE,
      'electron/rooms.json':
        '{ "feed": [], "feed/decode": ["feed"], "alerts": ["feed/decode"], ".": ["feed", "alerts"] }',
      'electron/feed/decode/index.ts': "import { book } from '../book.ts'\nexport const decode = book",
      'electron/feed/decode/wire.ts': 'export const wire = 1',
      'electron/alerts/index.ts': 'export const alerts = 1',
    }
    expect(check(files)).toEqual([])
    const inner = { ...files, 'electron/feed/x.ts': "import { wire } from './decode/wire.ts'" }
    expect(check(inner)).toEqual([
      'electron/feed/x.ts:1 enters feed/decode past its door: import from ./decode/index.ts',
    ])
    const outer = { ...files, 'electron/alerts/x.ts': "import { decode } from '../feed/decode/index.ts'" }
    expect(check(outer)).toEqual(['electron/alerts/x.ts:1 enters feed past its door: import from ../feed/index.ts'])
    expect(check({ ...files, 'electron/feed/x.test.ts': "import { wire } from './decode/wire.ts'" })).toEqual([])
  })

  test('tests go into any testing folder and use any room, through its door; nobody else goes into one', () => {
    const files = { ...HOUSE, 'electron/feed/testing/fake.ts': "export { book } from '../book.ts'" }
    const fake = "import { book } from '../feed/testing/fake.ts'"
    expect(check({ ...files, 'electron/alerts/x.test.ts': fake, 'electron/alerts/testing/y.ts': fake })).toEqual([])
    expect(check({ ...files, 'electron/feed/x.test.ts': "import { alerts } from '../alerts/index.ts'" })).toEqual([])
    expect(check({ ...files, 'electron/alerts/x.test.ts': "import { book } from '../feed/book.ts'" })).toHaveLength(1)
    expect(check({ ...files, 'electron/alerts/x.ts': fake })).toEqual([
      'electron/alerts/x.ts:1 uses electron/feed/testing/fake.ts: what is in testing/ is for tests only',
    ])
  })

  test('the contract is free for all', () => {
    const files = {
      ...HOUSE,
      'contract/time.ts': 'export const now = 1',
      'contract/index.ts': "export * from './time.ts'",
    }
    expect(check({ ...files, 'electron/feed/x.ts': "import { now } from '../../contract/time.ts'" })).toEqual([])
  })
})

describe('the figures', () => {
  test('files that import each other are a circle, and rooms whose files do; types are told apart', () => {
    const { fileCircles, roomCircles } = figures({
      ...HOUSE,
      'electron/feed/book.ts': "import type { Alert } from '../alerts/index.ts'\nexport const book: Alert = 1",
    })
    expect(fileCircles.all).toEqual([['electron/alerts/index.ts', 'electron/feed/book.ts', 'electron/feed/index.ts']])
    expect(fileCircles.values).toEqual([])
    expect(roomCircles.all).toEqual([['electron/alerts', 'electron/feed']])
    expect(roomCircles.values).toEqual([])
    expect(figures(HOUSE).fileCircles.all).toEqual([])
  })

  test('imports past a door are counted, those of tests apart, and those through one', () => {
    const past = "import { book } from '../feed/book.ts'"
    const counted = figures({ ...HOUSE, 'electron/alerts/x.ts': past, 'electron/alerts/x.test.ts': past })
    expect(counted.pastDoors).toEqual([{ path: 'electron/alerts/x.ts', line: 1, specifier: '../feed/book.ts' }])
    expect(counted.pastDoorsInTests).toHaveLength(1)
    expect(counted.throughDoors).toBe(2)
  })

  test('long files and functions, double casts and loose files are found where they are', () => {
    const lines = (count: number) => 'void 0\n'.repeat(count)
    const counted = figures({
      'electron/long.ts': lines(251),
      'electron/short.ts': lines(250),
      'electron/x/function.ts': `const f = () => {\n${lines(149)}}\nfunction g() {\n${lines(148)}}\nf(); g()`,
      'electron/x/cast.ts':
        'const a = 1\nconst b = a as unknown as string // c as unknown as string\nconst c = a as unknown\n',
    })
    expect(counted.longFiles.map(({ path }) => path)).toEqual(['electron/long.ts', 'electron/x/function.ts'])
    expect(counted.longFunctions).toEqual([{ path: 'electron/x/function.ts', name: 'f', line: 1, lines: 151 }])
    expect(counted.casts).toEqual([{ path: 'electron/x/cast.ts', line: 2 }])
    expect(counted.looseFiles).toEqual(['electron/long.ts', 'electron/short.ts'])
  })

  test('an export is used where its name arrives, also through doors and other names', () => {
    const counted = figures({
      'electron/a/index.ts': "export * from './one.ts'\nexport { two as second } from './two.ts'",
      'electron/a/one.ts': 'export const one = 1\nexport const alone = one\nexport interface Shape {}',
      'electron/a/two.ts': 'export const two = 2\nexport const tried = 3\nexport function lost() {}',
      'electron/b.ts': "import { one, second } from './a/index.ts'\nconsole.log(one, second)",
      'electron/a/two.test.ts': "import { tried } from './two.ts'",
    })
    expect(counted.unusedExports.map(({ name }) => name)).toEqual(['alone', 'Shape', 'lost'])
    expect(counted.exportsForTests.map(({ name }) => name)).toEqual(['tried'])
  })

  test('private words are found in names of files and of what is declared, in any spelling of the name', () => {
    expect(wordsOf('readOpenWindows')).toEqual(['read', 'open', 'windows'])
    expect(wordsOf('value-source.test.ts')).toEqual(['value', 'source'])
    const counted = figures({
      'electron/alerts/shelf.ts':
        'export class AlertShelf {}\nconst desktop = 1\nconst bringBack = ({ seat }: { seat: 1 }) => seat',
      'electron/trading/settle-order.ts': 'export const settleOrder = 1',
    })
    expect(counted.privateNames.map(({ name, line }) => [name, line])).toEqual([
      ['shelf.ts', 0],
      ['AlertShelf', 1],
      ['bringBack', 3],
      ['seat', 3],
    ])
  })
})
