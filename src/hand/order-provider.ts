/** What the palette finds for an order typed in one line: the order that a preview will show, or what is wrong with the line. Pure. */

import type { AccountView } from '../../contract/account.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { fullTitleOf, type InstrumentView } from '../../contract/instrument.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import type { Entry, EntryProvider } from '../commands/index.ts'
import { priceWords } from '../format/index.ts'
import { sideWord } from '../trade-forms/index.ts'
import { exitWords } from './bracket-line.ts'
import type { Deed } from './deed.ts'
import { deedEntry } from './deed-entry.ts'
import { notNow, unsendable } from './entries.ts'
import { hintsFor } from './line-hints.ts'
import { type LineCancel, type LineOrder, parseOrderLine } from './order-line.ts'
import type { AskedOrder } from './preview.ts'
import type { RestingOrder } from './resting-orders.ts'
import { typedWords } from './typed-words.ts'

/** What the lines need of the window. */
export interface LinePort {
  /** Of the panel used last; undefined where none shows a market, null while it is not known. */
  readonly view: InstrumentView | null | undefined
  /** The trader's resting orders; null while they are not known. */
  readonly orders: readonly RestingOrder[] | null
  /** Null while it is being read. */
  readonly account: Pick<AccountView, 'positions'> | null
  readonly preview: (market: MarketRef, asked: AskedOrder) => void
  readonly showDeed: (market: MarketRef, deed: Deed) => void
  readonly cancel: (orders: readonly RestingOrder[]) => void
  /** Every order of an asset, those on their way too. */
  readonly cancelAll: (asset: string) => void
  /** Shows what Flatten would do. */
  readonly flatten: () => void
}

export const orderProvider = (port: LinePort): EntryProvider => ({
  section: 'Order',
  first: true,
  search(query) {
    const line = parseOrderLine(query)
    if (line === null) return hintsFor(query)
    if (line.kind === 'wrong') return [unsendable(line.why)]
    if (line.kind === 'flatten') return [flattenEntry(port)]
    const { view } = port
    if (view === undefined) return [notNow('No panel shows a market: an order is for that of the panel used last.')]
    if (view === null) return [notNow('The market is being read.')]
    if (!view.here) return [notNow(view.reason)]
    if (line.kind === 'order') return [orderEntry(line, view, port)]
    return [line.kind === 'cancel' ? cancelEntry(line, view, port) : deedEntry(line, view, port)]
  },
})

const flattenEntry = ({ flatten }: LinePort): Entry => ({
  id: 'line',
  title: 'Preview: cancel every order and close every position',
  detail: 'Enter, then Enter again does it',
  run: flatten,
})

/** A market that is here. */
export type Here = Extract<InstrumentView, { here: true }>

/** The market that a line means: the panel's, or the other side of it where that was named. */
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
    const sides =
      view.family === 'outcome'
        ? `${view.sideName}${view.otherSide === null ? '' : ` and ${view.otherSide.name}`}`
        : 'buy and sell alone'
    return unsendable(`“${line.named}” is no side of ${fullTitleOf(view)}: it has ${sides}.`)
  }
  const { side, size, price, tif, reduceOnly, exits } = line
  const terms = `${tif === 'GTC' ? '' : ` ${tif}`}${reduceOnly ? ' reduce-only' : ''}`
  const protection =
    exits === null ? '' : exitWords(exits, { price: typedWords, percent: (percent) => `${trimZeros(percent)}%` })
  return {
    id: 'line',
    title: `Preview: ${sideWord(side)} ${trimZeros(size)} ${market.title} at ${typedWords(price)}${terms}${protection}`,
    detail: 'Enter, then Enter again sends',
    run: () => port.preview(market.ref, { side, size, price, tif, reduceOnly, exits }),
  }
}

/** The orders that a cancel means, the newest first. */
export function ordersMeant(
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

const WHICH = { buys: 'buy', sells: 'sell', all: 'order', last: 'order' } as const

function cancelEntry(line: LineCancel, view: Here, port: LinePort): Entry {
  if (port.orders === null) return notNow('The orders are being read.')
  const meant = ordersMeant(line, view.asset, port.orders)
  const word = WHICH[line.which]
  if (meant.length === 0) return notNow(`No ${word} of ${fullTitleOf(view)} rests.`)
  const count = line.which === 'last' ? 'the last order' : `${meant.length} ${word}${meant.length === 1 ? '' : 's'}`
  const listed = meant.slice(0, 3).map(({ side, size, price }) => `${side} ${trimZeros(size)} at ${priceWords(price)}`)
  return {
    id: 'line',
    title: `Cancel ${count} of ${fullTitleOf(view)}`,
    detail: `${listed.join(', ')}${meant.length > 3 ? ', …' : ''}`,
    run: () => (line.which === 'all' && view.asset !== null ? port.cancelAll(view.asset) : port.cancel(meant)),
  }
}
