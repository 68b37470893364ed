/** `GET /v1/trades/{address}`: the trader's fills. */
import type { Fill } from '../../../contract/account.ts'
import type { Money } from '../../../contract/decimal.ts'
import type { Wire } from '../wire.ts'
import { sideOf } from './words.ts'

export const fillsOf = (answer: Wire): readonly Fill[] => answer.items('trades', 'fills').map(fillOf)

function fillOf(fill: Wire): Fill {
  const money = (name: string) => fill.at(name).optional((wire) => wire.decimal<Money>())
  return {
    tid: fill.at('tid', 'trade_id').id(),
    oid: fill.at('oid', 'order_id').optional((wire) => wire.id()),
    asset: fill.at('asset', 'coin').text(),
    side: sideOf(fill),
    price: fill.at('price', 'px').decimal(),
    size: fill.at('size', 'sz').decimal(),
    fee: money('fee'),
    liquidity: fill.at('liquidity').optional(liquidityOf),
    realizedPnl: money('realized_pnl'),
    time: fill.at('time', 'timestamp').time(),
  }
}

function liquidityOf(wire: Wire): 'maker' | 'taker' | null {
  const word = wire.text().toLowerCase()
  return word === 'maker' || word === 'taker' ? word : null
}
