import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { WorkspacesView } from '../../contract/workspace.ts'
import { FIRST_TEMPLATE } from '../../contract/workspace-names.ts'
import { openStorage } from '../storage/index.ts'
import { openLayout, readWindowLayout, saveWindowLayout } from '../windows/index.ts'
import { windowsForTest } from '../windows/testing/setup.ts'
import { createWorkspaces } from './workspaces.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const home = (profile: string) => ({
  profile,
  attach: () => ({ setVisible: () => undefined, reset: () => undefined, detach: () => undefined }),
})

/** Windows over a real data folder; each `terminal` on the same folder is a start. */
function terminal(directory = mkdtempSync(join(tmpdir(), 'isotherm-workspaces-'))) {
  const clock = createFakeClock()
  const storage = openStorage({ directory, clock, log: quiet })
  const { layouts } = storage
  const { windows, open } = windowsForTest(clock, layouts)
  const openNamed = async (name: string, profile = 'alpha'): Promise<void> => windows.open(name, home(profile))
  const workspaces = createWorkspaces({
    store: storage.workspaces,
    windowLayouts: {
      read: (profile) =>
        windows.on(profile).map(({ name }) => ({
          window: name,
          place: windows.places.placeOf(name),
          layout: readWindowLayout(layouts, name, profile),
        })),
      apply: (profile, wanted) =>
        openLayout(profile, wanted, { windows, layouts, open: (name) => openNamed(name, profile) }),
    },
    clock,
    log: quiet,
  })
  windows.onUserChange((profile) => workspaces.userChanged(profile))
  const view = (profile = 'alpha'): WorkspacesView =>
    workspaces.topics(profile).view({ kind: 'workspaces' }) as WorkspacesView
  return {
    directory,
    clock,
    storage,
    layouts,
    windows,
    workspaces,
    openNamed,
    view,
    names: (profile = 'alpha') => windows.on(profile).map(({ name }) => name),
    window(name: string) {
      const { contents } = windows.on('alpha').find((each) => each.name === name) ?? {}
      const found = open().find((each) => each.contents === contents)
      if (found === undefined) throw new Error(`no ${name}`)
      return found
    },
    lay: (name: string, layout: Record<string, unknown>) => saveWindowLayout(layouts, name, 'alpha', layout),
    layout: (name: string) => readWindowLayout(layouts, name, 'alpha'),
  }
}

/** Two windows that are saved as `Two`, each with its place and its own layout. */
async function saved() {
  const t = terminal()
  await t.openNamed('window-1')
  await t.openNamed('window-2')
  t.lay('window-1', { version: 2, panels: [{ id: 'a', kind: 'book' }] })
  t.lay('window-2', {
    version: 2,
    panels: [
      { id: 'b', kind: 'chart' },
      { id: 'c', kind: 'chart' },
    ],
  })
  t.window('window-1').bounds = { x: 0, y: 0, width: 960, height: 1080 }
  t.window('window-2').bounds = { x: 960, y: 0, width: 960, height: 1080 }
  t.workspaces.saveAs('alpha', 'Two')
  return t
}

describe('a workspace', () => {
  it('restores its windows: layouts, places, closed ones, and no others', async () => {
    const t = await saved()
    t.lay('window-1', { version: 2, panels: {} })
    t.window('window-1').bounds = { x: 100, y: 100, width: 1200, height: 700 }
    t.window('window-2').close()
    await t.openNamed('window-3')
    await t.workspaces.open('alpha', 'Two', true)
    expect(t.names()).toEqual(['window-1', 'window-2'])
    expect([t.layout('window-1'), t.layout('window-2')]).toEqual([
      { version: 2, panels: [{ id: 'a', kind: 'book' }] },
      {
        version: 2,
        panels: [
          { id: 'b', kind: 'chart' },
          { id: 'c', kind: 'chart' },
        ],
      },
    ])
    expect(t.window('window-1')).toMatchObject({ bounds: { x: 0, y: 0, width: 960, height: 1080 }, reloads: 1 })
    expect(t.window('window-2').bounds).toEqual({ x: 960, y: 0, width: 960, height: 1080 })
  })

  it('leaves the windows of other deployments alone, and takes none of their names', async () => {
    const t = await saved()
    t.window('window-2').close()
    await t.openNamed('window-2', 'beta')
    t.lay('window-2', { of: 'beta' })
    await t.workspaces.open('alpha', 'Two', true)
    expect([t.names(), t.names('beta')]).toEqual([['window-1', 'window-3'], ['window-2']])
    expect([t.layout('window-2'), t.layout('window-3')]).toMatchObject([{ of: 'beta' }, { panels: [{ id: 'b' }, {}] }])
    expect(t.view('beta').current).toBeNull()
  })

  it('keeps drafts, in windows that stay and in those that close, and contains none of them itself', async () => {
    const t = terminal()
    await t.openNamed('window-1')
    t.workspaces.saveAs('alpha', 'One')
    await t.openNamed('window-2')
    t.workspaces.saveAs('alpha', 'Two')
    t.lay('window-1', { panels: {}, drafts: { price: '512.3' } })
    t.lay('window-2', { panels: {}, drafts: { price: '487.6' } })
    await t.workspaces.open('alpha', 'One', true)
    expect(t.names()).toEqual(['window-1'])
    expect(t.layout('window-1')).toMatchObject({ drafts: { price: '512.3' } })
    // One more window starts without drafts.
    expect(t.windows.freeName()).toBe('window-3')
    await t.workspaces.open('alpha', 'Two', true)
    t.workspaces.save('alpha')
    expect(readFileSync(join(t.directory, 'workspaces.json'), 'utf8')).not.toMatch(/512\.3|487\.6|drafts|alpha"?:? ?\[/)
    t.lay('window-2', { ...t.layout('window-2') })
    expect(t.layout('window-2')).toMatchObject({ drafts: { price: '487.6' } })
  })

  it('is not opened over a layout that would be lost, unless the trader agrees', async () => {
    const t = await saved()
    t.workspaces.saveAs('alpha', 'Other')
    t.workspaces.userChanged('alpha')
    await expect(t.workspaces.open('alpha', 'Two', false)).rejects.toMatchObject({ code: 'unsaved_changes' })
    await t.workspaces.open('alpha', 'Two', true)
    await t.workspaces.open('alpha', 'Other', false)
    const fresh = terminal()
    await fresh.openNamed('window-1')
    const template = { name: 'Scalar', layouts: [{ version: 2 }], first: 'window-1' }
    await expect(fresh.workspaces.openTemplate('alpha', { ...template, discard: false })).rejects.toThrow('not saved')
    await fresh.workspaces.openTemplate('alpha', { ...template, discard: true })
    expect(fresh.view().current).toEqual({ name: 'Scalar', from: 'template', changed: false })
    await fresh.workspaces.openTemplate('alpha', { ...template, discard: false })
  })

  it('is refused where there would be too many windows, before anything is changed', async () => {
    const t = await saved()
    t.window('window-2').close()
    for (let number = 20; number < 31; number += 1) await t.openNamed(`window-${number}`, 'beta')
    t.lay('window-1', { mine: true })
    await expect(t.workspaces.open('alpha', 'Two', true)).rejects.toMatchObject({ code: 'too_many_windows' })
    expect([t.names(), t.layout('window-1')]).toEqual([['window-1'], { mine: true }])
  })

  it('opens a template in as many windows as it has, the first in the trader’s current one', async () => {
    const t = await saved()
    await t.workspaces.openTemplate('alpha', {
      name: 'Everything',
      layouts: [{ one: 1 }, { two: 2 }, { three: 3 }],
      discard: false,
      first: 'window-2',
    })
    expect(t.names()).toEqual(['window-1', 'window-2', 'window-3'])
    expect([t.layout('window-2'), t.layout('window-1'), t.layout('window-3')]).toEqual([
      { one: 1 },
      { two: 2 },
      { three: 3 },
    ])
    expect(() => t.workspaces.save('alpha')).toThrow(
      'These windows are not a saved workspace yet. Save them under a name.',
    )
  })

  it('is changed by user actions in its windows or panels, and by nothing else', async () => {
    const t = await saved()
    const changed = (): boolean => t.view().current?.changed === true
    const layout = { panels: { a: 1 }, layout: { activeGroup: '1' } }
    const save = (change: Parameters<typeof t.workspaces.layoutSaved>[1]): boolean => {
      t.workspaces.layoutSaved('alpha', change)
      return changed()
    }
    // A page saves its layout again when its window is resized, and remembers the front tab.
    expect(save({ before: layout, after: { panels: { a: 2 } }, isUserChange: false })).toBe(false)
    expect(
      save({ before: layout, after: { ...layout, layout: { activeGroup: '2' }, drafts: {} }, isUserChange: true }),
    ).toBe(false)
    expect(save({ before: layout, after: { panels: { a: 2 } }, isUserChange: true })).toBe(true)
    await t.workspaces.reset('alpha')
    expect(changed()).toBe(false)
    t.window('window-2').close()
    expect(changed()).toBe(true)
    t.workspaces.save('alpha')
    expect([changed(), t.view().list]).toMatchObject([false, [{ name: 'Two', windows: 1 }]])
    t.window('window-1').emit('ready-to-show')
    t.window('window-1').setBounds({ x: 300 })
    t.clock.advance(1000)
    expect(changed()).toBe(true)
  })

  it('is renamed, duplicated and deleted; each name is unique', async () => {
    const t = await saved()
    t.workspaces.duplicate('two', 'Copy')
    t.workspaces.rename('Two', 'Morning')
    expect(t.view()).toMatchObject({
      current: { name: 'Morning' },
      list: [{ name: 'Copy' }, { name: 'Morning' }],
    })
    for (const taken of ['COPY', 'morning']) {
      expect(() => t.workspaces.saveAs('alpha', taken)).toThrow('Choose another name')
      expect(() => t.workspaces.duplicate('Copy', taken)).toThrow('Choose another name')
    }
    t.workspaces.rename('Morning', 'MORNING')
    expect(() => t.workspaces.rename('Copy', 'Morning')).toThrow('MORNING already')
    t.workspaces.remove('morning')
    expect(t.view()).toMatchObject({ current: null, list: [{ name: 'Copy' }] })
    expect(() => t.workspaces.exportText('Morning')).toThrow('Workspace Morning no longer exists.')
  })

  it('gets no name of a template, and one that already has it stays usable', async () => {
    const t = await saved()
    const refused = 'Scalar is the name of a template. Choose another name: Scalar 2.'
    const text = t.workspaces.exportText('Two')
    expect(() => t.workspaces.saveAs('alpha', 'Scalar')).toThrow(refused)
    expect(() => t.workspaces.rename('Two', 'SCALAR')).toThrow(refused)
    expect(() => t.workspaces.duplicate('Two', 'scalar')).toThrow(refused)
    await expect(t.workspaces.take(text, 'Scalar')).rejects.toThrow(refused)
    expect(() => t.workspaces.saveAs('alpha', 'Everything')).toThrow(
      'Everything is the name of a template. Choose another name: Everything 2.',
    )
    expect(t.view().list).toMatchObject([{ name: 'Two' }])
    expect((await t.workspaces.preview(text.replace('"Two"', '"Scalar"'), [])).name).toBe('Scalar 2')

    const { workspaces } = t.storage.workspaces
    const [two] = workspaces
    t.storage.workspaces.save({ workspaces: [{ ...(two as (typeof workspaces)[number]), name: 'Scalar' }] })
    await t.workspaces.open('alpha', 'Scalar', true)
    t.workspaces.save('alpha')
    t.workspaces.rename('Scalar', 'scalar')
    t.workspaces.rename('scalar', 'Mine')
    expect(t.view()).toMatchObject({ current: { name: 'Mine' }, list: [{ name: 'Mine' }] })
  })

  it('is neither saved nor renamed nor deleted while windows are being laid out by it', async () => {
    const t = await saved()
    t.window('window-2').close()
    t.workspaces.saveAs('alpha', 'One')
    const opening = t.workspaces.open('alpha', 'Two', true)
    expect(() => t.workspaces.save('alpha')).toThrow('The windows are still opening. Save when they are ready.')
    expect(() => t.workspaces.saveAs('alpha', 'Half')).toThrow(
      'The windows are still opening. Save when they are ready.',
    )
    expect(() => t.workspaces.rename('Two', 'Three')).toThrow('Workspace Two is opening.')
    expect(() => t.workspaces.remove('Two')).toThrow('Workspace Two is opening.')
    t.workspaces.rename('One', 'Single')
    await opening
    expect(t.view()).toMatchObject({
      current: { name: 'Two', changed: false },
      list: [
        { name: 'Single', windows: 1 },
        { name: 'Two', windows: 2 },
      ],
    })
    t.workspaces.save('alpha')
  })

  it('survives a restart, and is restored from the last good copy when its file was damaged', async () => {
    const t = await saved()
    t.workspaces.duplicate('Two', 'Three')
    t.storage.close()
    const again = terminal(t.directory)
    expect(again.view()).toMatchObject({ current: { name: 'Two' }, list: [{ name: 'Three' }, { name: 'Two' }] })
    again.storage.close()
    writeFileSync(join(t.directory, 'workspaces.json'), '{"version": 1, "workspaces": [{')
    const damaged = terminal(t.directory)
    expect(damaged.view().list).toMatchObject([{ name: 'Two' }])
    expect(damaged.storage.setAside).toMatchObject([{ what: 'workspaces' }])
    expect(readdirSync(t.directory).some((name) => name.startsWith('workspaces.damaged-'))).toBe(true)
    damaged.storage.close()
  })
})

describe('an exported workspace', () => {
  it('is previewed before it is imported, and opens elsewhere at the same part of another display', async () => {
    const t = await saved()
    const text = t.workspaces.exportText('Two')
    const elsewhere = terminal()
    await elsewhere.openNamed('window-1')
    const place = { state: 'normal', width: 960, height: 1080, isEmpty: false, more: 0, undescribed: [] }
    const unlinked = { market: null, group: null, unread: null }
    expect(await elsewhere.workspaces.preview(text, ['book'])).toEqual({
      name: 'Two',
      windows: [
        { ...place, panels: [{ kind: 'book', ...unlinked, count: 1 }] },
        { ...place, panels: [{ kind: 'chart', ...unlinked, count: 2 }] },
      ],
      unknownKinds: ['chart'],
      repeatedIds: [],
    })
    expect(elsewhere.view().list).toEqual([])
    await elsewhere.workspaces.take(text, 'Taken')
    await elsewhere.workspaces.open('alpha', 'Taken', true)
    expect(elsewhere.window('window-2').bounds).toEqual({ x: 960, y: 0, width: 960, height: 1080 })
    expect((await elsewhere.workspaces.preview(text, [])).name).toBe('Two')
    await elsewhere.workspaces.take(text, 'two')
    expect((await elsewhere.workspaces.preview(text, [])).name).toBe('Two 2')
    await expect(elsewhere.workspaces.take(text, 'TWO')).rejects.toThrow('already')
  })

  it('with a hand-copied window reports that, and opens with separate panels in each', async () => {
    const t = await saved()
    const text = t.workspaces.exportText('Two').replaceAll('"id": "b"', '"id": "a"')
    expect((await t.workspaces.preview(text, ['book', 'chart'])).repeatedIds).toEqual(['a'])
    await t.workspaces.take(text, 'Copied')
    await t.workspaces.open('alpha', 'Copied', true)
    expect([t.layout('window-1'), t.layout('window-2')]).toMatchObject([
      { panels: [{ id: 'a', kind: 'book' }] },
      { panels: [{ id: 'a-2', kind: 'chart' }, { id: 'c' }] },
    ])
  })

  it.each([
    ['no JSON', (text: string) => text.slice(9), /it is not JSON/],
    ['another file', () => '{"windows": []}', /"format" is not “isotherm-workspace”/],
    ['a list', () => '[]', /"format"/],
    [
      'a panel twice',
      (text: string) => text.replace('"id": "c"', '"id": "b"'),
      /Not a valid workspace: "windows\.1\.layout": the panel id “b” appears twice in this window\./,
    ],
    [
      'a newer one',
      (text: string) => text.replace('"version": 1,', '"version": 2,'),
      /Not a valid workspace: it has version 2; this Isotherm reads version 1\. Update Isotherm\./,
    ],
    ['an invalid place', (text: string) => text.replace('"left": 0', '"left": "far"'), /"windows\.0\.place\.left"/],
    [
      'an additional field',
      (text: string) => text.replace('"left": 0', '"left": 0, "token": "x"'),
      /"windows\.0\.place"/,
    ],
    ['no name', (text: string) => text.replace('"Two"', '" "'), /"name"/],
    [
      'a layout too large',
      (text: string) => text.replace('"kind": "book"', `"kind": "${'x'.repeat(300_000)}"`),
      /"windows\.0\.layout" is larger than 256 KB/,
    ],
    [
      'far too many panels, judged by its size before its panels are compared',
      (text: string) => text.replace(/"panels": \[/, `"panels": [${'{"id":"b"},'.repeat(30_000)}`),
      /is larger than 256 KB/,
    ],
  ])('with %s is refused, naming the fault', async (_what, spoil, says) => {
    const t = await saved()
    const text = spoil(t.workspaces.exportText('Two'))
    await expect(t.workspaces.preview(text, [])).rejects.toThrow(says)
    await expect(t.workspaces.take(text, 'New')).rejects.toThrow(says)
    expect(t.view().list).toHaveLength(1)
  })

  it('is not imported with endless nesting', async () => {
    const t = await saved()
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const text = t.workspaces.exportText('Two').replace('"version": 2', `"version": ${deep}`)
    await expect(t.workspaces.take(text, 'Deep')).rejects.toThrow('Not a valid workspace')
    expect(t.view().list.map(({ name }) => name)).toEqual(['Two'])
  })

  it('of megabytes yields to other work while it is parsed', async () => {
    const t = await saved()
    const text = t.workspaces.exportText('Two').replace('"version": 1', `"version": [${'1,'.repeat(1_000_000)}1]`)
    let isOver = false
    const looked = t.workspaces.preview(text, []).finally(() => {
      isOver = true
    })
    const refused = expect(looked).rejects.toThrow('Not a valid workspace')
    for (let turn = 0; turn < 50; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(isOver).toBe(false)
    }
    await refused
  })

  it('brings no drafts, should somebody have written them in', async () => {
    const t = await saved()
    const text = t.workspaces.exportText('Two').replace('"layout": {', '"layout": { "drafts": { "price": "1" },')
    await t.workspaces.take(text, 'New')
    expect(t.workspaces.exportText('New')).not.toContain('drafts')
  })
})

describe('a first start', () => {
  it('shows the first template: another one is opened without a question until the user changes something', async () => {
    const t = terminal()
    await t.openNamed('window-1')
    t.workspaces.firstStart('alpha')
    expect(t.view().current).toEqual({ name: FIRST_TEMPLATE, from: 'template', changed: false })
    await t.workspaces.openTemplate('alpha', {
      name: 'Binary',
      layouts: [{ version: 2 }],
      discard: false,
      first: 'window-1',
    })
    expect(t.view().current).toMatchObject({ name: 'Binary', changed: false })
  })

  it('is none where windows were laid out before there were workspaces, nor where one is current', async () => {
    const t = terminal()
    await t.openNamed('window-1')
    await t.openNamed('window-2')
    t.lay('window-1', { version: 1 })
    t.workspaces.firstStart('alpha')
    expect(t.view().current).toBeNull()
    t.workspaces.saveAs('alpha', 'Mine')
    await t.openNamed('window-3')
    t.workspaces.firstStart('alpha')
    expect(t.view().current).toMatchObject({ name: 'Mine' })
  })
})
