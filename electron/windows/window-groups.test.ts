import { describe, expect, it } from 'vitest'
import { MAX_WINDOWS } from '../../contract/workspace.ts'
import type { CallError } from '../errors.ts'
import { deploymentsForTest, type TestDeployment, temporaryDirectory, testProfile } from '../profiles/testing/setup.ts'
import type { LayoutStore } from '../storage/index.ts'
import { windowListOf } from './menus.ts'
import { makeTestChannel, memoryLayouts, type TestWindow, windowsForTest } from './testing/setup.ts'
import { createWindowGroups } from './window-groups.ts'
import { readWindowLayout, saveWindowLayout } from './window-layouts.ts'
import { createWindowTopics, watchFirstBook } from './window-topics.ts'

type DeploymentsOptions = Parameters<typeof deploymentsForTest>[0]

/** The groups over real publishers; deployments whose every payload names its owner. */
function terminal(options: DeploymentsOptions = {}, layouts: LayoutStore = memoryLayouts()) {
  const world = deploymentsForTest(options)
  const { clock, deployments, notices } = world
  const { windows, made, open } = windowsForTest(clock, layouts)
  const topics = createWindowTopics({
    clock,
    epochMs: () => clock.now(),
    makeChannel: makeTestChannel,
    firstBook: watchFirstBook(),
  })
  const groups = createWindowGroups<TestDeployment>({
    deployments,
    windows,
    notices,
    attach: (contents, _name, deployment) =>
      topics.attach(contents, { sources: [deployment.topics], clockOffset: () => 0, isAttended: () => true }),
  })
  const watch = (window: TestWindow, ...keys: string[]): void => {
    topics.of(window.contents).open()
    for (const key of keys) expect(topics.of(window.contents).watch(key)).toBeNull()
  }
  const texts = (window: TestWindow): unknown[] =>
    window.batches.flatMap(({ updates }) => updates.map(([, payload]) => payload))
  const titlesOfWindows = (): string[] => open().map(({ title }) => title)
  return { ...world, windows, made, open, topics, groups, watch, texts, titlesOfWindows, layouts }
}

const first = (windows: readonly TestWindow[]): TestWindow => {
  const [window] = windows
  if (window === undefined) throw new Error('no window')
  return window
}
const profiles = (t: ReturnType<typeof terminal>): string[] =>
  t.open().map(({ contents }) => t.groups.deploymentOf(contents).name)

describe('one more window', () => {
  it('is refused with the reason when twelve are open or opening, and opens when one has closed', async () => {
    const t = terminal()
    await t.groups.restore()
    const requests = Array.from({ length: 20 }, () =>
      t.groups.openAnother(null).catch((error: CallError) => error.code),
    )
    expect((await Promise.all(requests)).filter((code) => code === 'too_many_windows')).toHaveLength(9)
    expect(t.open()).toHaveLength(MAX_WINDOWS)
    await expect(t.groups.openAnother(first(t.open()).contents)).rejects.toThrow('12 windows are open')
    first(t.open()).close()
    await t.groups.openAnother(null)
    expect(t.open()).toHaveLength(MAX_WINDOWS)
  })
})

describe('moving a window to another deployment', () => {
  it('opens a new one there and leaves every other unchanged', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(first(t.open()).contents)
    const [moved, stays] = t.open()
    if (moved === undefined || stays === undefined) throw new Error('two windows')
    expect(profiles(t)).toEqual(['practice', 'practice'])

    await t.groups.move(moved.contents, 'alpha')
    expect(moved.destroyed).toBe(true)
    expect(stays.destroyed).toBe(false)
    expect(profiles(t)).toEqual(['practice', 'alpha'])
    const after = t.open()[1]
    if (after === undefined) throw new Error('no new window')
    expect(t.windows.nameOf(after.contents)).toBe('window-1')
    expect(t.log).toEqual(['start practice', 'start alpha'])
    expect(t.deployments.choices()).toMatchObject([{ windows: 1 }, { windows: 1 }, { windows: 0 }])
  })

  it('never shows one deployment’s data in a window of another, in its first frame or later', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(null)
    const [moved, stays] = t.open()
    if (moved === undefined || stays === undefined) throw new Error('two windows')
    const keys = ['session', 'actions', 'account_version', 'ticker/X', 'alerts']
    t.watch(moved, ...keys)
    t.watch(stays, ...keys)
    t.clock.advance(50)
    const [practice] = t.built
    practice?.say()
    // Changed, and not sent yet, when the window moves.
    await t.groups.move(moved.contents, 'alpha')
    const after = t.open()[1]
    if (after === undefined) throw new Error('no new window')
    const pushed = moved.batches.length
    t.watch(after, ...keys)
    practice?.say()
    t.clock.advance(50)
    practice?.say()
    t.built[1]?.say()
    t.clock.advance(50)

    expect(after.batches[0]?.updates).toHaveLength(keys.length)
    expect(new Set(t.texts(after))).toEqual(new Set(['alpha 0', 'alpha 1']))
    expect(t.texts(stays).every((text) => String(text).startsWith('practice '))).toBe(true)
    expect(t.texts(stays)).toContain('practice 3')
    expect(moved.batches).toHaveLength(pushed)
    expect(() => t.topics.of(moved.contents)).toThrow('closed')
  })

  it('revokes the old page’s right to call before the new one exists', async () => {
    const t = terminal()
    await t.groups.restore()
    const left = first(t.open())
    await t.groups.move(left.contents, 'alpha')
    expect(t.windows.has(left.contents)).toBe(false)
    expect(() => t.groups.deploymentOf(left.contents)).toThrow('closed')
    await expect(t.groups.move(left.contents, 'beta')).rejects.toMatchObject({ code: 'window_closed' })
  })

  it('to its own one does nothing; to an unknown one leaves it where it is', async () => {
    const t = terminal()
    await t.groups.restore()
    const window = first(t.open())
    await t.groups.move(window.contents, 'practice')
    await expect(t.groups.move(window.contents, 'nobody')).rejects.toMatchObject({ code: 'unknown_profile' })
    expect(window.destroyed).toBe(false)
    expect(profiles(t)).toEqual(['practice'])
  })

  it('continues while nothing can be written', async () => {
    const layouts = memoryLayouts()
    const t = terminal(
      {},
      {
        ...layouts,
        saveLayout() {
          throw new Error('the disk is full')
        },
      },
    )
    await t.groups.restore()
    await t.groups.move(first(t.open()).contents, 'alpha')
    expect(profiles(t)).toEqual(['alpha'])
    await t.settle()
    t.clock.advance(60_000)
    expect(t.log).toEqual(['start practice', 'start alpha', 'stop practice', 'stopped practice'])
  })

  it('ends on one deployment when the window closes or is moved twice while a venue starts', async () => {
    const venue = Promise.withResolvers<ReturnType<typeof testProfile>>()
    const t = terminal({ given: 'gamma', practice: () => venue.promise })
    await t.groups.restore()
    await t.groups.openAnother(null)
    const [closing, twice] = t.open()
    if (closing === undefined || twice === undefined) throw new Error('two windows')
    const moves = [closing, twice].map(({ contents }) => t.groups.move(contents, 'practice'))
    await expect(t.groups.move(twice.contents, 'alpha')).rejects.toMatchObject({ code: 'moving' })
    closing.close()
    venue.resolve(testProfile('practice'))
    const [one, two] = await Promise.allSettled(moves)
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'window_closed' } })
    expect(two?.status).toBe('fulfilled')
    expect(profiles(t)).toEqual(['practice'])
    expect(t.deployments.choices().find(({ name }) => name === 'practice')?.windows).toBe(1)
  })

  it('leaves a deployment with pending work running, and stops one without', async () => {
    const t = terminal()
    await t.groups.restore()
    t.built[0]?.hold({ conditionals: 1 })
    await t.groups.move(first(t.open()).contents, 'alpha')
    await t.groups.move(first(t.open()).contents, 'beta')
    await t.settle()
    t.clock.advance(60_000)
    expect(t.log).toEqual(['start practice', 'start alpha', 'start beta', 'stop alpha', 'stopped alpha'])
    expect(t.titles()).toContain('practice keeps running without a window')
  })
})

describe('the drafts of a window', () => {
  it('are restored when it comes back to the deployment, and gone with a closed window', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(null)
    const typed = { layout: 1, drafts: { price: '512' } }
    for (const name of ['window-1', 'window-2']) saveWindowLayout(t.layouts, name, 'practice', typed)
    await t.groups.move(first(t.open()).contents, 'alpha')
    expect(readWindowLayout(t.layouts, 'window-1', 'alpha')).toEqual({ layout: 1 })
    expect(readWindowLayout(t.layouts, 'window-1', 'practice')).toEqual(typed)
    first(t.open()).close()
    expect(readWindowLayout(t.layouts, 'window-2', 'practice')).toEqual({ layout: 1 })
    // Closing the last one is like quitting: the next start restores it.
    first(t.open()).close()
    expect(readWindowLayout(t.layouts, 'window-1', 'practice')).toEqual(typed)
  })
})

describe('a window without panels', () => {
  it('stays empty at the next start, and when closed by the user gives its name to one that starts as at a first start', async () => {
    const t = terminal()
    await t.groups.restore()
    for (let more = 0; more < 2; more += 1) await t.groups.openAnother(null)
    const empty = { version: 2, layout: {}, panels: [] }
    saveWindowLayout(t.layouts, 'window-1', 'practice', empty)
    saveWindowLayout(t.layouts, 'window-2', 'practice', empty)
    saveWindowLayout(t.layouts, 'window-3', 'practice', { ...empty, panels: [{ id: 'book-1' }] })
    for (const window of t.open().slice(1)) window.close()
    expect(readWindowLayout(t.layouts, 'window-2', 'practice')).toBeNull()
    expect(readWindowLayout(t.layouts, 'window-3', 'practice')).toMatchObject({ panels: [{ id: 'book-1' }] })
    first(t.open()).close()
    expect(readWindowLayout(t.layouts, 'window-1', 'practice')).toEqual(empty)
  })
})

describe('the deployment of a call', () => {
  it('is that of the calling window, and of no other', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(null)
    await t.groups.move(first(t.open()).contents, 'alpha')
    expect(t.open().map(({ contents }) => [t.windows.nameOf(contents), t.groups.deploymentOf(contents).name])).toEqual([
      ['window-2', 'practice'],
      ['window-1', 'alpha'],
    ])
    // Contents that only look like a window's: the same id, the same everything.
    const forged = { ...first(t.open()).contents } as TestWindow['contents']
    expect(() => t.groups.deploymentOf(forged)).toThrow('closed')
  })
})

describe('one more window', () => {
  it('opens on the deployment of the requesting window, else on the default one', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.move(first(t.open()).contents, 'alpha')
    await t.groups.openAnother(first(t.open()).contents)
    expect(profiles(t)).toEqual(['alpha', 'alpha'])
    await t.groups.openAnother(null)
    // The deployment that was chosen last is the default one.
    expect(profiles(t)).toEqual(['alpha', 'alpha', 'alpha'])
  })
})

describe('titles', () => {
  it('name the deployment while windows are on several', async () => {
    const t = terminal()
    await t.groups.restore()
    expect(t.titlesOfWindows()).toEqual(['Isotherm'])
    await t.groups.openAnother(null)
    await t.groups.move(first(t.open()).contents, 'alpha')
    expect(t.titlesOfWindows()).toEqual(['Isotherm: practice', 'Isotherm: alpha'])
    first(t.open()).close()
    expect(t.titlesOfWindows()).toEqual(['Isotherm'])
  })
})

describe('a restart', () => {
  it('brings every window back on the deployment it was on', async () => {
    const directory = temporaryDirectory()
    const layouts = memoryLayouts()
    const before = terminal({ directory }, layouts)
    await before.groups.restore()
    await before.groups.openAnother(null)
    await before.groups.openAnother(null)
    await before.groups.move(first(before.open()).contents, 'alpha')
    await before.groups.move(first(before.open()).contents, 'beta')
    before.windows.beginQuit()
    for (const window of before.open()) window.close()

    const after = terminal({ directory }, layouts)
    await after.groups.restore()
    const placed = after
      .open()
      .map(({ contents }) => [after.windows.nameOf(contents), after.groups.deploymentOf(contents).name])
    expect(Object.fromEntries(placed)).toEqual({ 'window-1': 'alpha', 'window-2': 'beta', 'window-3': 'practice' })
  })

  it('puts windows whose deployment is gone on the practice venue, and reports that once', async () => {
    const remembered = [
      { name: 'window-1', profile: 'gone' },
      { name: 'window-2', profile: 'gone' },
      { name: 'window-3', profile: 'alpha' },
    ]
    const t = terminal({}, memoryLayouts({ '#open': remembered }))
    await t.groups.restore()
    expect(profiles(t)).toEqual(['practice', 'practice', 'alpha'])
    expect(t.titles()).toEqual(['Deployment gone no longer exists'])
  })

  it('with a deployment on the command line opens all windows on it, unless some were on it already', async () => {
    const names = [{ name: 'window-1', profile: 'alpha' }, { name: 'window-2', profile: 'beta' }, 'nonsense', 7]
    const t = terminal({ given: 'gamma' }, memoryLayouts({ '#open': names }))
    await t.groups.restore()
    expect(profiles(t)).toEqual(['gamma', 'gamma'])
    const again = terminal(
      { given: 'gamma' },
      memoryLayouts({
        '#open': [
          { name: 'window-1', profile: 'alpha' },
          { name: 'window-2', profile: 'gamma' },
        ],
      }),
    )
    await again.groups.restore()
    expect(profiles(again)).toEqual(['alpha', 'gamma'])
  })

  it('opens what can be opened, and reports what could not; with nothing left it fails', async () => {
    const refuse = () => Promise.reject(new Error('no port'))
    const remembered = [
      { name: 'window-1', profile: 'practice' },
      { name: 'window-2', profile: 'alpha' },
    ]
    const t = terminal({ practice: refuse }, memoryLayouts({ '#open': remembered }))
    await t.groups.restore()
    expect(profiles(t)).toEqual(['alpha'])
    expect(t.notices.source.value[0]?.detail).toBe('no port')
    await expect(terminal({ practice: refuse }).groups.restore()).rejects.toThrow('no port')
  })

  it('is not done twice when the terminal is started a second time in between', async () => {
    const t = terminal()
    await Promise.all([t.groups.restore(), t.groups.restore()])
    expect(t.open()).toHaveLength(1)
  })
})

describe('titles of windows', () => {
  it('begin with the window’s content, name the deployment where windows are on several, and appear in menus', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(null)
    const [one, two] = t.open()
    if (one === undefined || two === undefined) throw new Error('two windows')
    const list = windowListOf(t.windows, two.contents)
    let reported = 0
    list.onChange(() => {
      reported += 1
    })
    t.windows.setTitle(one.contents, 'NYCTMP 14:00')
    t.windows.setTitle(one.contents, 'NYCTMP 14:00')
    expect([t.titlesOfWindows(), reported]).toEqual([['NYCTMP 14:00 – Isotherm', 'Isotherm'], 1])
    expect(list.view({ kind: 'windows' })).toEqual([
      { name: 'window-1', title: 'NYCTMP 14:00', isThis: false },
      { name: 'window-2', title: 'Window 2', isThis: true },
    ])
    await t.groups.move(two.contents, 'alpha')
    expect(t.titlesOfWindows()).toEqual(['NYCTMP 14:00 – Isotherm: practice', 'Isotherm: alpha'])
    t.windows.setTitle(one.contents, '')
    expect(t.titlesOfWindows()[0]).toBe('Isotherm: practice')
  })

  it('number the windows where several of a deployment have the same content, and no longer once they do not', async () => {
    const t = terminal()
    await t.groups.restore()
    await t.groups.openAnother(null)
    await t.groups.openAnother(null)
    const [one, two, three] = t.open()
    if (one === undefined || two === undefined || three === undefined) throw new Error('three windows')
    const inMenus = () =>
      windowListOf(t.windows, one.contents)
        .view({ kind: 'windows' })
        ?.map(({ title }) => title)
    expect(t.titlesOfWindows()).toEqual(['Window 1 – Isotherm', 'Window 2 – Isotherm', 'Window 3 – Isotherm'])
    t.windows.setTitle(one.contents, 'NYCTMP2')
    t.windows.setTitle(two.contents, 'NYCTMP1')
    expect(t.titlesOfWindows()).toEqual(['NYCTMP2 – Isotherm', 'NYCTMP1 – Isotherm', 'Isotherm'])
    t.windows.setTitle(two.contents, 'NYCTMP2')
    expect(t.titlesOfWindows().slice(0, 2)).toEqual(['NYCTMP2 · Window 1 – Isotherm', 'NYCTMP2 · Window 2 – Isotherm'])
    expect(inMenus()).toEqual(['NYCTMP2 · Window 1', 'NYCTMP2 · Window 2', 'Window 3'])
    await t.groups.move(three.contents, 'alpha')
    const third = t.open().find(({ title }) => title === 'Isotherm: alpha')
    if (third === undefined) throw new Error('the third window')
    t.windows.setTitle(third.contents, 'NYCTMP2')
    expect(third.title).toBe('NYCTMP2 – Isotherm: alpha')
    two.close()
    expect([one.title, inMenus()]).toEqual(['NYCTMP2 – Isotherm: practice', ['NYCTMP2']])
  })
})

describe('a window that a panel is moved into', () => {
  it('opens with what was prepared for it, which is undone when it cannot open', async () => {
    const t = terminal()
    await t.groups.restore()
    const done: string[] = []
    const prepare = (name: string) => {
      done.push(`for ${name}`)
      return () => void done.push('taken back')
    }
    expect(await t.groups.openAnother(null, prepare)).toBe('window-2')
    t.windows.open = () => {
      throw new Error('no window')
    }
    await expect(t.groups.openAnother(null, prepare)).rejects.toThrow('no window')
    expect(done).toEqual(['for window-2', 'for window-3', 'taken back'])
    expect(t.deployments.choices()).toMatchObject([{ windows: 2 }, {}, {}])
  })
})
