/**
 * Every command, by every way to run it, in any state of a window: nothing that adds exposure is sent without arming, or a preview that was already
 * visible and was confirmed.
 */
// biome-ignore lint/style/noRestrictedImports: it reads the sources of the table, and is not part of the window
import { readdirSync, readFileSync } from 'node:fs'
// biome-ignore lint/style/noRestrictedImports: as above
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlgoView } from '../../../contract/algo.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { CallName } from '../../../contract/ipc.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { addsExposure, requestedOrderOf } from '../../../contract/requested-order.ts'
import type { KeysMode } from '../../../contract/safety-locks.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { runs, SEED } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import {
  type Command,
  CommandTable,
  commandForPress,
  type EntryProvider,
  groupsFor,
  hintOf,
  keyText,
  menuEntries,
  overlayCommands,
  type Press,
  runCommand,
  searchAll,
} from '../../commands/index.ts'
import { press } from '../../commands/testing/press.ts'
import { connectCommand } from '../../connect/index.ts'
import { gettingStartedCommand } from '../../getting-started/index.ts'
import { helpCommands } from '../../help/index.ts'
import { tradingCommands } from '../../quick-order/index.ts'
import { AGE, orderOf, QuickOrderWindow } from '../../quick-order/testing/quick-order-window.ts'
import { remoteNotificationsCommand } from '../../remote-notifications/index.ts'
import { settingsWindowCommand } from '../../settings-window/index.ts'
import { stationCommand } from '../../station-card.tsx'
import type { MenuEntry } from '../../ui/index.ts'
import { updateCommands } from '../../updates/index.ts'
import { noticesCommand } from '../bars/index.ts'
import { onePanelCommands, PANELS } from '../docking/index.ts'
import { workspaceCommands } from '../workspaces/index.ts'
import { algoCommands, exitProvider } from './automated-orders.ts'
import { daySheetCommand, fillsExportCommand, problemReportCommand } from './exports.tsx'
import { formCommands } from './form-commands.ts'
import { killCommand } from './kill.tsx'
import { marketCommands } from './market-commands.ts'
import { panelActionCommands } from './panel-actions.tsx'
import { OFFER_TOPICS, offerCommands, panelCommands } from './panel-commands.ts'
import { settingCommands } from './setting-commands.ts'
import { settingsDialogCommands } from './settings-dialogs.tsx'
import { sizeCommands } from './sizes.tsx'
import { windowCommands } from './window-commands.ts'

const nothing = (): void => undefined
const idle = {
  ...{
    show: nothing,
    add: nothing,
    close: nothing,
    duplicate: nothing,
    move: nothing,
    split: nothing,
    turnTab: nothing,
  },
  ...{ link: nothing, follow: nothing, choose: nothing, moveToWindow: nothing },
}

/** Running slices in the market in use. */
const AT_WORK = {
  ...{ id: 'work', asset: 'NYCTMP1', side: 'buy', state: 'working', at: millis(1) },
  terms: { kind: 'slices', total: size('10') },
} as unknown as AlgoView

/** A watched stop. */
const HELD_STOP = {
  ...{
    id: 'stop',
    kind: 'stop',
    state: 'armed',
    position: 'long',
    trigger: '570.6',
    plan: { id: 'p', role: 'stop', size: '100' },
  },
  target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
} as unknown as ConditionalView

/** The fields of `Command`: any other is read by nothing. */
const FIELDS: ReadonlySet<string> = new Set<keyof Command>([
  ...(['id', 'title', 'scope', 'keys', 'aliases', 'impossible', 'selected', 'menu', 'trades'] as const),
  ...(['keysOff', 'run', 'asks', 'onKey'] as const),
])

/** The complete command table of a window, assembled from every module of the app that registers commands. */
function tableOf(window: QuickOrderWindow): CommandTable {
  const { bridge } = window.fake
  const table = new CommandTable()
  const all: readonly (readonly Command[])[] = [
    panelCommands({ ...idle, kinds: PANELS, open: new Set(['chart', 'book']), current: 'chart-1' }),
    onePanelCommands(
      { id: 'chart-1', title: 'Chart', isStrip: false, hasMarket: true, link: { group: 3, stays: true } },
      { ...idle, windows: [{ name: 'window-2', title: 'NYCTMP2' }] },
    ),
    settingCommands(DEFAULT_SETTINGS, (change) => void bridge.saveSettings(change)),
    settingsDialogCommands({ exportSettings: () => void bridge.exportSettings({}), importSettings: nothing }),
    [daySheetCommand(nothing)],
    [problemReportCommand(nothing)],
    [stationCommand(nothing)],
    [gettingStartedCommand(nothing)],
    [connectCommand(nothing)],
    helpCommands({ explainHere: nothing, openGlossary: nothing, openGuide: nothing }),
    [killCommand(nothing)],
    [noticesCommand(nothing)],
    [settingsWindowCommand(nothing)],
    [remoteNotificationsCommand(nothing)],
    [fillsExportCommand(() => void bridge.exportPast({ query: {} as never, span: 'all' }))],
    sizeCommands({ hasMarket: true, edit: nothing, repeat: nothing }),
    windowCommands({
      newWindow: () => void bridge.openWindow({}),
      ...{
        showDeployments: nothing,
        resetLayout: nothing,
        focusRegion: nothing,
        focusTicket: nothing,
        focusExits: nothing,
      },
      ...{ armed: true, arm: (armed: boolean) => void bridge.arm({ armed }) },
      templates: [{ id: 'binary', title: 'Binary', apply: nothing }],
    }),
    updateCommands({
      whyNot: { check: null, download: null, restart: null },
      check: () => void bridge.checkForUpdate({}),
      download: () => void bridge.downloadUpdate({}),
      restart: () => void bridge.restartToUpdate({}),
      show: nothing,
    }),
    algoCommands({
      algos: [AT_WORK, { ...AT_WORK, id: 'paused', state: 'paused' as const, at: millis(2) }],
      asset: 'NYCTMP1',
      pause: (id) => void bridge.pauseAlgo({ id }),
      askGoOn: nothing,
      stop: (id) => void bridge.stopAlgo({ id, cancel: true }),
    }),
    formCommands({ offOf: () => null, ask: nothing }),
    marketCommands({
      market: { ref: LIVE, title: 'NYCTMP1', isFavourite: false },
      setFavourite: (market, favourite) => void bridge.setFavourite({ market, favourite }),
      sayPrices: nothing,
    }),
    ...OFFER_TOPICS.map(({ topic }) =>
      offerCommands(topic, { name: 'Chart', offers: [{ id: 'one', label: 'one', selected: false, choose: nothing }] }),
    ),
    panelActionCommands(() => ({ run: nothing, about: null })),
    workspaceCommands(
      { current: null, saved: [], changed: false } as never,
      { actions: { open: nothing, save: nothing, showExport: nothing }, ask: nothing } as never,
    ),
    overlayCommands,
    tradingCommands(window.port),
  ]
  for (const commands of all) table.add(commands)
  return table
}

/** The palette's sources besides the table: lines, and the held exits. */
const sourcesOf = (window: QuickOrderWindow): readonly EntryProvider[] => [
  window.lines,
  exitProvider({
    held: [HELD_STOP],
    tickOf: () => price('0.01'),
    titleOf: (asset) => asset,
    cancel: (id) => void window.fake.bridge.cancelConditional({ id }),
  }),
]

/** The functions by which the app registers commands: a new registration site must add its commands above. */
const PUT_IN_BY = [
  'app/bars/notices.tsx',
  'app/commands/commands.tsx',
  'app/commands/exports.tsx',
  'app/commands/kill.tsx',
  'app/commands/panel-actions.tsx',
  'app/commands/settings-dialogs.tsx',
  'app/commands/sizes.tsx',
  'app/workspaces/workspace-commands.tsx',
  'commands/registry.ts',
  'connect/connect-dialog.tsx',
  'getting-started/getting-started.tsx',
  'help/help.tsx',
  'quick-order/trading-keys.tsx',
  'remote-notifications/remote-notifications-dialog.tsx',
  'settings-window/settings-window.tsx',
  'station-card.tsx',
]

/** The calls that may open, change or close something in a market. */
const TRADES: ReadonlySet<CallName> = new Set(['submit', 'moveOrder', 'reversePosition', 'cancelAll', 'flatten'])
/** Other calls that commands make. */
const OTHERS: ReadonlySet<CallName> = new Set([
  ...(['saveSettings', 'saveAlertSettings', 'openWindow', 'setFavourite', 'exportSettings', 'exportPast'] as const),
  ...(['checkForUpdate', 'downloadUpdate', 'restartToUpdate'] as const),
  ...(['arm', 'pauseAlgo', 'stopAlgo', 'cancelConditional'] as const),
])

/**
 * The calls that buttons and forms of the window make on orders, positions, exits and arming, with the commands that do the same or lead to the form
 * that does; null for an answer to an on-screen question, which is given where the question is.
 */
const DONE_BY: { readonly [N in CallName]?: readonly string[] | null } = {
  submit: [
    'trade/buy/ask',
    'trade/close',
    'trade/cancel/last',
    'focus/ticket',
    'orders/cancel-selected',
    'account/transfer',
    'account/agent',
    'shares/split',
    'shares/negate',
  ],
  beginAlgo: ['focus/ticket'],
  pauseAlgo: ['algo/pause'],
  resumeAlgo: ['algo/go-on'],
  stopAlgo: ['algo/stop'],
  cancelAll: ['trade/cancel/all'],
  flatten: ['trade/flatten', 'positions/close-all'],
  kill: ['trade/kill'],
  moveOrder: ['trade/orders'],
  reversePosition: ['trade/reverse'],
  setExitPlan: ['trade/exits', 'trade/stop', 'trade/target', 'trade/break-even', 'focus/exits'],
  addExit: ['trade/stop', 'trade/target'],
  moveConditional: ['trade/stop', 'trade/target', 'trade/break-even'],
  cancelExitPlan: ['trade/cancel-plan'],
  cancelConditional: ['Exits/stop'],
  arm: ['window/arm', 'window/disarm'],
  armOneClick: ['ladder/arm', 'ladder/disarm'],
  armKeys: ['trade/arm/preview', 'trade/arm/at-once', 'trade/disarm'],
  rotateAgent: ['account/agent'],
  saveAlert: ['alerts/new'],
  removeAlert: ['panel/show/alerts'],
  saveLimits: ['limits/change'],
  ...{ confirmEstimate: null, confirmUnverified: null, stopClosing: null, retryMove: null, abandonMove: null },
  ...{
    overrideLimit: null,
    resumeFlatten: null,
    dismissFlatten: null,
    resumeHeld: null,
    liftKill: null,
    settleTransfer: null,
    acknowledgeUnreadable: null,
  },
}
/** Calls that concern none of these. */
const OTHER_CALLS =
  /^(read|find|save|export|import|preview|open|rename|duplicate|delete|reset|copy|forget|mark|set(?!Exit)|take|move(Panel)|request|rotate|cancelWallet|tryKeychain|add(Profile|FoundService)|cancelLook|lookAt|remove(Profile)|choose|check|dismiss|withdrawLimit|expect|pointAt|test(RemoteNotification)|downloadUpdate|cancelDownload|restartToUpdate|(create|resolve|accept)Referral)/

/** What was readable before a key press: the one action that Enter would run. */
function readOn({ over }: QuickOrderWindow): string | null {
  switch (over?.kind) {
    case 'order': {
      const { order, asset } = over.preview
      return order === null ? null : JSON.stringify([asset, order.side, order.size, order.price])
    }
    case 'move':
      return over.chosen === null ? null : JSON.stringify([over.chosen.order.oid, over.chosen.size, over.chosen.price])
    case 'reverse':
      return over.fixed === null ? null : JSON.stringify([over.fixed.position.asset, over.fixed.asked.worst])
    case 'predict': {
      const one = over.prediction
      return one === null ? null : JSON.stringify([one.asset, one.direction, one.amount, one.worst])
    }
    default:
      return null
  }
}

/** The same for a recorded call; null where it adds no exposure. */
function addedBy(name: CallName, input: never): string | null {
  if (name === 'moveOrder') {
    const { oid, size: much, price } = input as { oid: string; size: string; price: string }
    return JSON.stringify([oid, much, price])
  }
  if (name === 'reversePosition') {
    const { close, worst } = input as { close: { asset: string }; worst: string }
    return JSON.stringify([close.asset, worst])
  }
  if (name !== 'submit') return null
  const { intent } = input as { intent: Intent }
  if (!addsExposure(intent)) return null
  if (intent.kind === 'binary_predict') {
    const worst = intent.protection.kind === 'worst' ? intent.protection.price : null
    return JSON.stringify([intent.asset, intent.direction, intent.amount, worst])
  }
  const request = requestedOrderOf(intent)
  return JSON.stringify([request?.asset, request?.side, request?.size, request?.limit])
}

interface Focus {
  readonly inText: boolean
  readonly inDialog: boolean
  readonly panel: string | null
}

type Step =
  | { readonly do: 'press'; readonly press: Press; readonly focus: Focus }
  | { readonly do: 'palette'; readonly query: string; readonly at: number }
  | { readonly do: 'menu'; readonly at: number }
  | { readonly do: 'arm'; readonly mode: KeysMode | null }
  | {
      readonly do: 'window'
      readonly to: Partial<Pick<QuickOrderWindow, 'isWindowArmed' | 'isStale' | 'asset' | 'family' | 'bid' | 'held'>>
    }
  | { readonly do: 'blur' | 'fill' }

const NOWHERE: Focus = { inText: false, inDialog: false, panel: null }
const flag = (weight: number) => fc.nat(weight).map((one) => one === 0)
const CODES = [
  ...'QWERTASDFGHZOXCVBJKLPE'.split('').map((letter) => `Key${letter}`),
  ...['Digit3', 'Digit7', 'Enter', 'Enter', 'Enter', 'Enter', 'ArrowUp', 'ArrowLeft', 'Escape', 'F1', 'F2', 'F6'],
]
const LINES = [
  ...[
    'buy 5 @ ask',
    'buy 5 @ 571.40 post',
    'buy 5 @ ask stop 570.00 target 580.00',
    'sell 3 @ bid ioc',
    'close half',
    'close 2',
    'reverse',
    'orders',
    'flatten',
  ],
  ...[
    'predict up 25',
    'cancel all',
    'cancel last',
    'cancel stop',
    'stop 570.00',
    '',
    'trad',
    'arm',
    'go',
    'open',
    'size',
  ],
]
const presses = fc
  .record({
    code: fc.constantFrom(...CODES),
    ...{ shiftKey: flag(3), altKey: flag(5), ctrlKey: flag(9), repeat: flag(7), isComposing: flag(9) },
  })
  .map(({ code, ...held }) => press(code, held))
const focuses: fc.Arbitrary<Focus> = fc.record({
  inText: flag(6),
  inDialog: flag(8),
  panel: fc.constantFrom(null, 'chart', 'ladder', 'ticket'),
})
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('press' as const), press: presses, focus: focuses }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('palette' as const), query: fc.constantFrom(...LINES), at: fc.nat(60) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('menu' as const), at: fc.nat(80) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('arm' as const), mode: fc.constantFrom(null, 'preview', 'at_once') }),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.boolean().map((isWindowArmed) => ({ isWindowArmed })),
        fc.boolean().map((isStale) => ({ isStale })),
        fc.constantFrom('NYCTMP1', 'NYCTMP1', 'NYCTMP2').map((asset) => ({ asset })),
        fc.constantFrom('scalar' as const, 'scalar' as const, 'binary' as const).map((family) => ({ family })),
        fc.constantFrom('571.48', '571.90', '570.10').map((bid) => ({ bid })),
        fc.constantFrom('7', '-3', '9', null).map((held) => ({ held })),
      )
      .map((to) => ({ do: 'window' as const, to })),
  },
  { weight: 1, arbitrary: fc.constantFrom('blur' as const, 'fill' as const).map((one) => ({ do: one })) },
)
const typed = (code: string, held = {}): Step => ({ do: 'press', press: press(code, held), focus: NOWHERE })
const OTHER_ASSET: Step = { do: 'window', to: { asset: 'NYCTMP2' } }
/** Deliberate trader actions, so that something is sent. */
const PHRASES: readonly (readonly Step[])[] = [
  ...['KeyQ', 'KeyE', 'KeyT', 'KeyD'].map((code) => [typed(code), typed('Enter'), typed('Enter')]),
  [typed('KeyR', { shiftKey: true }), typed('Enter')],
  [typed('KeyO'), typed('ArrowUp'), typed('Enter'), typed('Enter')],
  ...(['buy 5 @ 571.40', 'reverse', 'orders'] as const).map((query): readonly Step[] => [
    { do: 'palette', query, at: 0 },
    typed('ArrowUp'),
    OTHER_ASSET,
    typed('Enter'),
  ]),
  ...['KeyE', 'KeyT'].map((code) => [typed(code, { repeat: true })]),
  [
    { do: 'window', to: { family: 'binary', isWindowArmed: false } },
    { do: 'palette', query: 'predict up 25', at: 0 },
    typed('Enter'),
    typed('Enter'),
  ],
  ...['buy 5 @ 571.40', 'reverse', 'predict up 25', 'orders', 'close half'].map((query): readonly Step[] => [
    { do: 'palette', query, at: 0 },
    typed('ArrowUp'),
    typed('Enter'),
    typed('Enter'),
  ]),
]
const phrases = fc.oneof(
  { weight: 3, arbitrary: steps.map((one): readonly Step[] => [one]) },
  { weight: 1, arbitrary: fc.constantFrom(...PHRASES) },
)

/** Possible states of a window before the first key press. */
const starts = fc.record({
  mode: fc.constantFrom(null, 'preview' as const, 'at_once' as const),
  isStale: flag(2),
  isWindowArmed: fc.nat(3).map((one) => one > 0),
})

const leaves = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.flatMap((entry) => ('entries' in entry && entry.entries !== undefined ? leaves(entry.entries) : [entry]))

function carryOut(step: Step, window: QuickOrderWindow): void {
  switch (step.do) {
    case 'press': {
      // The line above the status bar is dropped as it loses the focus.
      if (step.focus.inText || step.focus.inDialog) window.over = null
      const command = commandForPress(tableOf(window).commands, step.press, step.focus, false)
      if (command === null) window.press(step.press)
      else runCommand(command, 'key')
      return
    }
    case 'palette': {
      window.over = null
      const rows = searchAll(step.query, tableOf(window).commands, sourcesOf(window), []).flatMap((found) => found.rows)
      const row = rows[step.at % Math.max(1, rows.length)]
      if (row?.kind === 'command') runCommand(row.command)
      else if (row !== undefined && row.entry.impossible == null) row.entry.run()
      return
    }
    case 'menu': {
      window.over = null
      const entries = leaves(menuEntries(tableOf(window).commands, 'View', false))
      entries[step.at % entries.length]?.onAction?.()
      return
    }
    case 'arm':
      window.mode = step.mode
      return
    case 'window':
      Object.assign(window, step.to)
      return
    case 'blur':
      window.over = null
      return
    case 'fill':
      window.orders = window.orders.map((order) => orderOf(order.oid, order.price, '4'))
  }
}

describe('the whole table of commands', () => {
  it('is assembled here from every place that registers commands', () => {
    const src = join(import.meta.dirname, '..', '..')
    const places = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .filter((file) => /\b(useCommands|usePutIn|table\.add)\(/.test(readFileSync(join(src, file), 'utf8')))
    expect(places.sort()).toEqual(PUT_IN_BY)
  })

  it('has a command for everything that a button or a form does with orders, positions, exits and arming', () => {
    const src = join(import.meta.dirname, '..', '..')
    const made = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('testing/'))
      .flatMap((file) => [...readFileSync(join(src, file), 'utf8').matchAll(/\bcall\(\s*'(\w+)'/g)])
      .map(([, name = '']) => name)
    const window = new QuickOrderWindow()
    const entries = searchAll('cancel exit', [], sourcesOf(window), []).flatMap(({ rows }) => rows)
    const ids = new Set([...tableOf(window).commands, ...entries].map(({ id }) => id))
    const named: Readonly<Record<string, readonly string[] | null>> = DONE_BY
    for (const name of new Set(made)) {
      const by = named[name]
      if (by === undefined) expect(name).toMatch(OTHER_CALLS)
      for (const id of by ?? []) expect([id, ids.has(id)]).toEqual([id, true])
    }
    // A call that nothing makes must leave the list.
    expect(Object.keys(DONE_BY).filter((name) => !made.includes(name))).toEqual([])
  })

  it('is the only source of the key shown in a hint, a menu, the palette and the sheet, custom keys included', () => {
    const table = tableOf(new QuickOrderWindow())
    table.choose({ 'trade/flatten': [{ code: 'KeyY', alt: true }] })
    const { commands } = table
    const entries = new Map(
      [...new Set(commands.flatMap(({ menu }) => (menu === undefined ? [] : [menu.menu])))]
        .flatMap((menu) => leaves(menuEntries(commands, menu, false)))
        .map((entry) => [entry.id, entry]),
    )
    const sheet = new Map(groupsFor(commands, '').flatMap((group) => group.commands.map((one) => [one.id, one])))
    for (const command of commands) {
      const key = command.keys?.[0]
      const written = key === undefined ? undefined : keyText(key, false)
      const found = searchAll(command.title, commands, [], []).flatMap(({ rows }) => rows)
      const row = found.find(({ id }) => id === command.id)
      const inPalette = row?.kind === 'command' ? row.command.keys?.[0] : undefined
      expect(inPalette).toBe(key)
      expect(sheet.get(command.id)?.keys?.[0]).toBe(key)
      expect(hintOf(command, false).title).toBe(written === undefined ? command.title : `${command.title} (${written})`)
      if (command.menu !== undefined) expect(entries.get(command.id)?.key).toBe(written)
    }
    const flatten = commands.find(({ id }) => id === 'trade/flatten') as Command
    expect(hintOf(flatten, false).title).toMatch(/\(Alt Y\)$/)
  })

  it('finds commands in the palette by the other words that traders use for them', () => {
    const { commands } = tableOf(new QuickOrderWindow())
    const found = (query: string) => searchAll(query, commands, [], []).flatMap(({ rows }) => rows.map(({ id }) => id))
    expect(found('bracket')).toContain('trade/cancel-plan')
    const fields = new Set(commands.flatMap((command) => Object.keys(command)))
    expect([...fields].filter((field) => !FIELDS.has(field))).toEqual([])
  })

  it('names every command, its scope and its keys in the palette, the sheet and its menu', () => {
    const { commands } = tableOf(new QuickOrderWindow())
    expect(commands.length).toBeGreaterThan(100)
    for (const { id, title, scope, keys = [], menu } of commands) {
      expect(id).toMatch(/^[\w/.-]+$/)
      expect(title).toMatch(/^\p{Lu}.*[^.]$/u)
      expect(scope).toMatch(/^(app|window|market|panel\/\w+)$/)
      expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
      if (menu !== undefined) expect([menu.menu, menu.section].every((name) => name.length > 0)).toBe(true)
      const found = searchAll(title, commands, [], []).flatMap(({ rows }) => rows)
      expect(found.some((row) => row.id === id)).toBe(true)
    }
    const inMenus = [...new Set(commands.flatMap(({ menu }) => (menu === undefined ? [] : [menu.menu])))]
    const listed = inMenus.flatMap((menu) => leaves(menuEntries(commands, menu, false)).map(({ id }) => id))
    expect(listed.sort()).toEqual(commands.flatMap(({ id, menu }) => (menu === undefined ? [] : [id])).sort())
  })

  it('adds exposure only by an armed key or a preview that was visible and confirmed, on stale prices only by a second press that confirms the age; cancels and reducing orders are always sent', () => {
    const seen = { added: 0, atOnce: 0, confirmedStale: 0, reducedUnarmed: 0, cancelled: 0, moved: 0, reversed: 0 }
    fc.assert(
      fc.property(fc.array(phrases, { maxLength: 30 }), starts, (all, start) => {
        const window = Object.assign(new QuickOrderWindow(), start)
        for (const step of all.flat()) {
          const [before, saidBefore, mode] = [readOn(window), window.said, window.mode]
          const { isStale, isWindowArmed } = window
          const asset = window.instrument.asset ?? ''
          const hasOrders = window.orders.some((order) => order.asset === asset)
          const done = window.fake.calls.length
          carryOut(step, window)
          const calls = window.fake.calls.slice(done)
          for (const { name, input } of calls) {
            expect(TRADES.has(name) || OTHERS.has(name)).toBe(true)
            const added = addedBy(name, input as never)
            if (added === null) {
              if (name === 'submit' && (!isWindowArmed || isStale)) seen.reducedUnarmed += 1
              continue
            }
            seen.added += 1
            if (name === 'moveOrder') seen.moved += 1
            if (name === 'reversePosition') seen.reversed += 1
            // By a key alone, neither into a field nor a dialog, not repeated, not typing text.
            if (step.do !== 'press') throw new Error(`${name} by ${step.do}`)
            const { focus } = step
            expect([focus.inText, focus.inDialog, step.press.repeat, step.press.isComposing]).toEqual(
              Array(4).fill(false),
            )
            expect(isWindowArmed).toBe(true)
            if (step.press.code !== 'Enter') {
              seen.atOnce += 1
              expect([mode, isStale]).toEqual(['at_once', false])
              continue
            }
            expect(added).toBe(before)
            if (name !== 'moveOrder') expect(added).toContain(`"${asset}"`)
            if (isStale) {
              seen.confirmedStale += 1
              expect(saidBefore).toContain(AGE)
            }
          }
          const isCancelAll =
            step.do === 'press' &&
            step.press.code === 'KeyC' &&
            step.press.altKey &&
            !step.press.shiftKey &&
            !step.press.ctrlKey
          if (
            isCancelAll &&
            ![step.focus.inText, step.focus.inDialog, step.press.repeat, step.press.isComposing].includes(true)
          ) {
            seen.cancelled += 1
            expect(calls.map(({ name }) => name)).toEqual(['cancelAll'])
          }
          if (step.do === 'palette' && step.query === 'cancel last' && hasOrders && step.at === 0) {
            expect(calls.map(({ name }) => name)).toEqual(['submit'])
          }
        }
      }),
      { seed: SEED, numRuns: runs(250, 10_000) },
    )
    // A property whose cases are never reached proves nothing.
    for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true])
  })

  it('adds no exposure by a choice in the palette, a menu or a list, regardless of arming, and asks before anything else that trades', () => {
    for (const mode of ['preview', 'at_once', null] as const) {
      for (const family of ['scalar', 'binary'] as const) {
        const made = new QuickOrderWindow()
        for (const { id } of tableOf(made).commands) {
          const window = Object.assign(new QuickOrderWindow(), { mode, family })
          runCommand(tableOf(window).commands.find((one) => one.id === id) as Command)
          const added = window.fake.calls.filter(({ name, input }) => addedBy(name, input as never) !== null)
          expect([id, added]).toEqual([id, []])
          const chosen = tableOf(window).commands.find((one) => one.id === id)
          const isTraded = window.fake.calls.some(({ name }) => TRADES.has(name))
          expect([id, isTraded && chosen?.asks === undefined]).toEqual([id, false])
          expect(window.fake.calls.every(({ name }) => TRADES.has(name) || OTHERS.has(name))).toBe(true)
        }
      }
    }
  })

  it('cancels and closes by every such key and choice while the window is not armed and prices are stale', () => {
    for (const mode of ['preview', 'at_once', null] as const) {
      const window = new QuickOrderWindow()
      Object.assign(window, { isWindowArmed: false, isStale: true, mode })
      const named = (id: string) => tableOf(window).commands.find((one) => one.id === id) as Command
      for (const id of ['last', 'buys', 'all']) runCommand(named(`trade/cancel/${id}`), 'key')
      expect(window.fake.calls.map(({ name }) => name)).toEqual(['submit', 'submit', 'cancelAll'])
      for (const id of ['half', 'close']) {
        const done = window.fake.calls.length
        runCommand(named(`trade/${id}`), mode === null ? 'choice' : 'key')
        if (window.over !== null) window.press(press('Enter'))
        expect(window.fake.calls.slice(done)).toHaveLength(1)
        expect(window.fake.calls[done]?.input).toMatchObject({
          intent: {
            ...{ kind: 'close', asset: 'NYCTMP1', position: 'long', size: id === 'half' ? size('3.5000') : null },
            protection: { kind: 'distance', distance: '0.10', bound: '1' },
          },
        })
      }
    }
  })
})
