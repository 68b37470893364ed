/** What happened to the wallet and not by this terminal, in words. Pure. */

import type { Order } from '../../contract/account.ts'
import { assertNever } from '../../contract/brand.ts'
import { absolute, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import { priceWords } from '../../contract/price-words.ts'
import type { Found } from '../trading/index.ts'

const ADVICE =
  'Another client trades for this wallet, or a key of it has leaked. If you do not know the other client, cancel its orders, close what it opened and forget the agent key. If you do, say so in Open orders or Activity.'

/** Head and words of a notice. */
export function foreignWords(found: Found): { readonly title: string; readonly words: string } {
  const [title, lines] = tellingOf(found)
  return { title, words: `${lines.join('; ')}. ${ADVICE}` }
}

function tellingOf(found: Found): readonly [title: string, lines: readonly string[]] {
  switch (found.kind) {
    case 'orders': {
      const title =
        found.orders.length === 1 ? 'An order is not from this terminal' : 'Orders are not from this terminal'
      return [title, found.orders.map(orderLine)]
    }
    case 'trades': {
      const title = found.trades.length === 1 ? 'A fill is not from this terminal' : 'Fills are not from this terminal'
      const lines = found.trades.map(
        ({ side, size, asset, price, id }) =>
          `${side === 'buy' ? 'bought' : 'sold'} ${trimZeros(size)} ${asset} at ${priceWords(price)} (order ${id})`,
      )
      return [title, lines]
    }
    case 'positions':
      return [
        'A position changed, and not by this terminal',
        found.changes.map(({ asset, size, by }) => `${asset} is ${held(size)}: no fill tells of ${signed(by)}`),
      ]
    default:
      return assertNever(found, 'what was found')
  }
}

const orderLine = ({ oid, side, size, asset, price }: Order): string =>
  `${side} ${trimZeros(size)} ${asset} at ${priceWords(price)} (order ${oid})`

const held = (size: Size): string => `${signOf(size) > 0 ? 'long' : 'short'} ${trimZeros(absolute(size))}`

const signed = (size: Size): string => `${signOf(size) > 0 ? '+' : '−'}${trimZeros(absolute(size))}`
