/** Notices about the account: activity of another client, and unreadable rows, each once. */

import type { Order } from '../../contract/account.ts'
import type { ExternalTrade } from '../../contract/activity.ts'
import { assertNever } from '../../contract/brand.ts'
import { absolute, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { holdingText } from '../../contract/family-rules.ts'
import { plural } from '../../contract/plural.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { ListName, UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Found } from '../trading/index.ts'

const ADVICE =
  'Another client is trading this wallet, or a key has leaked. If you do not recognize this client, cancel its orders, close its positions and forget the agent key. If you do, confirm it in Open orders or Activity.'

/** Title and text of a notice. */
export function externalText(found: Found): { readonly title: string; readonly text: string } {
  const [title, lines] = tellingOf(found)
  return { title, text: `${lines.join('; ')}. ${ADVICE}` }
}

function tellingOf(found: Found): readonly [title: string, lines: readonly string[]] {
  switch (found.kind) {
    case 'orders': {
      const title = plural(found.orders.length, 'Order not from this terminal', 'Orders not from this terminal')
      return [title, found.orders.map(orderLine)]
    }
    case 'trades': {
      const title = plural(found.trades.length, 'Fill not from this terminal', 'Fills not from this terminal')
      const lines = found.trades.map(({ side, size, asset, price, id }) =>
        side === 'buy'
          ? `bought ${trimZeros(size)} ${asset} at ${priceLabel(price)} (order ${id})`
          : `sold ${trimZeros(size)} ${asset} at ${priceLabel(price)} (order ${id})`,
      )
      return [title, lines]
    }
    case 'positions':
      return [
        'Position changed by another client',
        found.changes.map(({ asset, size, by }) => `${asset} is ${held(size)}: no fill explains ${signed(by)}`),
      ]
    default:
      return assertNever(found, 'what was found')
  }
}

const orderLine = ({ oid, side, size, asset, price }: Order): string =>
  `${side} ${trimZeros(size)} ${asset} at ${priceLabel(price)} (order ${oid})`

const held = (size: Size): string => holdingText({ family: 'scalar', size })

const signed = (size: Size): string => `${signOf(size) > 0 ? '+' : '−'}${trimZeros(absolute(size))}`

const NAMES: { readonly [List in ListName]: readonly [one: string, several: string] } = {
  positions: ['A position cannot be read', 'Positions cannot be read'],
  orders: ['An order cannot be read', 'Orders cannot be read'],
  fills: ['A fill cannot be read', 'Fills cannot be read'],
}
const HOLDS =
  'Closes, stops and cancels in other markets still work. Orders that add exposure are blocked while a position or resting order is unreadable.'

/** Number of rows that one notice names. */
const MAX_ROWS_NAMED = 3

/** Title and text of a notice. @param rows at least one */
export function unreadableMessage(rows: readonly UnreadableRow[]): readonly [title: string, message: string] {
  const names = [...new Set(rows.map(({ list }) => list))].map(
    (list) => NAMES[list][rows.filter((row) => row.list === list).length === 1 ? 0 : 1],
  )
  const lines = rows
    .slice(0, MAX_ROWS_NAMED)
    .map(({ asset, reason, text }) => `${asset === null ? '' : `${asset}: `}${reason} ${text}`)
  return [names.join('; '), `${lines.join(' ')} ${HOLDS}`]
}

export type Deduplication = ReturnType<typeof createDeduplication>

interface Waiting {
  readonly ending: PositionClose
  readonly notify: () => void
  readonly stop: Cancel
}

/** An alarm may come this much later than its end, ms. */
const LATE = 10_000
/** Number of remembered alarms. */
const REMEMBERED = 100

/** A position that another client's trade ended is reported by the alarm about that trade, and not again as an end. */
export function createDeduplication(clock: Pick<Clock, 'after'>) {
  let alarms: readonly ExternalTrade[] = []
  const waiting = new Set<Waiting>()

  return {
    /** The trader was notified of trades that are not from this terminal. */
    alarmed(trades: readonly ExternalTrade[]): void {
      alarms = [...trades, ...alarms].slice(0, REMEMBERED)
      for (const one of waiting) {
        if (!trades.some((trade) => hasEnded(trade, one.ending))) continue
        waiting.delete(one)
        one.stop()
      }
    },
    /** A position ended: `notify` is called unless an alarm reports the trade that ended it. */
    ended(ending: PositionClose, report: () => void): void {
      if (ending.kind !== 'closed_elsewhere') report()
      else if (!alarms.some((trade) => hasEnded(trade, ending))) {
        const stop = clock.after(LATE, () => {
          waiting.delete(one)
          report()
        })
        const one: Waiting = { ending, notify: report, stop }
        waiting.add(one)
      }
    },
    /** Sends what is pending. */
    stop(): void {
      for (const { stop, notify } of waiting) {
        stop()
        notify()
      }
      waiting.clear()
    },
  }
}

/** Whether it is the final trade: of the fills that ended a position, the latest gives both their time. */
const hasEnded = ({ asset, side, at }: ExternalTrade, ending: PositionClose): boolean =>
  asset === ending.asset && at === ending.at && (side === 'sell') === signOf(ending.size) > 0
