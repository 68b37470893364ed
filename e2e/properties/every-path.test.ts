/**
 * Every way in which a user can send something other than by a command: a click in a ladder, a drag in ladder and chart, the menu at a price, the
 * ticket, the exits of a position, scale and slices. In two windows at once, checked against main's own arming: nothing that adds exposure leaves an
 * unarmed window, a row that moved, or stale prices except by the ticket's second click; reducing orders and cancels always pass.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import { type Price, price, size } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import { LIVE } from '../../contract/market-ref.ts'
import { addsExposure } from '../../contract/requested-order.ts'
import { BY_FORM, type SubmittedManually } from '../../contract/safety-locks.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { createArming } from '../../electron/trading/testing/arming.ts'
import { createAlgoSession, HEEDS_AFTER_MS } from '../../src/algo/testing/session.ts'
import { placeIntentOf, scalarLadder } from '../../src/markets/scalar/index.ts'
import { type Drag, dragged, moveWaits, NO_DRAG } from '../../src/panels/chart/testing/drags.ts'
import {
  afterThings,
  dragWaits,
  type Hold,
  held,
  NO_HOLD,
  ownOrder,
  type Pressed,
  pressDoes,
  pressedAt,
  priceAt,
  released,
  rowsAround,
  scrolled,
  seenIn,
} from '../../src/panels/ladder/testing/presses.ts'
import { instrument } from '../../src/quick-order/testing/scalar-hand.ts'
import { isStillOf, priceEntries } from '../../src/testing/price-entries.ts'
import { permissionIn, questionText, staleReasons } from '../../src/trade-forms/index.ts'
import { type FirstClick, pressFor } from '../../src/trade-forms/testing/sure-press.ts'

const AGE = '4 s old'
const NOT_ARMED = 'This window is not armed.'
const LADDER = 'ladder-1'
const COUNT = 7
const TICK = price('0.01')
const ALERTS = { price: { on: true } } as never
const VIEW = { named: (at: Price) => at, second: () => '' }
const FACTS = { orders: [], position: null, isKnown: true, money: null, fees: null, leverage: 10, bid: null } as never
const SIZED = { by: 'contracts', amount: '2' } as never

/** `heedless`: a page that calls main regardless of its panels. */
type Path = 'ladder press' | 'ladder drag' | 'chart drag' | 'menu' | 'ticket' | 'exits' | 'algo' | 'heedless'

/** A message from a window, with the state at that time. */
interface Sent {
  readonly path: Path
  /** Whether main accepted it. */
  readonly isTaken: boolean
  readonly adds: boolean
  readonly price: Price | null
  readonly asset: string
  /** What was in view where the click started. */
  readonly seen: { readonly price: Price | null; readonly asset: string }
  /** Earlier questions on the same button. */
  readonly asked: string | null
  readonly isArmed: boolean
  readonly isHot: boolean
  readonly wasStale: boolean
}

const orderAt = (at: string, filled: string, reduceOnly: boolean, asset = 'NYCTMP1'): Order => ({
  ...{ oid: '1', cloid: null, asset, side: 'buy', price: price(at), size: size('10'), filled: size(filled) },
  ...{ tif: 'GTC', reduceOnly, status: 'resting', statusText: 'resting', time: 1 as never },
})

/** State shared by both windows, and main. */
class Terminal {
  readonly clock = createFakeClock()
  readonly arming = createArming({
    clock: this.clock,
    practice: false,
    limits: () => ({ arm: 'always', armMinutes: 60, hotMinutes: 10 }),
    assetOf: () => this.asset,
    isStale: () => this.isStale,
  })
  isStale = false
  asset = 'NYCTMP1'
  order: Order = orderAt('571.48', '0', false)
  readonly sent: Sent[] = []
  readonly windows = [new Window('window-1', this), new Window('window-2', this)] as const

  get age(): string | null {
    return this.isStale ? AGE : null
  }

  setStale(isStale: boolean): void {
    this.isStale = isStale
  }

  /** The live market, or its resting order, changes. */
  become(asset: string, order: Order): void {
    this.asset = asset
    this.order = order
    this.arming.marketsMoved()
    for (const window of this.windows) window.changed()
  }
}

/** The decisions of a window's panels, assembled as in the product. */
class Window {
  readonly name: string
  readonly terminal: Terminal
  readonly algo
  draft: { readonly price: Price; readonly reduceOnly: boolean } = { price: price('571.40'), reduceOnly: false }
  #rows = rowsAround(price('571.50'), { tick: TICK, step: TICK, count: COUNT, isTurned: false, most: null })
  #pressed: Pressed | null = null
  #hold: Hold = NO_HOLD
  #drag: Drag = NO_DRAG
  #opened: { readonly of: Pick<Instrument, 'key' | 'asset'>; readonly at: Price } | null = null
  #asked: FirstClick | null = null

  constructor(name: string, terminal: Terminal) {
    this.name = name
    this.terminal = terminal
    this.algo = createAlgoSession({
      clock: { after: (ms, run) => terminal.clock.after(ms, run) },
      newId: () => 'algo',
      check: () => Promise.resolve({ issues: [], worst: null, ends: null, until: null, early: null }),
      begin: ({ reduceOnly, asset, by }) => {
        const at = price('571.30')
        this.#toMain('algo', { ...this.#place(at, reduceOnly), asset }, by, { price: at, asset })
        return Promise.resolve({ id: 'algo' })
      },
      onBegun: () => undefined,
    })
  }

  get isArmed(): boolean {
    return this.terminal.arming.view(this.name).armedUntil !== null
  }
  /** Whether one-click of its ladder is armed. */
  get isHot(): boolean {
    const { oneClick } = this.terminal.arming.view(this.name)
    return oneClick.some(({ panel, armedUntil }) => panel === LADDER && armedUntil !== null)
  }
  get permission() {
    return permissionIn({ takes: 'everything' }, this.isArmed ? null : NOT_ARMED)
  }
  get #market() {
    return { ...instrument, asset: this.terminal.asset, title: this.terminal.asset }
  }
  get #byPress(): SubmittedManually {
    return this.isHot ? { kind: 'one_click', panel: LADDER } : BY_FORM
  }

  /** Main accepts what its arming permits, and never blocks reducing orders. */
  #toMain(path: Path, intent: Intent, by: SubmittedManually, seen: Sent['seen'], request: string | null = null): void {
    const adds = addsExposure(intent)
    const refusal = this.terminal.arming.refusal(this.name, intent, by)
    if (!adds) expect(refusal).toBeNull()
    this.terminal.sent.push({
      ...{
        path,
        isTaken: refusal === null,
        adds,
        seen,
        asked: request,
        isArmed: this.isArmed,
        isHot: this.isHot,
        wasStale: this.terminal.isStale,
      },
      price: intent.kind === 'place' ? intent.price : null,
      asset: 'asset' in intent ? intent.asset : '',
    })
  }

  #place(at: Price, reduceOnly: boolean) {
    const { asset } = this.terminal
    return { kind: 'place', asset, side: 'buy', price: at, size: size('2'), tif: 'GTC', reduceOnly } as const
  }

  #seenIn(row: number, zone: 'left' | 'right') {
    return seenIn({ row, zone }, this.#rows, { asset: this.terminal.asset, tick: TICK }, false)
  }

  scroll(by: number): void {
    this.#rows = scrolled(this.#rows, by)
  }
  type(at: Price, reduceOnly: boolean): void {
    this.draft = { price: at, reduceOnly }
  }

  // The ladder.
  down(row: number, zone: 'left' | 'right'): void {
    const seen = this.#seenIn(row, zone)
    const terms = { ladder: scalarLadder(this.#market), preset: SIZED, facts: FACTS, shown: seen, counts: false }
    const read = seen === null ? null : pressedAt(seen, terms)
    this.#pressed = read !== null && 'pressed' in read ? read.pressed : null
  }
  up(row: number, zone: 'left' | 'right', clicks: number): void {
    const pressed = this.#pressed
    this.#pressed = null
    if (pressed === null) return
    const now = this.#seenIn(row, zone)
    const release = released(pressed.seen, now)
    if (!release.counts) return
    // The drop target shows what it was pressed for.
    expect([now?.price, now?.side, now?.asset]).toEqual([release.seen.price, release.seen.side, release.seen.asset])
    const press = { ...release.seen, size: pressed.size, tif: 'GTC' } as const
    const order = scalarLadder(this.#market).orderOf(press, FACTS)
    const does = pressDoes(order, { isArmed: this.isHot, age: this.terminal.age, isSending: false, clicks })
    const by = { kind: 'one_click', panel: LADDER } as const
    if (does.does === 'send') this.#toMain('ladder press', does.intent, by, release.seen)
    if (does.does === 'take') this.type(release.seen.price, false)
  }
  grab(): void {
    this.#hold = held(this.#hold, { type: 'pressed', thing: ownOrder(this.terminal.order), y: 0 })
  }
  pull(row: number): void {
    const to = priceAt(this.#rows, row)
    this.#hold = held(this.#hold, { type: 'moved', y: 40, buttons: 1, to })
    this.#hold = held(this.#hold, { type: 'let_go', to })
    // When armed, releasing sends it.
    if (this.isHot) this.enterHold()
  }
  enterHold(): void {
    const hold = this.#hold
    if (hold.state !== 'asks') return
    this.#hold = NO_HOLD
    if (hold.thing.kind !== 'order') return
    const waits = dragWaits(hold.thing, this.terminal.age)
    if (hold.thing.order.reduceOnly) expect(waits).toBeNull()
    if (waits !== null) return
    this.#move('ladder drag', hold.thing.order, hold.to, this.#byPress)
  }

  // The chart.
  grabLine(): void {
    this.#drag = dragged(this.#drag, { type: 'grabbed', line: this.#line() })
  }
  pullLine(to: Price): void {
    this.#drag = dragged(dragged(this.#drag, { type: 'moved', to }), { type: 'let_go' })
  }
  enterLine(): void {
    const drag = this.#drag
    if (drag.state !== 'asking' || drag.line.grip.kind !== 'order') return
    const { order } = drag.line.grip
    if (moveWaits(this.terminal.isStale ? `Prices are ${AGE}.` : null, order) !== null) return
    this.#drag = NO_DRAG
    this.#move('chart drag', order, drag.to, BY_FORM)
  }
  #line() {
    const { order } = this.terminal
    const revision = `${order.asset}/${order.price}/${order.filled}/${order.reduceOnly}`
    return { grab: 1, id: order.oid, grip: { kind: 'order', order, revision }, price: order.price } as const
  }
  #move(path: Path, order: Order, to: Price, by: SubmittedManually): void {
    // A fill, an end or another market meanwhile ends the drag: only the resting order is moved.
    expect([path, order]).toEqual([path, this.terminal.order])
    const { asset } = order
    this.#toMain(path, { ...this.#place(to, order.reduceOnly), asset }, by, { price: to, asset })
  }

  // The menu at a price.
  openMenu(row: number): void {
    const at = priceAt(this.#rows, row)
    if (at !== null) this.#opened = { of: this.#market, at }
  }
  choose(entry: number): void {
    const opened = this.#opened
    this.#opened = null
    const now = { instrument: this.#market, drawn: this.#market }
    if (opened === null || !isStillOf({ instrument: opened.of, drawn: opened.of }, now)) return
    expect(opened.of.asset).toBe(this.terminal.asset)
    const entries = priceEntries({
      ...{ instrument: this.#market, price: opened.at, view: VIEW, orders: [this.terminal.order], kinds: ALERTS },
      isOwn: true,
      onTake: () => this.type(opened.at, false),
      onAlert: () => undefined,
      onCancel: ({ asset, oid, cloid, price: at }) =>
        this.#toMain('menu', { kind: 'cancel', asset, oid, cloid }, BY_FORM, { price: at, asset }),
    })
    entries[entry % entries.length]?.onAction?.()
  }

  // The ticket.
  pressTicket(clicks: number): void {
    const { asset, age } = this.terminal
    const { price: at, reduceOnly } = this.draft
    // The button is disabled.
    if (this.permission.orders !== 'any' && !reduceOnly) return
    const draft = { price: at, size: '2', unit: 'mark', tif: 'GTC', reduceOnly } as const
    const intent = placeIntentOf(asset, 'buy', draft, { price: at, size: size('2') }, 'agent')
    const what = JSON.stringify([asset, draft])
    const reasons = staleReasons(age, !reduceOnly)
    const request = questionText(this.#asked, what, reasons)
    const next = pressFor(this.#asked, { what, reasons, clicks })
    this.#asked = next.asked
    if (reduceOnly) expect(next.sends).toBe(true)
    if (intent !== null && next.sends) this.#toMain('ticket', intent, BY_FORM, { price: at, asset }, request)
  }

  // A misbehaving page.
  heedless(): void {
    const at = price('571.50')
    const by = { kind: 'one_click', panel: LADDER } as const
    this.#toMain('heedless', this.#place(at, false), by, { price: at, asset: this.terminal.asset })
  }

  // Exits, scale and slices.
  closePart(): void {
    const { asset } = this.terminal
    const protection = { kind: 'worst', price: price('571.00'), bound: null } as const
    const close = { kind: 'close', asset, position: 'long', size: size('1'), protection } as const
    this.#toMain('exits', close, BY_FORM, { price: null, asset })
  }
  preview(reduceOnly: boolean): void {
    const { asset } = this.terminal
    this.algo.preview({ asset, side: 'buy', reduceOnly, terms: { kind: 'scale', tif: 'GTC', orders: [] } })
  }
  confirm(clicks: number): void {
    this.algo.confirm({ detail: clicks })
  }

  /** The trader's orders and positions, or the market, change. */
  changed(): void {
    if ('ended' in afterThings(this.#hold, [ownOrder(this.terminal.order)])) this.#hold = NO_HOLD
    this.#drag = dragged(this.#drag, { type: 'lines', lines: [this.#line() as never] })
  }
}

type Act = (terminal: Terminal, window: Window) => void
const zones = fc.constantFrom('left' as const, 'right' as const)
const row = fc.nat(COUNT - 1)
const clicks = fc.constantFrom(1, 1, 1, 2)
const places = fc.constantFrom('571.20', '571.35', '570.90').map((at) => price(at))
const acts: fc.Arbitrary<readonly [name: string, act: Act]> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constant(['arm', (terminal: Terminal, { name }: Window) => terminal.arming.arm(name)] as const),
  },
  fc.constant(['disarm', (terminal: Terminal, { name }: Window) => terminal.arming.disarm(name, null)] as const),
  {
    weight: 2,
    arbitrary: fc.constant([
      'arm one-click',
      (d: Terminal, w: Window) => void d.arming.armOneClick(w.name, LADDER, LIVE),
    ] as const),
  },
  fc.constant([
    'disarm one-click',
    (d: Terminal, w: Window) => d.arming.disarmOneClick(w.name, LADDER, 'user'),
  ] as const),
  fc.boolean().map((stale) => [`stale ${stale}`, (terminal: Terminal) => terminal.setStale(stale)] as const),
  fc
    .constantFrom('NYCTMP1', 'NYCTMP2')
    .map(
      (asset) =>
        [`market ${asset}`, (terminal: Terminal) => terminal.become(asset, { ...terminal.order, asset })] as const,
    ),
  fc
    .tuple(fc.constantFrom('0', '3', '5'), fc.boolean())
    .map(
      ([filled, reduces]) =>
        [
          `fill ${filled}`,
          (terminal: Terminal) => terminal.become(terminal.asset, orderAt('571.48', filled, reduces, terminal.asset)),
        ] as const,
    ),
  fc.integer({ min: -2, max: 2 }).map((by) => [`scroll ${by}`, (_: Terminal, w: Window) => w.scroll(by)] as const),
  {
    weight: 4,
    arbitrary: fc
      .tuple(row, zones)
      .map(([at, zone]) => [`down ${at}`, (_: Terminal, w: Window) => w.down(at, zone)] as const),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(row, zones, clicks)
      .map(([at, zone, n]) => [`up ${at}`, (_: Terminal, w: Window) => w.up(at, zone, n)] as const),
  },
  { weight: 2, arbitrary: fc.constant(['grab', (_: Terminal, w: Window) => w.grab()] as const) },
  { weight: 2, arbitrary: row.map((at) => [`pull ${at}`, (_: Terminal, w: Window) => w.pull(at)] as const) },
  fc.constant(['enter', (_: Terminal, w: Window) => w.enterHold()] as const),
  { weight: 2, arbitrary: fc.constant(['grab line', (_: Terminal, w: Window) => w.grabLine()] as const) },
  {
    weight: 2,
    arbitrary: places.map((to) => [`pull line ${to}`, (_: Terminal, w: Window) => w.pullLine(to)] as const),
  },
  { weight: 2, arbitrary: fc.constant(['enter line', (_: Terminal, w: Window) => w.enterLine()] as const) },
  row.map((at) => [`menu ${at}`, (_: Terminal, w: Window) => w.openMenu(at)] as const),
  fc.nat(4).map((entry) => [`choose ${entry}`, (_: Terminal, w: Window) => w.choose(entry)] as const),
  fc
    .tuple(places, fc.boolean())
    .map(([at, reduceOnly]) => [`type ${at}`, (_: Terminal, w: Window) => w.type(at, reduceOnly)] as const),
  { weight: 4, arbitrary: clicks.map((n) => [`press ${n}`, (_: Terminal, w: Window) => w.pressTicket(n)] as const) },
  fc.constant(['heedless', (_: Terminal, w: Window) => w.heedless()] as const),
  fc.constant(['close', (_: Terminal, w: Window) => w.closePart()] as const),
  fc.boolean().map((reduces) => [`preview ${reduces}`, (_: Terminal, w: Window) => w.preview(reduces)] as const),
  clicks.map((n) => [`confirm ${n}`, (_: Terminal, w: Window) => w.confirm(n)] as const),
)

/** Deliberate user actions, so that each way sends something. */
const one = (name: string, act: Act) => [name, act] as const
const ARMED = [
  one('arm', (d, w) => d.arming.arm(w.name)),
  one('hot', (d, w) => void d.arming.armOneClick(w.name, LADDER, LIVE)),
]
const PRESS = [one('down', (_, w) => w.down(2, 'left')), one('up', (_, w) => w.up(2, 'left', 1))]
const DRAG = [one('grab', (_, w) => w.grab()), one('pull', (_, w) => w.pull(4)), one('enter', (_, w) => w.enterHold())]
const LINE = [
  one('grab line', (_, w) => w.grabLine()),
  one('pull line', (_, w) => w.pullLine(price('571.20'))),
  one('enter line', (_, w) => w.enterLine()),
]
const TICKET = [one('press', (_, w) => w.pressTicket(1)), one('press', (_, w) => w.pressTicket(1))]
const PARENT = [one('preview', (_, w) => w.preview(false)), one('confirm', (_, w) => w.confirm(1))]
const CANCEL = [one('menu', (_, w) => w.openMenu(5)), one('choose', (_, w) => w.choose(0))]
const REDUCES = [one('reduces', (d) => d.become(d.asset, orderAt('571.48', '0', true, d.asset)))]
const FILL = [one('fill', (d) => d.become(d.asset, orderAt('571.48', '3', false, d.asset)))]
const OTHER = [one('market', (d) => d.become('NYCTMP2', { ...d.order, asset: 'NYCTMP2' }))]
const between = (all: readonly (readonly [string, Act])[], act: readonly (readonly [string, Act])[]) => [
  ...all.slice(0, -1),
  ...act,
  ...all.slice(-1),
]
const OLD = [one('stale', (terminal) => terminal.setStale(true))]
const phrases = fc.oneof(
  { weight: 3, arbitrary: acts.map((act) => [act]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [...ARMED, ...PRESS],
      PRESS,
      DRAG,
      [...ARMED, ...DRAG],
      [...ARMED, ...OLD, ...TICKET],
      [...ARMED, ...PARENT],
      PARENT,
      CANCEL,
      between(PRESS, OTHER),
      between(CANCEL, OTHER),
      between(DRAG, FILL),
      between(LINE, FILL),
      [...REDUCES, ...OLD, ...LINE],
      [...REDUCES, ...OLD, ...DRAG],
      [...ARMED, ...OLD, ...LINE],
      [...ARMED, ...OLD, ...PRESS],
      LINE,
      TICKET,
      ARMED,
    ),
  },
)

describe('every way out of a window other than a command', () => {
  it('sends nothing that adds exposure from an unarmed window, a moved row, another window or stale prices, and always sends reducing orders', async () => {
    const seen: Record<string, number> = {}
    const count = (what: string): void => {
      seen[what] = (seen[what] ?? 0) + 1
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.nat(3).map((n) => (n === 0 ? 1 : 0)),
            phrases,
          ),
          { maxLength: 40 },
        ),
        async (all) => {
          const terminal = new Terminal()
          for (const [at, phrase] of all) {
            for (const [, act] of phrase) {
              const done = terminal.sent.length
              act(terminal, terminal.windows[at] as Window)
              await terminal.clock.advanceAsync(HEEDS_AFTER_MS)
              for (const one of terminal.sent.slice(done)) {
                if (one.isTaken) count(`${one.path}${one.adds ? '' : ', reduces'}`)
                if (!one.adds && (one.wasStale || !one.isArmed)) count('reduces all the same')
                if (!one.adds) continue
                const { path } = one
                if (one.isTaken) expect([path, one.isArmed]).toEqual([path, true])
                if (path === 'heedless') {
                  if (one.isTaken) expect([one.isHot, one.wasStale]).toEqual([true, false])
                  continue
                }
                // What a panel blocks itself does not even reach main.
                expect([path, one.price, one.asset]).toEqual([path, one.seen.price, one.seen.asset])
                if (path === 'ladder press' || path === 'ticket') expect([path, one.isArmed]).toEqual([path, true])
                if (path === 'ladder press') expect(one.isHot).toBe(true)
                // A parent order withholds its children itself until prices are fresh.
                if (!one.wasStale || path === 'algo') continue
                expect(path).toBe('ticket')
                expect(one.asked).toContain(AGE)
                count('ticket, stale, asked')
              }
            }
          }
        },
      ),
      { seed: SEED, numRuns: runs(400, 10_000) },
    )
    // A case that is never reached proves nothing.
    for (const what of [
      ...['ladder press', 'ladder drag', 'chart drag', 'ticket', 'algo', 'ticket, stale, asked'],
      ...['ladder drag, reduces', 'chart drag, reduces', 'menu, reduces', 'ticket, reduces', 'exits, reduces'],
      ...['algo, reduces', 'reduces all the same'],
    ]) {
      expect([what, (seen[what] ?? 0) > 0]).toEqual([what, true])
    }
  })

  it('moves no order whose market changed between the click on it and the first move of the pointer', () => {
    const terminal = new Terminal()
    const [window] = terminal.windows
    terminal.arming.arm(window.name)
    window.grab()
    terminal.become('NYCTMP2', { ...terminal.order, asset: 'NYCTMP2' })
    terminal.arming.armOneClick(window.name, LADDER, LIVE)
    window.pull(0)
    expect(terminal.sent).toEqual([])
  })

  it("shows an unarmed window's message for what it does not send", () => {
    expect(new Terminal().windows[0].permission).toEqual({ orders: 'reducing', reason: NOT_ARMED })
  })
})
