/** `GET /v1/positions/{address}`: positions and money. */
import type { AccountMoney, AccountView, Family, Position } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Money, negate, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import type { Wire } from '../wire.ts'

export function accountOf(answer: Wire, address: Address, readAt: Millis): AccountView {
  const positions = answer.items('positions').map(positionOf)
  const held = positions.filter(({ size }) => signOf(size) !== 0)
  return { address, positions: held, money: moneyOf(answer), readAt }
}

/** Under `account`, beside the positions or around them; a bare list of positions says nothing of money. */
function moneyOf(answer: Wire): AccountMoney {
  const around = [answer, answer.at('data')]
  const found =
    around.map((wire) => wire.at('account')).find((wire) => wire.isObject) ?? around.find((wire) => wire.isObject)
  const money = (name: string): Money | null => found?.at(name).optional((wire) => wire.decimal<Money>()) ?? null
  return {
    equity: money('equity'),
    available: money('available'),
    usdc: money('usdc'),
    usdh: money('usdh'),
    usdhOutcome: money('usdh_outcome'),
  }
}

function positionOf(position: Wire): Position {
  const price = (name: string) => position.at(name).optional((wire) => wire.decimal<Price>())
  const money = (name: string) => position.at(name).optional((wire) => wire.decimal<Money>())
  const asset = position.at('asset', 'coin').text()
  return {
    family: familyOf(position, asset),
    asset,
    size: signedSize(position),
    entryPx: position.at('entry_px').decimal(),
    markPx: price('mark_px'),
    leverage: position.at('leverage').optional((wire) => (wire.isObject ? wire.at('value') : wire).integer()),
    margin: money('margin'),
    unrealizedPnl: money('unrealized_pnl'),
    realizedPnl: money('realized_pnl'),
    liquidationPx: price('liquidation_px'),
  }
}

const FAMILIES: readonly Family[] = ['scalar', 'binary', 'outcome']

/** Without a family, the coin tells: outcome coins begin with `#` (service-interface.md), and the route belongs to the scalar family. */
function familyOf(position: Wire, asset: string): Family {
  const family = position.at('family')
  if (family.missing) return asset.startsWith('#') ? 'outcome' : 'scalar'
  const word = family.text().toLowerCase()
  return FAMILIES.find((known) => known === word) ?? family.fail('should be scalar, binary or outcome')
}

/** A side, where there is one, decides the sign; a short must never show as a long. */
function signedSize(position: Wire): Size {
  const size = position.at('size', 'sz').decimal<Size>()
  const side = position.at('side', 'direction')
  if (side.missing) return size
  const word = side.text().toLowerCase()
  if (['long', 'buy', 'b'].includes(word)) return signOf(size) >= 0 ? size : side.fail('contradicts the sign of size')
  if (['short', 'sell', 'a'].includes(word)) return signOf(size) > 0 ? (negate(size) as string as Size) : size
  return side.fail('should be long or short')
}
