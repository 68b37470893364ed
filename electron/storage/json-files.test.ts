import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openStorage } from './open-storage.ts'
import { openSettings } from './settings-store.ts'
import { openLayouts, openMarketChoices, openWorkspaces } from './window-files.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-settings-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const clock = createFakeClock(Date.UTC(2026, 10, 21, 12))
const settings = () => openSettings(directory, clock)
const path = (name: string): string => join(directory, name)
const DAMAGED = 'settings.damaged-2026-11-21T12-00-00-000Z.json'

describe('settings', () => {
  it('are dark, normal and ask before an unverified action, until they are changed', () => {
    expect(settings().readSettings()).toMatchObject({
      theme: 'dark',
      density: 'normal',
      unverifiedActions: 'confirm',
      limits: DEFAULT_LIMITS,
    })
    expect(readdirSync(directory)).toEqual([])
  })

  it('are restored after a restart, with the previous ones as backup', () => {
    const store = settings()
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    store.saveSettings({ ...DEFAULT_SETTINGS, density: 'compact' })
    expect(settings().readSettings()).toEqual({ ...DEFAULT_SETTINGS, density: 'compact' })
    expect(JSON.parse(readFileSync(path('settings.json.bak'), 'utf8')).theme).toBe('light')
    expect(readdirSync(directory).sort()).toEqual(['settings.json', 'settings.json.bak'])
    expect(statSync(path('settings.json')).mode & 0o077).toBe(0)
  })

  it('keep keys unknown to this version, and fill in missing ones', () => {
    writeFileSync(path('settings.json'), '{"theme":"light","soundOfFills":{"on":true}}')
    const store = settings()
    expect(store.readSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' })
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })
    expect(JSON.parse(readFileSync(path('settings.json'), 'utf8'))).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'system',
      soundOfFills: { on: true },
    })
  })

  it.each([
    ['garbage', '\u0000\u0001garbage'],
    ['cut short', '{"theme":"li'],
    ['empty', ''],
    ['of another shape', '[1,2]'],
  ])('that are damaged are set aside by name and reported: %s', (_, text) => {
    writeFileSync(path('settings.json'), text)
    const store = settings()
    expect(store.readSettings()).toEqual(DEFAULT_SETTINGS)
    expect(store.setAside).toEqual({
      what: 'settings',
      movedTo: path(DAMAGED),
      reason: expect.stringContaining('A new file was started.'),
    })
    expect(readFileSync(path(DAMAGED), 'utf8')).toBe(text)
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    expect(readFileSync(path(DAMAGED), 'utf8')).toBe(text)
    expect(settings().setAside).toBeNull()
  })

  it.each([
    [{ theme: 'pink' }, { theme: 'dark' }, 'Theme was "pink"; now Dark theme.'],
    [{ textSize: 105 }, { textSize: 100 }, 'Text size was 105; now 100 %.'],
    [{ lessMotion: 'yes' }, { lessMotion: false }, 'Reduce motion was "yes"; now Off.'],
    [{ limits: { dayLoss: '-1' } }, { limits: DEFAULT_LIMITS }, 'Max daily loss was "-1"; now 5000 USDC.'],
    [{ limits: { armMinutes: 0 } }, { limits: DEFAULT_LIMITS }, 'Window armed for was 0; now 60 minutes.'],
    [
      { keys: { palette: [{ code: 'KeyJ', mod: true }], find: [{ code: 'Escape' }] } },
      { keys: { palette: [{ code: 'KeyJ', mod: true }] } },
      'Keys of "find" were [{"code":"Escape"}]; reset to default.',
    ],
    [{ keys: [] }, {}, 'Keys were []; reset to defaults.'],
    [
      { sizes: { scalar: [{ by: 'contracts', amount: '7' }], binary: [{ by: 'contracts', amount: '7' }] } },
      { sizes: { scalar: [{ by: 'contracts', amount: '7' }] } },
      'Sizes of "binary" were [{"by":"contracts","amount":"7"}]; reset to defaults.',
    ],
    [{ sizes: 7 }, {}, 'Sizes were 7; reset to defaults.'],
    [{ limits: 'none' }, { limits: DEFAULT_LIMITS }, 'Limits were "none"; reset to defaults.'],
  ])('with an invalid value keep all others, and the value is named: %j', (bad, instead, text) => {
    const good = { density: 'compact', unverifiedActions: 'refuse' } as const
    writeFileSync(path('settings.json'), JSON.stringify({ ...good, ...bad }))
    const store = settings()
    expect(store.readSettings()).toEqual({ ...DEFAULT_SETTINGS, ...good, ...instead })
    expect(store.resets).toEqual([text])
    expect(store.setAside).toBeNull()
    store.saveSettings(store.readSettings())
    expect(settings().resets).toEqual([])
  })

  it('without a day loss limit stay without one', () => {
    writeFileSync(path('settings.json'), '{"limits":{"dayLoss":null,"ordersPerMinute":33}}')
    const store = settings()
    expect(store.resets).toEqual([])
    expect(store.readSettings().limits).toEqual({ ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute: 33 })
  })

  it('that are damaged are restored from the backup, and still are at the next start', () => {
    const store = settings()
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })
    writeFileSync(path('settings.json'), '{')
    const reopened = settings()
    expect(reopened.setAside?.reason).toContain('The last backup is used instead.')
    expect(reopened.readSettings().theme).toBe('light')
    expect(settings()).toMatchObject({ setAside: null })
    expect(settings().readSettings().theme).toBe('light')
  })

  it('whose backup is damaged too start with the defaults', () => {
    writeFileSync(path('settings.json'), '{')
    writeFileSync(path('settings.json.bak'), '["theme"]')
    expect(settings().readSettings()).toEqual(DEFAULT_SETTINGS)
  })

  it('that cannot be saved report that, and stay unchanged', () => {
    const store = settings()
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    mkdirSync(path('settings.json.tmp'))
    expect(() => store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })).toThrow(
      'settings.json could not be saved',
    )
    expect(store.readSettings().theme).toBe('light')
    expect(settings().readSettings().theme).toBe('light')
  })

  it('are unharmed by a crash before the rename', () => {
    settings().saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    writeFileSync(path('settings.json.tmp'), '{"theme":"sys')
    const store = settings()
    expect(store.readSettings().theme).toBe('light')
    store.saveSettings({ ...DEFAULT_SETTINGS, theme: 'system' })
    expect(existsSync(path('settings.json.tmp'))).toBe(false)
    chmodSync(path('settings.json'), 0o600)
    expect(settings().readSettings().theme).toBe('system')
  })
})

describe('layouts', () => {
  it('are kept by window, and are null for a window without one', () => {
    const store = openLayouts(directory, clock)
    expect(store.readLayout('main')).toBeNull()
    expect(store.readLayout('toString')).toBeNull()
    store.saveLayout('main', { grid: [1, 2] })
    store.saveLayout('second', { grid: [] })
    store.close()
    const reopened = openLayouts(directory, clock)
    expect(reopened.readLayout('main')).toEqual({ grid: [1, 2] })
    expect(reopened.readLayout('second')).toEqual({ grid: [] })
  })

  it('that keep changing are written once a second, and the last one always', () => {
    const turning = createFakeClock()
    const store = openLayouts(directory, turning)
    const onDisk = () => openLayouts(directory, turning).readLayout('main')
    let writes = 0
    let before: unknown = null
    for (let change = 1; change <= 100; change += 1) {
      store.saveLayout('main', { change })
      expect(store.readLayout('main')).toEqual({ change })
      if (JSON.stringify(onDisk()) !== JSON.stringify(before)) writes += 1
      before = onDisk()
      turning.advance(50)
    }
    // The first at once, and one at the end of each of the five seconds, seen at the change after it.
    expect(writes).toBe(5)
    turning.advance(1000)
    expect(onDisk()).toEqual({ change: 100 })
    expect(turning.waiting).toBe(0)
  })

  it('with pending writes are written when the terminal quits', () => {
    const turning = createFakeClock()
    const store = openLayouts(directory, turning)
    store.saveLayout('main', 1)
    store.saveLayout('main', 2)
    store.close()
    expect(turning.waiting).toBe(0)
    expect(openLayouts(directory, turning).readLayout('main')).toBe(2)
    const storage = openStorage({ directory, clock: turning })
    storage.layouts.saveLayout('main', 3)
    storage.layouts.saveLayout('main', 4)
    storage.close()
    expect(openLayouts(directory, turning).readLayout('main')).toBe(4)
  })

  it('that cannot be written later are logged and reported, and written with the next change', () => {
    const turning = createFakeClock()
    const warn = vi.fn()
    const store = openLayouts(directory, turning, { warn })
    const reports: (string | null)[] = []
    store.watchWrites((failure) => reports.push(failure?.message ?? null))
    store.saveLayout('main', 1)
    store.saveLayout('main', 2)
    mkdirSync(path('layouts.json.tmp'))
    turning.advance(1000)
    expect(warn).toHaveBeenCalledOnce()
    expect(reports).toEqual([null, expect.stringContaining('layouts.json could not be saved')])
    expect(store.readLayout('main')).toBe(2)
    rmSync(path('layouts.json.tmp'), { recursive: true })
    turning.advance(1000)
    store.saveLayout('second', 3)
    expect(reports.at(-1)).toBeNull()
    expect(openLayouts(directory, turning).readLayout('main')).toBe(2)
  })

  it('that are damaged are set aside under their own name', () => {
    writeFileSync(path('layouts.json'), '{"windows":[]}')
    const store = openLayouts(directory, clock)
    expect(store.setAside?.movedTo).toBe(path('layouts.damaged-2026-11-21T12-00-00-000Z.json'))
    expect(store.readLayout('main')).toBeNull()
  })
})

describe('chosen markets', () => {
  const none = { links: {}, favourites: [], stations: {} }

  it('are kept for each deployment, together with another version’s data', () => {
    writeFileSync(path('markets.json'), '{"alpha":{"links":{"1":"weather/NYC"},"sorts":{"by":"name"}}}')
    const store = openMarketChoices(directory, clock)
    expect(store.read('alpha')).toMatchObject({ links: { 1: 'weather/NYC' }, favourites: [] })
    expect(store.read('toString')).toEqual(none)
    store.save('alpha', { favourites: ['outcome/3601/0'] })
    store.save('beta', { links: { 2: 'scalar/live' } })
    store.close()
    const reopened = openMarketChoices(directory, clock)
    expect(reopened.read('alpha')).toEqual({
      links: { 1: 'weather/NYC' },
      favourites: ['outcome/3601/0'],
      sorts: { by: 'name' },
      stations: {},
    })
    expect(reopened.read('beta')).toEqual({ ...none, links: { 2: 'scalar/live' } })
  })

  it('are written once the windows have been notified: a slow disk delays no group that moves', () => {
    const store = openMarketChoices(directory, clock)
    store.save('alpha', { links: { 1: 'binary/active' } })
    expect(store.read('alpha').links).toEqual({ 1: 'binary/active' })
    expect(existsSync(path('markets.json'))).toBe(false)
    clock.advance(49)
    expect(existsSync(path('markets.json'))).toBe(false)
    clock.advance(1)
    expect(JSON.parse(readFileSync(path('markets.json'), 'utf8'))).toMatchObject({
      alpha: { links: { 1: 'binary/active' } },
    })
  })

  it('report a failed write, and the next successful one', () => {
    const store = openMarketChoices(directory, clock)
    const reports: (string | null)[] = []
    store.watchWrites((failure) => reports.push(failure?.message ?? null))
    mkdirSync(path('markets.json.tmp'))
    store.save('alpha', { links: { 1: 'binary/active' } })
    clock.advance(50)
    rmdirSync(path('markets.json.tmp'))
    store.save('alpha', { links: { 1: 'scalar/live' } })
    clock.advance(1000)
    expect(reports).toEqual([expect.stringContaining('markets.json could not be saved'), null])
  })

  it('are written when the terminal quits, and set aside under their own name when damaged', () => {
    const storage = openStorage({ directory, clock })
    for (const market of ['binary/active', 'scalar/live']) storage.marketChoices.save('alpha', { links: { 1: market } })
    storage.close()
    expect(openMarketChoices(directory, clock).read('alpha').links).toEqual({ 1: 'scalar/live' })
    writeFileSync(path('markets.json'), '[')
    rmSync(path('markets.json.bak'), { force: true })
    const reopened = openStorage({ directory, clock })
    expect(reopened.setAside.map(({ what }) => what)).toEqual(['markets'])
    expect(reopened.marketChoices.read('alpha')).toEqual(none)
    reopened.close()
  })
})

describe('a file from another program', () => {
  it('is set aside unread where it is larger than any of the terminal’s can be', () => {
    writeFileSync(path('settings.json'), '{"theme":"light"}')
    truncateSync(path('settings.json'), 64_000_001)
    const store = settings()
    expect(store.setAside?.reason).toMatch(/^It is larger than 64 MB/)
    expect(store.readSettings()).toEqual(DEFAULT_SETTINGS)
  })

  it('has workspaces with safe names', () => {
    const display = { x: 0, y: 0, width: 9, height: 9 }
    const place = { state: 'normal', left: 0, top: 0, width: 9, height: 9 }
    const window = {
      ...{ window: 'window-1', layout: null },
      place: { ...place, display: { ...display, workArea: display, scale: 1, isPrimary: true } },
    }
    const workspaces = [{ name: 'Day\u202E\u2028trading', savedAt: 1, windows: [window] }]
    writeFileSync(path('workspaces.json'), JSON.stringify({ version: 1, workspaces, current: {} }))
    const store = openWorkspaces(directory, clock)
    expect([store.setAside, store.workspaces.map(({ name }) => name)]).toEqual([null, ['Day trading']])
  })
})
