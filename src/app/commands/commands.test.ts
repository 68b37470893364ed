import { describe, expect, it, vi } from 'vitest'
import type { CallName } from '../../../contract/ipc.ts'
import { reservedFor, sameKey } from '../../../contract/key.ts'
import { LINK_GROUPS } from '../../../contract/link.ts'
import { ACTIVE, LIVE } from '../../../contract/market-ref.ts'
import type { KeysMode } from '../../../contract/safety-locks.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/settings-table.ts'
import {
  type Command,
  commandForPress,
  keyGroupsFor,
  keyLabels,
  menuEntries,
  overlayCommands,
  runCommand,
  searchAll,
} from '../../commands/index.ts'
import { tradingCommands } from '../../quick-order/index.ts'
import { createFakeBridge } from '../../testing/index.ts'
import type { PanelAction } from '../../workspace/index.ts'
import { onePanelCommands, PANEL_MENU } from '../docking/index.ts'
import { exitProvider } from './automated-orders.ts'
import { FORMS, formCommands } from './form-commands.ts'
import { marketCommands, marketProvider } from './market-commands.ts'
import { ACTS, actingPanel, panelActionCommands } from './panel-actions.tsx'
import { OFFER_TOPICS, offerCommands, offeringPanel, offersOf, panelCommands } from './panel-commands.ts'
import { settingCommands } from './setting-commands.ts'
import { HANDLED_KEYS } from './settings-dialogs.tsx'
import { windowCommands } from './window-commands.ts'

/** The calls that window commands may make: none opens, changes or ends an order. */
const ALLOWED: ReadonlySet<CallName> = new Set(['saveSettings', 'openWindow', 'setFavourite'])

function commandsOn(settings: Settings, open: readonly string[]) {
  const { bridge, calls } = createFakeBridge()
  const docking = {
    show: vi.fn(),
    add: vi.fn(),
    close: vi.fn(),
    askExits: vi.fn(),
    duplicate: vi.fn(),
    move: vi.fn(),
    split: vi.fn(),
    turnTab: vi.fn(),
    link: vi.fn(),
    follow: vi.fn(),
    choose: vi.fn(),
    moveToWindow: vi.fn(),
    resetLayout: vi.fn(),
    focusRegion: vi.fn(),
    focusTicket: vi.fn(),
    focusExits: vi.fn(),
    arm: vi.fn(),
    sayPrices: vi.fn(),
    notify: vi.fn(),
    askForm: vi.fn(),
  }
  const commands: readonly Command[] = [
    ...panelCommands({
      ...docking,
      kinds: [
        { id: 'chart', title: 'Chart' },
        { id: 'book', title: 'Order book' },
      ],
      open: new Set(open),
      current: open[0] === undefined ? null : `${open[0]}-1`,
    }),
    ...onePanelCommands(
      open[0] === undefined
        ? null
        : {
            id: `${open[0]}-1`,
            title: 'Chart',
            isStrip: open[0] === 'bucket',
            hasMarket: open[0] !== 'limits',
            link: open[0] === 'chart' ? { group: 3, stays: true } : null,
          },
      { ...docking, windows: [{ name: 'window-2', title: 'NYCTMP2' }] },
    ),
    ...settingCommands(settings, (change) => void bridge.saveSettings(change)),
    ...windowCommands({
      newWindow: () => void bridge.openWindow({}),
      showDeployments: () => docking.show('account'),
      resetLayout: docking.resetLayout,
      templates: [{ id: 'binary', title: 'Binary', apply: docking.resetLayout }],
      focusRegion: docking.focusRegion,
      focusTicket: docking.focusTicket,
      focusExits: docking.focusExits,
      armed: true,
      arm: docking.arm,
    }),
    ...formCommands({ offOf: (form) => (form === 'negate' ? 'Not on this deployment' : null), ask: docking.askForm }),
    ...marketCommands({
      market: open[0] === undefined ? undefined : { ref: LIVE, title: 'NYCTMP1', isFavourite: open[0] === 'book' },
      setFavourite: (market, favourite) => void bridge.setFavourite({ market, favourite }),
      sayPrices: docking.sayPrices,
    }),
    ...OFFER_TOPICS.flatMap(({ topic }) =>
      offerCommands(
        topic,
        open[0] === undefined
          ? null
          : {
              name: 'Chart, NYCTMP1',
              offers: ['one', 'two'].map((id) => ({
                id,
                label: id,
                selected: id === 'one',
                choose: () => docking.choose(`${topic} ${id}`),
              })),
            },
      ),
    ),
    ...panelActionCommands((act) =>
      open[0] === undefined ? null : { run: () => docking.notify(act), about: act === 'picture' ? 'NYCTMP1' : null },
    ),
    ...overlayCommands,
  ]
  return { commands, calls, docking }
}
/** The trading commands, and a record of what they did. */
function tradingOn(mode: KeysMode | null) {
  const port = {
    show: vi.fn(),
    send: vi.fn(),
    cancel: vi.fn(),
    cancelAll: vi.fn(),
    flatten: vi.fn(),
    showPreviewAction: vi.fn(),
    askExits: vi.fn(),
    askOfRow: vi.fn(),
    hasPlan: false,
    close: vi.fn(),
    reverse: vi.fn(),
    choosePreset: vi.fn(),
    arm: vi.fn(),
  }
  const commands = tradingCommands({
    ...port,
    mode,
    market: { ref: LIVE, asset: 'NYCTMP1', sizeDecimals: 4 },
    account: null,
    orders: [],
    preset: 1,
  })
  return { commands, ...port }
}
const named = (commands: readonly Command[], id: string): Command => {
  const found = commands.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no command ${id}`)
  return found
}

describe('the commands of the window', () => {
  it('send no order, close nothing and disarm no safety lock when each of them runs', () => {
    for (const open of [[], ['chart', 'book']]) {
      const { commands, calls, docking } = commandsOn(DEFAULT_SETTINGS, open)
      for (const command of commands) runCommand(command)
      expect(docking.notify.mock.calls.flat()).toEqual(open.length === 0 ? [] : ACTS.map(({ act }) => act))
      expect(docking.choose.mock.calls).toHaveLength(open.length === 0 ? 0 : 2 * OFFER_TOPICS.length)
      expect(docking.askForm.mock.calls.flat()).toEqual(FORMS.flatMap(({ form }) => (form === 'negate' ? [] : [form])))
      expect(docking.follow.mock.calls).toEqual(open.length === 0 ? [] : [['chart-1']])
      expect(calls.length).toBeGreaterThan(10)
      for (const { name, input } of calls) {
        expect(ALLOWED).toContain(name)
        expect(input).not.toHaveProperty('unverifiedActions')
      }
    }
  })

  it('have unique ids and unique keys', () => {
    const commands = [...commandsOn(DEFAULT_SETTINGS, ['chart']).commands, ...tradingOn('preview').commands]
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
    const keys = commands.flatMap(({ keys: own = [] }) => own)
    expect(keys.map((key) => keys.findIndex((one) => sameKey(one, key)))).toEqual(keys.map((_, at) => at))
  })

  it('have no key that fields, tables or the system use', () => {
    const { commands } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    const reserved = commands.flatMap(({ id, keys = [] }) => keys.map((key) => [id, reservedFor(key)]))
    expect(reserved.filter(([, why]) => why !== null)).toEqual([])
    expect(reserved.length).toBeGreaterThan(10)
  })

  it('send no order by being chosen, or by their key while the keys are not armed', () => {
    const chosen = tradingOn('at_once')
    for (const command of [...commandsOn(DEFAULT_SETTINGS, ['chart']).commands, ...chosen.commands]) runCommand(command)
    expect(chosen.show.mock.calls.length).toBeGreaterThan(8)
    expect(chosen.send).not.toHaveBeenCalled()
    expect(chosen.flatten.mock.calls).toEqual([['show']])
    const unarmed = tradingOn(null)
    const place = { inText: false, inDialog: false, panel: null }
    for (const { keys = [] } of unarmed.commands) {
      for (const key of keys) {
        if ('sign' in key) continue
        const { code, mod, shift, alt } = key
        const held = { ctrlKey: mod === true, shiftKey: shift === true, altKey: alt === true, metaKey: false }
        const press = { code, key: code, ...held, repeat: false, isComposing: false, altGraph: false }
        const command = commandForPress(unarmed.commands, press, place, false)
        if (command !== null) runCommand(command, 'key')
      }
    }
    expect([unarmed.show, unarmed.send, unarmed.flatten].flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(unarmed.cancelAll).toHaveBeenCalledOnce()
  })

  it('show panels and open others; the menu marks the open ones', () => {
    const { commands, docking } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    const inMenu = commands.filter(({ menu }) => menu?.section === 'Panels')
    expect(inMenu.map(({ menu, selected }) => [menu?.label, selected])).toEqual([
      ['Chart', true],
      ['Order book', false],
    ])
    for (const id of ['panel/show/chart', 'panel/open/book']) runCommand(named(commands, id))
    expect([docking.show.mock.calls, docking.add.mock.calls]).toEqual([[['chart']], [['book']]])
  })

  it('close, duplicate, move, split and turn the panel in use, and show why there is none', () => {
    const { commands, docking } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    for (const id of ['close', 'duplicate', 'move/left', 'split/down', 'tab/next', 'tab/previous'])
      runCommand(named(commands, `panel/${id}`))
    expect(docking.close).toHaveBeenCalledWith('chart-1')
    expect(docking.duplicate).toHaveBeenCalledWith('chart-1')
    expect(docking.move).toHaveBeenCalledWith('chart-1', 'left')
    expect(docking.split).toHaveBeenCalledWith('chart-1', 'down')
    expect(named(commands, 'panel/split/down').title).toBe('Move this panel, Chart, out of its tabs, down')
    expect(docking.turnTab.mock.calls).toEqual([
      ['chart-1', 1],
      ['chart-1', -1],
    ])
    const nothing = commandsOn(DEFAULT_SETTINGS, []).commands
    expect(named(nothing, 'panel/close').impossible).toBe('No panel is open')
    const strip = commandsOn(DEFAULT_SETTINGS, ['bucket']).commands
    expect(named(strip, 'panel/move/left').impossible).toBe('This strip cannot be moved')
    expect(named(strip, 'panel/close').impossible).toBeNull()
  })

  it('link and pin the panel in use, and move it to another window or its own', () => {
    const { commands, docking } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    expect(named(commands, 'panel/link/2').title).toBe('Link this panel, Chart, to group 2')
    expect(named(commands, 'panel/window/window-2').title).toBe('Move this panel, Chart, to the window NYCTMP2')
    for (const id of ['link/2', 'link/none', 'window/new', 'window/window-2'])
      runCommand(named(commands, `panel/${id}`))
    expect(docking.link.mock.calls).toEqual([
      ['chart-1', 2],
      ['chart-1', null],
    ])
    expect(docking.moveToWindow.mock.calls).toEqual([
      ['chart-1', null],
      ['chart-1', 'window-2'],
    ])
    const limits = commandsOn(DEFAULT_SETTINGS, ['limits']).commands
    expect(named(limits, 'panel/link/2').impossible).toBe('This panel has no market')
    expect(named(limits, 'panel/window/new').impossible).toBeNull()
    const strip = commandsOn(DEFAULT_SETTINGS, ['bucket']).commands
    expect(named(strip, 'panel/link/2').impossible).toBeNull()
  })

  it('set each choice, toggle each switch, and step each size within its bounds', () => {
    const { commands, calls } = commandsOn({ ...DEFAULT_SETTINGS, textSize: 150, lessMotion: true }, [])
    expect(named(commands, 'setting/timeZone/utc').selected).toBe(true)
    expect(named(commands, 'setting/textSize/larger').impossible).toBe('150 % is the maximum')
    for (const id of ['timeZone/station', 'textSize/larger', 'textSize/smaller', 'textSize/usual', 'lessMotion'])
      runCommand(named(commands, `setting/${id}`))
    expect(calls.map(({ input }) => input)).toEqual([
      { timeZone: 'station' },
      { textSize: 140 },
      { textSize: 100 },
      { lessMotion: false },
    ])
  })
})

describe('the menu of a panel’s tab', () => {
  const entriesOf = (open: string) => menuEntries(commandsOn(DEFAULT_SETTINGS, [open]).commands, PANEL_MENU, false)

  it('is made of the palette’s commands, with the same labels without the panel', () => {
    const { commands } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    const entries = entriesOf('chart')
    expect(entries.map(({ label }) => label)).toEqual([
      'Move to a new window',
      'Move to the window NYCTMP2',
      'Duplicate',
      'Close',
      'Follow group 3',
      ...LINK_GROUPS.map((group) => `Link to group ${group}`),
      'Pin to its market',
    ])
    for (const { id, label } of entries) {
      const text = named(commands, id).title.replace(/(?: with)? this panel, Chart,?/, '')
      expect(text).toBe(label)
    }
    expect(entries.filter(({ selected }) => selected === true).map(({ id }) => id)).toEqual(['panel/link/3'])
  })

  it('names no market for a panel without one, and nothing to follow where there is nothing', () => {
    expect(entriesOf('limits').some(({ section }) => section === 'Market')).toBe(false)
    expect(entriesOf('book').map(({ id }) => id)).not.toContain('panel/follow')
  })
})

describe('commands that act on a panel', () => {
  const acting = (panel: string, act: PanelAction) => ({ panel, act, run: () => undefined })
  const three = [acting('chart-1', 'picture'), acting('chart-2', 'picture'), acting('book-1', 'say-book')]

  it('act on the last used capable panel, and on the first where none was used', () => {
    expect(actingPanel('picture', three, ['book-1', 'chart-2', 'chart-1'])?.panel).toBe('chart-2')
    expect(actingPanel('picture', three, ['book-1'])?.panel).toBe('chart-1')
    expect(actingPanel('say-trades', three, ['book-1'])).toBeNull()
  })

  it('name the market of the panel, and state what is missing', () => {
    const { commands } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    expect(named(commands, 'chart/picture').title).toBe('Copy a picture of the chart, NYCTMP1')
    expect(named(commands, 'say/book').title).toBe('Announce the order book')
    const nothing = commandsOn(DEFAULT_SETTINGS, []).commands
    expect(named(nothing, 'chart/picture').impossible).toBe('No chart in view')
    expect(named(nothing, 'say/prices').impossible).toBe('No panel shows a market')
    expect(named(commands, 'say/prices').title).toBe('Read NYCTMP1 prices aloud')
  })
})

describe('actions on the panel and the market in use, found by name', () => {
  const found = (query: string, open: readonly string[]) =>
    searchAll(query, commandsOn(DEFAULT_SETTINGS, open).commands, [], []).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    )

  it.each([
    ['follow', 'panel/follow'],
    ['favourite', 'market/favourite'],
    ['no favorite', 'market/favourite'],
    ['range', 'choose/range'],
    ['candle length', 'choose/length'],
    ['odds', 'choose/unit'],
    ['price unit', 'choose/unit'],
    ['grouping', 'choose/grouping'],
    ['columns', 'choose/columns'],
    ['chart table', 'choose/chart-table'],
    ['deployment', 'deployment/switch'],
    ['new alert', 'alerts/new'],
    ['set an alert', 'alerts/new'],
    ['change limits', 'limits/change'],
    ['transfer', 'account/transfer'],
    ['split', 'shares/split'],
    ['merge shares', 'shares/merge'],
    ['approve agent', 'account/agent'],
  ])('%s', (query, id) => {
    expect(found(query, ['chart'])).toContainEqual(expect.stringMatching(`^${id}`))
    expect(found(query, [])).toContain(id)
  })

  it('follow the group of a panel that stayed, and show why another one cannot', () => {
    const { commands, docking } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    expect(named(commands, 'panel/follow').title).toBe('Follow group 3 with this panel, Chart')
    runCommand(named(commands, 'panel/follow'))
    expect(docking.follow.mock.calls).toEqual([['chart-1']])
    const reason = (open: string) => named(commandsOn(DEFAULT_SETTINGS, [open]).commands, 'panel/follow').impossible
    expect([reason('book'), reason('limits')]).toEqual(['This panel has no link group', 'This panel has no market'])
  })

  it('add the market in use to the favorites, and remove it again', () => {
    const { commands, calls } = commandsOn(DEFAULT_SETTINGS, ['chart'])
    const kept = commandsOn(DEFAULT_SETTINGS, ['book'])
    expect(named(commands, 'market/favourite').title).toBe('Add NYCTMP1 to favorites')
    expect(named(kept.commands, 'market/favourite').title).toBe('Remove NYCTMP1 from favorites')
    runCommand(named(commands, 'market/favourite'))
    runCommand(named(kept.commands, 'market/favourite'))
    expect([calls, kept.calls].flat().map(({ input }) => input)).toEqual([
      { market: LIVE, favourite: true },
      { market: LIVE, favourite: false },
    ])
  })

  it('choose in the last used panel that has the choice, each choice once', () => {
    const offer = (id: string) => ({ id, label: id, choose: () => undefined })
    const offering = [
      { topic: 'unit', panel: 'chart-1', offers: [offer('mark')] },
      { topic: 'unit', panel: 'book-1', offers: [offer('mark'), offer('odds')] },
      { topic: 'range', panel: 'chart-1', offers: [offer('1h')] },
      { topic: 'unit', panel: 'book-1', offers: [offer('mark')] },
    ] as const
    expect(offeringPanel('unit', offering, ['ticket-1', 'book-1', 'chart-1'])).toBe('book-1')
    expect(offeringPanel('range', offering, ['book-1'])).toBe('chart-1')
    expect(offeringPanel('columns', offering, ['book-1'])).toBeNull()
    expect(offersOf('book-1', 'unit', offering).map(({ id }) => id)).toEqual(['mark', 'odds'])
    const [first] = offerCommands('range', { name: 'Chart, NYCTMP1', offers: [{ ...offer('1h'), label: '1 h' }] })
    expect(first?.title).toBe('Chart range: 1 h, in Chart, NYCTMP1')
  })
})

describe('markets in the palette', () => {
  it('are shown in the last used panel that can show them, and not offered where none can', () => {
    const choose = vi.fn()
    const targets = [
      { id: 'bucket-1', title: 'Bucket', families: ['scalar'] as const },
      { id: 'chart-1', title: 'Chart', families: ['scalar', 'binary'] as const },
    ]
    const found = marketProvider(undefined, targets, choose).search('', 10)
    expect(found.map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      'Show Live scalar: Auto-roll, whichever bucket is live, in Bucket',
      'Show Active binary: Auto-roll, whichever is active, in Chart',
    ])
    for (const { run } of found) run()
    expect(choose.mock.calls).toEqual([
      ['bucket-1', LIVE],
      ['chart-1', ACTIVE],
    ])
    const typed = marketProvider(undefined, targets, choose).search('Show live scalar', 10)
    expect(typed.map(({ title }) => title)).toEqual(['Show Live scalar'])
    expect(marketProvider(undefined, [], choose).search('', 10)).toEqual([])
  })
})

describe('exits in the palette', () => {
  const held = (id: string, more: object) =>
    ({ id, kind: 'stop', state: 'armed', trigger: '570.6', target: { asset: 'NYCTMP1' }, ...more }) as never
  const plan = (role: 'stop' | number, id = 'p') => ({ plan: { id, role } })
  const cancel = vi.fn()
  const found = (query: string) =>
    exitProvider({
      held: [
        held('a', plan('stop')),
        held('b', { ...plan(0), kind: 'take_profit', trigger: '573' }),
        held('c', { ...plan('stop', 'q'), state: 'submitted' }),
        held('d', { ...plan('stop', 'r'), target: { asset: 'GBETA' }, trigger: '0.4' }),
      ],
      tickOf: (asset) => (asset === 'GBETA' ? null : ('0.01' as never)),
      titleOf: (asset) => asset,
      cancel,
    }).search(query, 10)

  it('are listed with their price and market, except those whose close is in progress', () => {
    expect(found('cancel an exit').map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      'Cancel the stop at 570.60 of NYCTMP1: an exit; the rest of its plan stays',
      'Cancel target 1 at 573.00 of NYCTMP1: an exit; the rest of its plan stays',
      'Cancel the stop at 0.4 of GBETA: an exit',
    ])
    expect(found('')).toEqual([])
    for (const other of ['buy stop', 'stop 570.60', 'cancel', 'cancel all', 'cancel last'])
      expect(found(other)).toEqual([])
  })

  it('are canceled one by one', () => {
    for (const { run } of found('cancel target')) run()
    expect(cancel.mock.calls).toEqual([['b']])
  })
})

describe('the sheet of keys', () => {
  it('lists the keys of tables, tabs and dialogs, and finds them by what they do', () => {
    const reports = HANDLED_KEYS.flatMap(({ keys }) => keys.flatMap((key) => keyLabels(key, false)))
    for (const key of ['/', 'Ctrl C', 'Alt ←', 'Alt Shift →', 'Delete', 'Esc', 'Space']) expect(reports).toContain(key)
    expect(keyGroupsFor(HANDLED_KEYS, 'copy selected').map(({ heading }) => heading)).toEqual(['In a table'])
    expect(keyGroupsFor(HANDLED_KEYS, 'no such key')).toEqual([])
  })
})
