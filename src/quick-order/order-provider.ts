/** The palette entries for a line: its preview, its error, or how an incomplete line can continue. Pure. */

import type { AccountView, Family } from '../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  type Fahrenheit,
  multiply,
  type Price,
  signOf,
  toStep,
  trimZeros,
} from '../../contract/decimal.ts'
import { FAMILY_RULES, holdingText, isPriceOf } from '../../contract/family-rules.ts'
import { fullTitleOf, type InstrumentView } from '../../contract/instrument.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { listed, plural } from '../../contract/plural.ts'
import type { Entry, EntryProvider } from '../commands/index.ts'
import { priceLabel } from '../format/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import type { TypedPrice } from '../markets/quick-order.ts'
import { sideLabel } from '../trade-forms/index.ts'
import { exitLabels } from './bracket.ts'
import { closedSize, closingOf } from './closing.ts'
import { type LineCancel, type LineOrder, parseOrderLine } from './order-line.ts'
import type { RestingOrder } from './own-orders.ts'
import type { RequestedOrder } from './preview.ts'
import type { PreviewAction } from './preview-action.ts'
import type { PreviewActionLine } from './preview-action-line.ts'

// A typed price, written in the unit that scalar prices are shown in.

/** A number below this means a temperature, which the error explains: it is shown as typed. */
const MIN_MARK = '400' as Decimal

/** `the mid`, `62 %`; `571.5` and `71.5F` both become `571.5`, or `71.5 °F`. */
export function typedText(price: TypedPrice): string {
  if (price.kind === 'quote') return `the ${price.quote}`
  if (price.kind === 'market') return 'market'
  const { value, unit } = price
  if (unit === 'percent') return `${value} %`
  if (unit === 'fahrenheit') return priceLabel(markOfFahrenheit(value as string as Fahrenheit))
  return compare(value, MIN_MARK) < 0 ? value : priceLabel(value as string as Price)
}

interface LinePort {
  /** Of the last used panel; undefined where none shows a market, null while unknown. */
  readonly view: InstrumentView | null | undefined
  /** The trader's resting orders; null while unknown. */
  readonly orders: readonly RestingOrder[] | null
  /** The current price of an asset; null while unknown. */
  readonly priceOf: (asset: string) => Price | null
  /** Null while it is being read. */
  readonly account: Pick<AccountView, 'positions'> | null
  readonly preview: (market: MarketRef, request: RequestedOrder) => void
  readonly showPreviewAction: (market: MarketRef, previewAction: PreviewAction) => void
  readonly cancel: (orders: readonly RestingOrder[]) => void
  /** Cancels every order of an asset, including those in flight. */
  readonly cancelAll: (asset: string) => void
  /** Previews Flatten. */
  readonly flatten: () => void
}

export const orderProvider = (port: LinePort): EntryProvider => ({
  section: 'Order',
  first: true,
  search(query) {
    const line = parseOrderLine(query)
    if (line === null) return hintsFor(query, port)
    if (line.kind === 'wrong') {
      const how = 'asksHow' in line ? ` Examples: ${examplesOf(port).buy.slice(0, 2).join(', ')}` : ''
      return [unsendable(`${line.why}${how}`)]
    }
    if (line.kind === 'flatten') return [flattenEntry(port)]
    const { view } = port
    if (view === undefined) return [notNow('No panel shows a market. Orders go to the market of the last used panel.')]
    if (view === null) return [notNow(COMMON.loadingMarket)]
    if (!view.here) return [notNow(view.reason)]
    if (line.kind === 'order') return [orderEntry(line, view, port)]
    return [line.kind === 'cancel' ? cancelEntry(line, view, port) : previewActionEntry(line, view, port)]
  },
})

/** An invalid or incomplete line: it may also be the name of a command. */
const unsendable = (why: string): Entry => ({
  id: 'line',
  title: why,
  impossible: 'incomplete',
  run: () => undefined,
})

/** A complete line that cannot be carried out now: Enter must not run another command instead. */
const notNow = (why: string): Entry => ({ ...unsendable(why), holdsEnter: true })

const flattenEntry = ({ flatten }: LinePort): Entry => ({
  id: 'line',
  title: 'Preview: cancel all orders and close all positions',
  detail: 'Enter twice to confirm',
  run: flatten,
})

type Here = Extract<InstrumentView, { here: true }>

/** The market of a line: the panel's, or its other side if that was named. */
function marketOf(named: string | null, view: Here): { readonly ref: MarketRef; readonly title: string } | null {
  const own = { ref: view.ref, title: fullTitleOf(view) }
  if (named === null) return own
  if (view.family !== 'outcome') return null
  if (view.sideName.toLowerCase() === named) return own
  const { otherSide } = view
  if (otherSide?.name.toLowerCase() !== named) return null
  return { ref: otherSide.ref, title: `${view.name}, ${otherSide.name}` }
}

function orderEntry(line: LineOrder, view: Here, port: LinePort): Entry {
  const market = marketOf(line.named, view)
  if (market === null) {
    const wrong = `“${line.named}” is not a side of ${fullTitleOf(view)}`
    return unsendable(
      view.family === 'outcome'
        ? `${wrong}: use ${listed([view.sideName, ...(view.otherSide === null ? [] : [view.otherSide.name])])}.`
        : `${wrong}: use buy and sell only.`,
    )
  }
  const { side, size, price, tif, reduceOnly, exits } = line
  const order = [
    `${sideLabel(side)} ${trimZeros(size)} ${market.title} at ${typedText(price)}`,
    ...(tif === 'GTC' || price.kind === 'market' ? [] : [tif]),
    ...(reduceOnly ? ['reduce-only'] : []),
  ].join(' ')
  const protection =
    exits === null ? [] : exitLabels(exits, { price: typedText, percent: (percent) => `${trimZeros(percent)}%` })
  return {
    id: 'line',
    title: `Preview: ${[order, ...protection].join(', ')}`,
    detail: 'Enter twice to send',
    run: () => port.preview(market.ref, { side, size, price, tif, reduceOnly, exits }),
  }
}

/** The orders that a cancel applies to, the newest first. */
export function ordersToCancel(
  { which }: LineCancel,
  asset: string | null,
  orders: readonly RestingOrder[],
): readonly RestingOrder[] {
  const own = orders.filter((order) => order.asset === asset).sort((a, b) => b.time - a.time)
  switch (which) {
    case 'all':
      return own
    case 'last':
      return own.slice(0, 1)
    case 'buys':
      return own.filter(({ side }) => side === 'buy')
    case 'sells':
      return own.filter(({ side }) => side === 'sell')
  }
}

function cancelEntry(line: LineCancel, view: Here, port: LinePort): Entry {
  if (port.orders === null) return notNow('Loading orders.')
  const meant = ordersToCancel(line, view.asset, port.orders)
  const market = fullTitleOf(view)
  if (meant.length === 0) return notNow(`No open ${CANCELED[line.which][0]} in ${market}.`)
  const first = meant.slice(0, 3).map(({ side, size, price }) => `${side} ${trimZeros(size)} at ${priceLabel(price)}`)
  return {
    id: 'line',
    title: cancelTitle(line.which, meant.length, market),
    detail: [...first, ...(meant.length > 3 ? ['…'] : [])].join(', '),
    run: () => (line.which === 'all' && view.asset !== null ? port.cancelAll(view.asset) : port.cancel(meant)),
  }
}

const CANCELED: { readonly [W in LineCancel['which']]: readonly [one: string, other: string] } = {
  buys: ['buy', 'buys'],
  sells: ['sell', 'sells'],
  all: ['order', 'orders'],
  last: ['order', 'orders'],
}

/** `Cancel 2 buys of NYCTMP1`. */
const cancelTitle = (which: LineCancel['which'], count: number, market: string): string =>
  which === 'last'
    ? `Cancel the last order of ${market}`
    : `Cancel ${count} ${plural(count, ...CANCELED[which])} of ${market}`

const shownFirst = (title: string, run: () => void, detail = 'Enter twice to confirm'): Entry => ({
  id: 'line',
  title: `Preview: ${title}`,
  detail,
  run,
})

function previewActionEntry(line: Exclude<PreviewActionLine, { kind: 'wrong' }>, view: Here, port: LinePort): Entry {
  const market = fullTitleOf(view)
  const held = port.account?.positions.find(({ asset }) => asset === view.asset)
  const nothing =
    port.account === null
      ? 'Loading the account.'
      : held === undefined || signOf(held.size) === 0
        ? `No position in ${market}.`
        : null
  const whole = held === undefined ? '' : trimZeros(absolute(held.size))
  const much = held !== undefined && signOf(held.size) < 0 ? `short ${whole}` : `long ${whole}`
  switch (line.kind) {
    case 'close': {
      const { closing, why } = closingOf(line.much, view, port.account)
      if (closing === null) return notNow(`${why}.`)
      const { position } = closing
      return shownFirst(`close ${trimZeros(closedSize(closing))} of ${holdingText(position)} ${market}`, () =>
        port.showPreviewAction(view.ref, { kind: 'close', much: line.much }),
      )
    }
    case 'reverse': {
      const off = nothing ?? (held === undefined ? null : quickOrderRulesOf(held.family).reverseOff)
      if (off !== null) return notNow(off)
      return shownFirst(`reverse ${much} ${market}`, () => port.showPreviewAction(view.ref, { kind: 'reverse' }))
    }
    case 'exit': {
      if (nothing !== null) return notNow(nothing)
      const { role, price } = line
      const what = `${much} ${market} at ${typedText(price)}`
      const title = role === 'stop' ? `stop of ${what}` : `target of ${what}`
      return shownFirst(
        title,
        () => port.showPreviewAction(view.ref, { kind: 'exit', role, price }),
        'Enter twice to set',
      )
    }
    case 'predict': {
      if (!FAMILY_RULES[view.family].isPredicted)
        return unsendable(`${market} is not a binary market: type buy or sell and a price.`)
      const { direction, amount, worst } = line
      const most = worst === null ? [] : [`at most ${worst} per contract`]
      return shownFirst(
        [`predict ${direction} with ${trimZeros(amount)} USDC in ${market}`, ...most].join(', '),
        () => port.showPreviewAction(view.ref, { kind: 'predict', direction, amount, worst: worst as Price | null }),
        'Enter twice to estimate',
      )
    }
    case 'orders': {
      const own = (port.orders ?? []).filter(({ asset }) => asset === view.asset)
      if (port.orders === null) return unsendable('Loading orders.')
      if (own.length === 0) return unsendable(`No open orders in ${market}.`)
      return {
        ...shownFirst('', () => port.showPreviewAction(view.ref, { kind: 'orders' }), 'move or cancel them'),
        title: plural(
          own.length,
          `Step through your order in ${market}`,
          `Step through your ${own.length} orders in ${market}`,
        ),
      }
    }
  }
}

/** How far the stops and targets of examples are from the price. */
const EXAMPLE_AWAY: { readonly [F in Family]: Price } = {
  scalar: '0.5' as Price,
  binary: '0.1' as Price,
  outcome: '0.1' as Price,
}

/** Examples of the market in view, at its price now; with names for prices while it is unknown. */
function examplesOf({ view, priceOf }: Pick<LinePort, 'view' | 'priceOf'>) {
  const market = view?.here === true ? view : null
  const family = market?.family ?? 'scalar'
  const now = market === null || market.asset === null ? null : priceOf(market.asset)
  const tick = market?.tick ?? null
  /** A price beside the current one; null where there is none. */
  const beside = (way: -1 | 0 | 1): string | null => {
    if (now === null || tick === null) return null
    const price = add(now, multiply(EXAMPLE_AWAY[family], String(way) as Decimal) as Price)
    return isPriceOf(family, price) ? trimZeros(toStep(price, tick)) : null
  }
  const [low, at, high] = [beside(-1), beside(0), beside(1)]
  const priced = at === null ? [] : [`buy 5 @ ${at}`]
  const bracket = at === null || low === null || high === null ? [] : [`buy 5 @ ${at} stop ${low} target ${high}`]
  return {
    buy: ['buy 5', 'buy 5 @ bid', ...priced, ...bracket],
    sell: ['sell 5', 'sell 5 @ ask', ...(FAMILY_RULES[family].sides === null ? [] : ['sell 5 mkt reduce'])],
    stop: low === null ? [] : [`stop ${low}`],
    target: high === null ? [] : [`target ${high}`, `tp ${high}`],
  }
}

/** All syntax hints, by first keyword. */
function linesOf(
  port: Pick<LinePort, 'view' | 'priceOf'>,
): readonly { readonly word: string; readonly ways: string }[] {
  const { buy, sell, stop, target } = examplesOf(port)
  const priced = [
    { word: 'buy', ways: buy },
    { word: 'sell', ways: sell },
    { word: 'stop', ways: stop },
    { word: 'target', ways: target },
  ]
  return [
    ...priced.filter(({ ways }) => ways.length > 0).map(({ word, ways }) => ({ word, ways: ways.join(', ') })),
    { word: 'close', ways: 'close half, close 10, close 25%, close all' },
    { word: 'reverse', ways: 'reverse' },
    { word: 'predict', ways: 'predict up 25, predict down 25 @ 0.45' },
    { word: 'orders', ways: 'orders' },
    { word: 'cancel', ways: 'cancel last, cancel buys, cancel sells, cancel all' },
    { word: 'flatten', ways: 'flatten' },
  ]
}

/** A keyword with fewer typed letters may begin anything. */
const MIN = 2

/** The hints that match the beginning of the typed text. */
function hintsFor(query: string, port: Pick<LinePort, 'view' | 'priceOf'>): readonly Entry[] {
  const [first = ''] = query.trimStart().toLowerCase().split(/\s+/)
  if (first.length < MIN) return []
  return linesOf(port)
    .filter(({ word }) => word.startsWith(first))
    .map(({ word, ways }) => ({
      id: `hint/${word}`,
      title: ways,
      impossible: 'keep typing',
      run: () => undefined,
    }))
}
