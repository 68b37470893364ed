/** `GET /v1/trades/{address}`: the trader's fills. */
import type { Fill } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Money, multiply, type Price, type Size } from '../../../contract/decimal.ts'
import { causeByOrder, type FillCause } from '../../../contract/fill-cause.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { wholeList } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { fillCauseOf, sideOf } from './words.ts'

/** @param address whose fills they are. @throws PartlyUnreadable */
export const fillsOf = (answer: Wire, address: Address): readonly Fill[] =>
  wholeList(answer.items('trades', 'fills'), 'fills', (fill) => fillOf(fill, address))

function fillOf(fill: Wire, address: Address): Fill {
  const oid = fill.at('oid', 'order_id').optional((wire) => wire.id())
  return {
    tid: fill.at('tid', 'trade_id').id(),
    oid,
    cause: causeOf(fill, oid, address),
    asset: fill.at('asset', 'coin').text(),
    side: sideOf(fill),
    price: fill.at('price', 'px').decimal(),
    size: fill.at('size', 'sz').decimal(),
    ...feeOf(fill),
    liquidity: liquidityOf(fill),
    realizedPnl: fill.at('realized_pnl', 'closed_pnl').optional((wire) => wire.decimal<Money>()),
    time: fill.at('time', 'timestamp').time(),
  }
}

/** By what stands in place of the order, by its word, else by the liquidation that it was a part of: of this wallet, and not of the other side. */
function causeOf(fill: Wire, oid: string | null, address: Address): FillCause | null {
  const byOrder = causeByOrder(oid)
  if (byOrder !== null) return byOrder
  const cause = fill.at('dir', 'direction').optional((wire) => fillCauseOf(wire.name()))
  if (cause === 'settlement' || cause === 'liquidation') return cause
  const liquidation = fill.at('liquidation')
  if (!liquidation.isObject) return cause
  const whose = liquidation.at('liquidated_user')
  return whose.missing || whose.address() === address ? 'liquidation' : cause
}

/** A fee that was taken in the shares that were traded is worth their price; one in another token is no amount of money. */
function feeOf(fill: Wire): Pick<Fill, 'fee' | 'feeShares'> {
  const token = fill.at('fee_token')
  const amount = fill.at('fee').optional((wire) => wire.decimal())
  if (amount === null || isOfMoney(token)) return { fee: amount as Money | null }
  const asset = fill.at('asset', 'coin').text()
  if (!isCoin(asset) || token.name().replace(/^\+/, '#') !== asset) return { fee: null }
  return {
    fee: multiply(fill.at('price', 'px').decimal<Price>(), amount as string as Size),
    feeShares: amount as string as Size,
  }
}

const isOfMoney = (token: Wire): boolean => token.missing || /^usd/i.test(token.name())

function liquidityOf(fill: Wire): 'maker' | 'taker' | null {
  const crossed = fill.at('crossed')
  if (!crossed.missing) return crossed.flag() ? 'taker' : 'maker'
  const word = fill.at('liquidity').optional((wire) => wire.text().toLowerCase())
  return word === 'maker' || word === 'taker' ? word : null
}
