/** `GET /v1/trades/{address}`: the trader's fills. */
import { causeByOrder, type Fill, type FillCause } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Money, multiply, signOf } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { completeList } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { type StoredDecimals, storedDecimals } from './stored-decimals.ts'
import { fillCauseOf, sideOf } from './texts.ts'

/** An empty answer means no fills. @param address the owner of the fills. @throws PartlyUnreadable */
export const fillsOf = (answer: Wire, address: Address): readonly Fill[] =>
  completeList(answer.items('trades', 'fills'), 'fills', (fill) => fillOf(fill, address)).filter(
    ({ size }) => signOf(size) > 0,
  )

function fillOf(fill: Wire, address: Address): Fill {
  const places = storedDecimals()
  const oid = fill.at('oid', 'order_id').optional((wire) => wire.id())
  const asset = fill.at('asset', 'coin').text()
  const price = places.price(fill.at('price', 'px'))
  return {
    tid: fill.at('tid', 'trade_id').id(),
    oid,
    cause: causeOf(fill, oid, address),
    asset,
    side: sideOf(fill),
    price,
    size: places.size(fill.at('size', 'sz')),
    ...feeOf(fill, { asset, price }, places),
    liquidity: liquidityOf(fill),
    realizedPnl: fill.at('realized_pnl', 'closed_pnl').optional((wire) => wire.decimal<Money>()),
    time: fill.at('time', 'timestamp').time(),
    ...places.mark(),
  }
}

/** From the cause in place of the order, else from the liquidation that it was a part of: of this wallet, and not of the other side. */
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

/** A fee that was taken in the traded shares is worth their price; one in another token is not an amount of money. */
function feeOf(
  fill: Wire,
  { asset, price }: Pick<Fill, 'asset' | 'price'>,
  places: StoredDecimals,
): Pick<Fill, 'fee' | 'feeShares'> {
  const [amount, token] = [fill.at('fee'), fill.at('fee_token')]
  if (amount.missing || isOfMoney(token)) return { fee: amount.optional((wire) => wire.decimal<Money>()) }
  if (!isCoin(asset) || token.name().replace(/^\+/, '#') !== asset) return { fee: null }
  const feeShares = places.size(amount)
  return { fee: multiply(price, feeShares), feeShares }
}

const isOfMoney = (token: Wire): boolean => token.missing || /^usd/i.test(token.name())

function liquidityOf(fill: Wire): 'maker' | 'taker' | null {
  const crossed = fill.at('crossed')
  if (!crossed.missing) return crossed.flag() ? 'taker' : 'maker'
  const text = fill.at('liquidity').optional((wire) => wire.text().toLowerCase())
  return text === 'maker' || text === 'taker' ? text : null
}
