/** `GET /v1/positions/{address}`: positions and money. */
import type { AccountMoney, AccountView, Family, Position } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Money, negate, type Size, signOf } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Millis } from '../../../contract/time.ts'
import { partsOf } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { type StoredDecimals, storedDecimals } from './stored-decimals.ts'

export function accountOf(answer: Wire, address: Address, readAt: Millis): AccountView {
  const { rows: positions, unreadable } = partsOf(rowsOf(answer), 'positions', positionOf)
  const held = positions.filter(({ size }) => signOf(size) !== 0)
  return { address, positions: held, money: moneyOf(answer), readAt, ...(unreadable.length > 0 && { unreadable }) }
}

/** Where positions and money may be: upstream, in `clearinghouseState`. */
const placesOf = (answer: Wire): readonly Wire[] =>
  [answer, answer.at('data')].flatMap((wire) => [wire.at('clearinghouse_state'), wire]).filter((wire) => wire.isObject)

/** Upstream, each position has its own object. */
const rowsOf = (answer: Wire): readonly Wire[] => {
  const upstream = placesOf(answer).find((wire) => wire.at('asset_positions').isList)
  return (upstream ?? answer).items('positions', 'asset_positions').map((row) => {
    const inner = row.at('position')
    return inner.isObject ? inner : row
  })
}

/** Under `account`, beside the positions or around them; a bare list of positions has no money. */
function moneyOf(answer: Wire): AccountMoney {
  const places = placesOf(answer).flatMap((wire) => [wire.at('account'), wire.at('margin_summary'), wire])
  const money = (...names: string[]): Money | null =>
    places
      .map((wire) => wire.at(...names))
      .find((wire) => !wire.missing)
      ?.decimal<Money>() ?? null
  return {
    equity: money('equity', 'account_value'),
    available: money('available', 'withdrawable'),
    usdc: money('usdc'),
    usdh: money('usdh'),
    usdhOutcome: money('usdh_outcome'),
  }
}

function positionOf(position: Wire): Position {
  const places = storedDecimals()
  const price = (name: string) => position.at(name).optional(places.price)
  const money = (...names: string[]) => position.at(...names).optional((wire) => wire.decimal<Money>())
  const asset = position.at('asset', 'coin').text()
  return {
    family: familyOf(position, asset),
    asset,
    size: signedSize(position, isCoin(asset), places),
    entryPx: places.price(position.at('entry_px')),
    markPx: price('mark_px'),
    leverage: position.at('leverage').optional((wire) => (wire.isObject ? wire.at('value') : wire).integer()),
    margin: money('margin', 'margin_used'),
    unrealizedPnl: money('unrealized_pnl'),
    realizedPnl: money('realized_pnl'),
    liquidationPx: price('liquidation_px'),
    ...places.mark(),
  }
}

const isUpOrDown = (position: Wire): boolean => {
  const direction = position.at('direction', 'side')
  return !direction.missing && ['up', 'down'].includes(direction.word())
}

const FAMILIES: readonly Family[] = ['scalar', 'binary', 'outcome']

/**
 * Without a family, the asset decides: outcome coins begin with `#` (docs/service/outcomes.md#coins). Of the others, only binary positions go UP or
 * DOWN, and the route belongs to the scalar family.
 */
function familyOf(position: Wire, asset: string): Family {
  const family = position.at('family')
  if (family.missing) return isCoin(asset) ? 'outcome' : isUpOrDown(position) ? 'binary' : 'scalar'
  const text = family.text().toLowerCase()
  return FAMILIES.find((known) => known === text) ?? family.fail('should be scalar, binary or outcome')
}

/** A side, where there is one, decides the sign; a short must never show as a long. For shares it may name the side of the market. */
function signedSize(position: Wire, isShares: boolean, places: StoredDecimals): Size {
  const size = places.size(position.at('size', 'sz', 'szi', 'contracts', 'shares'))
  const side = position.at('side', 'direction')
  if (side.missing) return size
  const text = side.word()
  if (['long', 'buy', 'b', 'up'].includes(text)) {
    return signOf(size) >= 0 ? size : side.fail('contradicts the sign of size')
  }
  if (['short', 'sell', 'a', 'down'].includes(text)) return signOf(size) > 0 ? (negate(size) as string as Size) : size
  return isShares ? size : side.fail('should be long or short')
}
