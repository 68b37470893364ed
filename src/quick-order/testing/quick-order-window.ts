/** A window reduced to quick orders: the real command table, previews and decisions of this module, with a bridge that records its calls. */
import type { AccountView, Order } from '../../../contract/account.ts'
import { type Price, price, type Size, size } from '../../../contract/decimal.ts'
import type { BinaryInstrument, Instrument, ScalarInstrument } from '../../../contract/instrument.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Ticker } from '../../../contract/market.ts'
import { ACTIVE, LIVE } from '../../../contract/market-ref.ts'
import type { CloseProtection } from '../../../contract/protection.ts'
import type { KeysMode, SubmittedManually } from '../../../contract/safety-locks.ts'
import { millis } from '../../../contract/time.ts'
import type { EntryProvider, Press } from '../../commands/index.ts'
import { predictionOf } from '../../markets/binary/index.ts'
import { quickOrderOf } from '../../markets/family/index.ts'
import { closeProtectionNow, reversalDraft } from '../../positions/index.ts'
import { createFakeBridge } from '../../testing/index.ts'
import { type Closing, changedClosing, closingOf, enterClosing, type FixedReversal, reversalIssue } from '../closing.ts'
import type { KeysPort } from '../key-table.ts'
import { orderProvider } from '../order-provider.ts'
import type { RestingOrder } from '../own-orders.ts'
import { type Chosen, choose, enterMove, moved, ordersOf } from '../own-orders.ts'
import { changedPrediction, enterPrediction, type Prediction } from '../prediction.ts'
import { byOf, changed, enter, newPreview, type Origin, type Preview, priced } from '../preview.ts'
import type { PreviewAction } from '../preview-action.ts'
import { changeOf } from '../preview-keys.ts'
import { atOnce, reversalAtOnce } from '../trading-keys.tsx'
import { DEFAULT_DISTANCES, quickOrderDistance } from './distances.ts'
import { instrument as scalar, scalarQuickOrderAt } from './scalar-hand.ts'

const ID = '00000000-0000-4000-8000-000000000000'

export const AGE = '4 s old'

/** What is above the status bar and has the focus. */
export type Over =
  | { readonly kind: 'order'; readonly preview: Preview }
  | { readonly kind: 'close'; readonly origin: Origin; readonly closing: Closing; readonly protection: CloseProtection }
  | { readonly kind: 'reverse'; readonly origin: Origin; readonly fixed: FixedReversal | null }
  | { readonly kind: 'move'; readonly origin: Origin; readonly chosen: Chosen | null; readonly question: string | null }
  | {
      readonly kind: 'predict'
      readonly origin: Origin
      readonly prediction: Prediction | null
      readonly question: string | null
    }
  | { readonly kind: 'flatten' }

export class QuickOrderWindow {
  readonly fake = createFakeBridge()
  mode: KeysMode | null = null
  isWindowArmed = true
  isStale = false
  bid = '571.48'
  asset = 'NYCTMP1'
  family: 'scalar' | 'binary' = 'scalar'
  held: string | null = '7'
  orders: Order[] = [orderOf('1', '571.00')]
  preset = 4
  over: Over | null = null
  /** The line's message after the last Enter. */
  said: string | null = null
  #count = 0

  get instrument(): Instrument {
    const own = { ...(scalar as ScalarInstrument), asset: this.asset, title: this.asset }
    if (this.family === 'scalar') return own
    const binary = { ...own, family: 'binary', ref: ACTIVE, key: 'binary/active', asset: 'GBETA', tick: price('0.001') }
    return { ...binary, sizeDecimals: 0, midpoint: null, decidedBy: null } as unknown as BinaryInstrument
  }

  get ticker(): Ticker {
    const { quotes } = scalarQuickOrderAt(price(this.bid))
    const own =
      this.family === 'scalar' ? quotes : { ...quotes, mark: price('0.55'), bid: price('0.54'), ask: price('0.56') }
    return { ...own, stale: this.isStale } as unknown as Ticker
  }

  get hand() {
    const { instrument, ticker } = this
    if (this.family === 'scalar' && this.asset === scalar.asset) return scalarQuickOrderAt(price(this.bid)).hand
    const book = { bids: [], asks: [] }
    const market = { asset: this.asset, tickSize: price('0.01'), sizeDecimals: 4, maxLeverage: 10 } as never
    return quickOrderOf({
      instrument,
      ticker,
      book,
      account: null,
      fees: null,
      market,
      leverage: 10,
      minimumValue: null,
    })
  }

  get account(): AccountView {
    const own =
      this.held === null ? [] : [{ family: this.family, asset: this.instrument.asset, size: this.held, entryPx: '1' }]
    return { positions: own, money: { available: null } } as unknown as AccountView
  }

  get permission() {
    return this.isWindowArmed ? ({ orders: 'any' } as const) : ({ orders: 'reducing', reason: 'not armed' } as const)
  }

  get stale(): string | null {
    return this.isStale ? AGE : null
  }

  /** Main requires the armed keys for orders sent by key. */
  #permits(by: SubmittedManually): boolean {
    return by.kind !== 'keys' || (this.mode !== null && (by.mode === 'preview' || this.mode === 'at_once'))
  }

  #submit(intent: Intent, by: SubmittedManually): void {
    void this.fake.bridge.submit({ requestId: ID, intent, by } as never)
  }

  #protectionOf({ position }: Closing): CloseProtection {
    const terms = { tickSize: this.instrument.tick, distance: quickOrderDistance(position.family) }
    return closeProtectionNow(position, this.ticker, terms)
  }

  #closingContext(protection: CloseProtection) {
    const { asset } = this.instrument
    const now = this.account.positions.find((one) => one.asset === asset)
    return { now, protection, permission: this.permission, isUnderWay: false, duplicate: null, question: null }
  }

  show(origin: Origin, request: Preview['asked']): void {
    this.#count += 1
    this.said = null
    const { instrument, ticker, hand } = this
    const preview = newPreview(this.#count, origin, instrument.ref, request)
    this.over = { kind: 'order', preview: priced(preview, { instrument, quotes: ticker, hand }) }
  }

  showPreviewAction(origin: Origin, previewAction: PreviewAction): void {
    this.said = null
    switch (previewAction.kind) {
      case 'close': {
        const { closing } = closingOf(previewAction.much, this.instrument, this.account)
        this.over =
          closing === null ? null : { kind: 'close', origin, closing, protection: this.#protectionOf(closing) }
        break
      }
      case 'reverse': {
        const [position] = this.account.positions
        const request =
          position === undefined
            ? null
            : reversalDraft(position, this.ticker, { tickSize: scalar.tick, distance: DEFAULT_DISTANCES.scalar })
        const fixed = position === undefined || request === null ? null : { position, asked: request }
        this.over = { kind: 'reverse', origin, fixed }
        break
      }
      case 'orders': {
        const [first] = ordersOf(this.instrument.asset, this.orders)
        this.over = { kind: 'move', origin, chosen: first === undefined ? null : choose(first), question: null }
        break
      }
      case 'predict': {
        const asset = this.instrument.asset ?? ''
        const { direction, amount } = previewAction
        const made = predictionOf({ ...previewAction, asset }, this.ticker, this.instrument.tick)
        const worst = 'issue' in made ? null : made.worst
        const prediction = worst === null ? null : { asset, direction, amount, worst }
        this.over = { kind: 'predict', origin, prediction, question: null }
        break
      }
      case 'exit':
        // Its context has lost the focus; an exit opens nothing.
        this.over = null
        break
    }
  }

  /** The window interface of the real commands and lines. */
  get port(): KeysPort &
    Omit<Parameters<typeof orderProvider>[0], 'view' | 'preview' | 'flatten' | 'showPreviewAction' | 'priceOf'> {
    const { instrument } = this
    const { bridge } = this.fake
    return {
      mode: this.mode,
      market: {
        ref: this.family === 'scalar' ? LIVE : ACTIVE,
        asset: instrument.asset,
        sizeDecimals: instrument.sizeDecimals,
      },
      account: this.account,
      orders: this.orders,
      preset: this.preset,
      choosePreset: (number) => {
        this.preset = number
      },
      show: (origin, _market, request) => this.show(origin, request),
      showPreviewAction: (origin, _market, previewAction) => this.showPreviewAction(origin, previewAction),
      send: (market, request) => {
        const { hand, ticker, permission, stale } = this
        const does = atOnce(market, request, { instrument, quotes: ticker, hand }, { permission, stale })
        if (does.does === 'send' && this.#permits(does.by)) this.#submit(does.intent, does.by)
        if (does.does === 'show') this.show('keys', request)
      },
      close: (_market, much) => {
        const { closing } = closingOf(much, instrument, this.account)
        if (closing === null) return
        const by = { kind: 'keys', mode: 'at_once' } as const
        const does = enterClosing(closing, this.#closingContext(this.#protectionOf(closing)))
        if (does.does === 'send' && this.#permits(by)) this.#submit(does.intent, by)
      },
      askExits: () => undefined,
      askOfRow: () => undefined,
      hasPlan: true,
      reverse: () => {
        const [position] = this.account.positions
        if (position === undefined || reversalAtOnce(position, this.permission) !== null) return
        const request = reversalDraft(position, this.ticker, {
          tickSize: scalar.tick,
          distance: DEFAULT_DISTANCES.scalar,
        })
        if (request === null) this.showPreviewAction('keys', { kind: 'reverse' })
        else void bridge.reversePosition({ requestId: ID, ...request, by: { kind: 'keys', mode: 'at_once' } } as never)
      },
      cancel: (orders: readonly RestingOrder[]) => {
        for (const { asset, oid, cloid } of orders)
          this.#submit({ kind: 'cancel', asset, oid, cloid }, { kind: 'form' })
      },
      cancelAll: (asset) => void bridge.cancelAll({ requestId: ID, asset }),
      flatten: (how) => {
        if (how === 'at_once') void bridge.flatten({} as never)
        else this.over = { kind: 'flatten' }
      },
      arm: (mode) => {
        this.mode = mode
      },
    }
  }

  /** The palette entries for a line. */
  get lines(): EntryProvider {
    const { orders, account, cancel, cancelAll, flatten } = this.port
    return orderProvider({
      ...{ view: this.instrument, orders, account, cancel, cancelAll, priceOf: () => null },
      preview: (_market, request) => this.show('line', request),
      showPreviewAction: (_market, previewAction) => this.showPreviewAction('line', previewAction),
      flatten: () => flatten('show'),
    })
  }

  /** A key press that no command took, where the line has the focus. */
  press(one: Press): void {
    const { over } = this
    if (over === null || one.isComposing || one.ctrlKey || one.altKey || one.metaKey) return
    if (one.code === 'Escape') this.over = null
    else if (one.code === 'Enter') {
      if (!one.repeat) this.#enter(over)
    } else this.#change(over, one)
  }

  #change(over: Over, { code, shiftKey }: Press): void {
    const change = changeOf({ key: code, code, shiftKey }, this.instrument.ref)
    if (change === null) return
    const { tick } = this.instrument
    this.said = null
    if (over.kind === 'order') this.over = { ...over, preview: changed(over.preview, change, tick) }
    if (over.kind === 'close') this.over = { ...over, closing: changedClosing(over.closing, change) }
    if (over.kind === 'move' && over.chosen !== null && change.kind !== 'set-size') {
      this.over = { ...over, chosen: moved(over.chosen, change, tick), question: null }
    }
    if (over.kind === 'predict' && over.prediction !== null) {
      this.over = { ...over, prediction: changedPrediction(over.prediction, change, tick), question: null }
    }
  }

  #enter(over: Over): void {
    const { permission, stale } = this
    const { asset } = this.instrument
    switch (over.kind) {
      case 'order': {
        const { preview } = over
        const plan = preview.order === null ? { intent: null, issue: null, figures: [] } : this.hand.plan(preview.order)
        const does = enter(preview, { plan, asset, permission, stale, far: null, duplicate: null })
        this.said = does.does === 'send' ? null : does.text
        if (does.does === 'ask') this.over = { ...over, preview: { ...preview, question: does.key } }
        if (does.does !== 'send' || !this.#permits(does.by)) return
        this.#submit(does.intent, does.by)
        this.over = null
        return
      }
      case 'close': {
        const does = enterClosing(over.closing, this.#closingContext(over.protection))
        this.said = does.does === 'send' ? null : does.text
        if (does.does !== 'send' || !this.#permits(byOf(over.origin))) return
        this.#submit(does.intent, byOf(over.origin))
        this.over = null
        return
      }
      case 'reverse': {
        const [position] = this.account.positions
        const issue = reversalIssue(true, position, over.fixed, this.isStale)
        if (issue !== null || over.fixed === null || permission.orders !== 'any' || !this.#permits(byOf(over.origin)))
          return
        void this.fake.bridge.reversePosition({ requestId: ID, ...over.fixed.asked, by: byOf(over.origin) } as never)
        this.over = null
        return
      }
      case 'move': {
        const own = ordersOf(asset, this.orders)
        const does = enterMove(over.chosen, {
          own,
          refusal: null,
          permission,
          stale,
          far: null,
          question: over.question,
        })
        this.said = does.does === 'move' ? null : does.text
        this.over = { ...over, question: does.does === 'ask' ? does.key : null }
        if (does.does === 'look') this.over = { ...over, chosen: does.order === null ? null : choose(does.order) }
        if (does.does !== 'move' || !this.#permits(byOf(over.origin))) return
        const { oid } = does.order
        void this.fake.bridge.moveOrder({
          requestId: ID,
          asset: does.order.asset,
          oid,
          ...does.to,
          by: byOf(over.origin),
        })
        this.over = null
        return
      }
      case 'predict': {
        const { prediction, question } = over
        const does = enterPrediction(prediction, {
          issue: null,
          asset,
          permission,
          stale,
          isSetUp: true,
          duplicate: null,
          question,
        })
        this.said = does.does === 'send' ? null : does.text
        this.over = { ...over, question: does.does === 'ask' ? does.key : null }
        if (does.does !== 'send' || !this.#permits(byOf(over.origin))) return
        this.#submit(does.intent, byOf(over.origin))
        this.over = null
        return
      }
      case 'flatten':
        void this.fake.bridge.flatten({} as never)
        this.over = null
    }
  }
}

/** A resting buy of 10 without fills. */
export const orderOf = (oid: string, at: string, filled = '0'): Order => ({
  ...{ oid, cloid: null, asset: 'NYCTMP1', side: 'buy', price: price(at) as Price, size: size('10') as Size },
  ...{ filled: size(filled), tif: 'GTC', reduceOnly: false, status: 'resting', statusText: 'resting', time: millis(1) },
})
