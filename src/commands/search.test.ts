import { describe, expect, it, vi } from 'vitest'
import { type Command, runCommand } from './command.ts'
import { menuEntries } from './native-menu.ts'
import { CommandTable, type EntryProvider } from './registry.ts'
import { groupsFor, matchOf, searchAll } from './search.ts'

const MAX = 10
const MAX_BEHIND = 5
const command = (id: string, title: string, more: Partial<Command> = {}): Command => ({
  id,
  title,
  scope: 'window',
  run: () => undefined,
  ...more,
})
const book = command('book', 'Show Order book')
const orders = command('orders', 'Show Open orders')
const dark = command('dark', 'Theme: Dark theme', { scope: 'app', aliases: ['setting'] })
const all = [book, orders, dark]
const ids = (query: string, recent: readonly string[] = []) =>
  searchAll(query, all, [], recent).flatMap(({ rows }) => rows.map(({ id }) => id))

describe('the results of a query', () => {
  it.each([
    ['ob', 'Show Order book'],
    ['order book', 'Show Order book'],
    ['book ord', 'Show Order book'],
    ['SHORBK', 'Show Order book'],
    ['show the order book', 'Show Order book'],
    ['', 'anything'],
  ])('for %j include %s', (query, text) => {
    expect(matchOf(query, text)).not.toBeNull()
  })

  it('need every word, with its letters in order', () => {
    expect(matchOf('book chart', 'Show Order book')).toBeNull()
    expect(matchOf('koob', 'Show Order book')).toBeNull()
  })

  it('rank exact matches higher, and those at word beginnings', () => {
    const better = (query: string, good: string, worse: string) =>
      expect(matchOf(query, good)?.score ?? 0).toBeGreaterThan(matchOf(query, worse)?.score ?? 0)
    better('panel to the window', 'Move this panel to the window', 'Move this panel to a new window')
    better('open', 'Show Open orders', 'Show Order panels, new')
    better('ob', 'Show Order book', 'Reset the layout of both')
    better('settings', 'Settings preferences options', 'Import settings text')
    better('dark', 'Dark theme', 'Dark theme in every window of the terminal')
    better('set an alert', 'Set an alert new price notify alarm', 'Remote notifications: all alerts setting and')
  })

  it('have the best match first, from any section, and letters apart only where nothing else is found', () => {
    const rows = [
      command('pnl', 'Show P&L', { aliases: ['panel'] }),
      command('keep', 'Add NYCTMP1 to favorites'),
      command('columns', 'Columns and copy: Positions', { aliases: ['table', 'csv'] }),
      command('csv', 'Export fills with fees as CSV', { aliases: ['trades'] }),
      command('candles', 'Candle length'),
      command('cancel', 'Cancel all orders'),
    ]
    const markets: EntryProvider = {
      section: 'Markets',
      search: (query) => (query === 'nyc' ? [{ id: 'm', title: 'Show NYCTMP1', run: () => undefined }] : []),
    }
    const found = (query: string) =>
      searchAll(query, rows, [markets], []).flatMap((section) => section.rows.map(({ id }) => id))
    expect(found('pnl')).toEqual(['pnl'])
    expect(found('csv')).toEqual(['csv', 'columns'])
    expect(found('nyc')).toEqual(['Markets/m', 'keep'])
    expect(found('cancel')).toEqual(['cancel'])
    expect(found('cndl')).toEqual(['candles'])
  })

  it('start with recently used commands, without a query or at equal rank', () => {
    expect(ids('')).toEqual(['book', 'orders', 'dark'])
    expect(ids('', ['dark', 'orders'])).toEqual(['dark', 'orders', 'book'])
    expect(ids('dark', ['book'])).toEqual(['dark'])
    expect(ids('setting')).toEqual(['dark'])
    expect(ids('nothing like it')).toEqual([])
  })

  it('include results of other sources, under their heading and limited', () => {
    const search = vi.fn<EntryProvider['search']>((query) =>
      query === 'none'
        ? []
        : Array.from({ length: 10_000 }, (_, at) => ({ id: `${at}`, title: `Market ${at}`, run: () => undefined })),
    )
    const found = searchAll('market 7', all, [{ section: 'Markets', search }], [])
    expect(found.map(({ section, rows }) => [section, rows.length])).toEqual([['Markets', MAX]])
    expect(search).toHaveBeenCalledWith('market 7', MAX)
    expect(searchAll('none', [], [{ section: 'Markets', search }], [])).toEqual([])
  })

  it('list fewer rows of the sections behind the best one', () => {
    const found = (name: string): EntryProvider => ({
      section: name,
      search: () =>
        Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, title: `${name} ${at}`, run: () => undefined })),
    })
    const rowsOf = (query: string) =>
      searchAll(query, all, [found('Markets'), found('Exits')], []).map(({ section, rows }) => [section, rows.length])
    expect(rowsOf('exits')).toEqual([
      ['Exits', MAX],
      ['Markets', MAX_BEHIND],
    ])
    expect(rowsOf('')).toEqual([
      ['Commands', all.length],
      ['Markets', MAX],
      ['Exits', MAX],
    ])
  })

  it('leave out commands with only scattered letters where a source has results', () => {
    const markets = { section: 'Markets', search: () => [{ id: 'm', title: 'New York', run: () => undefined }] }
    const arm = command('arm', 'Arm the trading keys: each shows its order first')
    const sections = (query: string) => searchAll(query, [arm], [markets], []).map(({ section }) => section)
    expect(sections('he keys')).toEqual(['Commands', 'Markets'])
    expect(sections('hek')).toEqual(['Markets'])
  })
})

describe('the command table', () => {
  it('has registered commands until they are unregistered, and notifies of it', () => {
    const table = new CommandTable()
    const changed = vi.fn()
    table.subscribe(changed)
    const out = table.add([book, orders])
    table.add([dark])
    expect(table.commands.map(({ id }) => id)).toEqual(['book', 'orders', 'dark'])
    out()
    expect(table.commands.map(({ id }) => id)).toEqual(['dark'])
    expect(changed).toHaveBeenCalledTimes(3)
  })

  it('refuses two commands with one id', () => {
    const table = new CommandTable()
    table.add([book])
    expect(() => table.add([orders, book])).toThrow('there are two commands book')
    expect(table.commands).toEqual([book])
  })

  it('does not run an unavailable command', () => {
    const run = vi.fn()
    expect(runCommand(command('a', 'A', { run, impossible: 'not now' }))).toBe(false)
    expect(run).not.toHaveBeenCalled()
    expect(runCommand(command('a', 'A', { run }))).toBe(true)
    expect(run).toHaveBeenCalledOnce()
  })
})

describe('the sheet of keys', () => {
  it('has the commands with a key, and when searched every command, by scope and those with a key first', () => {
    const keyed = command('next', 'Next panel', { keys: [{ code: 'F6' }] })
    const own = command('centre', 'Center', { scope: 'panel/ladder' })
    expect(
      groupsFor([...all, keyed, own], 'e').map(({ heading, commands }) => [heading, ...commands.map(({ id }) => id)]),
    ).toEqual([
      ['Everywhere', 'dark'],
      ['This window', 'next', 'book', 'orders'],
      ['In the ladder panel', 'centre'],
    ])
    expect(groupsFor([...all, keyed, own], '').map(({ commands }) => commands)).toEqual([[keyed]])
    expect(groupsFor(all, 'open').map(({ heading }) => heading)).toEqual(['This window'])
  })
})

describe('a menu', () => {
  it('has its commands, with their keys, reasons and choices', () => {
    const place = { menu: 'View', section: 'Appearance' }
    const entries = menuEntries(
      [
        command('a', 'Long title', { menu: { ...place, label: 'A' }, keys: [{ code: 'KeyK', mod: true }] }),
        command('b', 'Theme: Dark', { menu: { ...place, submenu: 'Theme', label: 'Dark' }, selected: true }),
        command('c', 'C', { menu: { ...place, menu: 'File' } }),
        command('d', 'Theme: Light', { menu: { ...place, submenu: 'Theme', label: 'Light' }, impossible: 'not here' }),
      ],
      'View',
      false,
    )
    expect(entries).toMatchObject([
      { id: 'a', label: 'A', section: 'Appearance', key: 'Ctrl K', selected: false },
      {
        label: 'Theme',
        section: 'Appearance',
        entries: [
          { id: 'b', label: 'Dark', selected: true },
          { id: 'd', label: 'Light', impossible: 'not here' },
        ],
      },
    ])
    expect(entries).toHaveLength(2)
  })
})
