/** Words for what an order does on arrival, and for its fee. */
import type { TimeInForce } from '../../../contract/account.ts'
import { signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { FeeEstimate, SideFigures, Walk } from '../../trade-forms/index.ts'
import { grouped } from '../../ui/format.ts'

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `22nd`. */
export function ordinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13
  const suffix = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${suffix}`
}

function restWords(walk: Walk, tif: TimeInForce): string {
  const rest = grouped(trimZeros(walk.rest))
  if (tif === 'IOC') return `${rest} cancelled`
  const place = walk.queue === null ? '' : `, ${ordinal(walk.queue.level)}`
  return signOf(walk.filled) === 0 ? `rests${place} level` : `${rest} rests`
}

/** The size that fills at once; below it its average price, and what becomes of the rest. Null without a book. */
export function fillWords(
  { walk, wouldCross }: Pick<SideFigures, 'walk' | 'wouldCross'>,
  tif: TimeInForce,
): { readonly main: string; readonly below: readonly string[] } | null {
  if (walk === null) return null
  if (wouldCross) return { main: 'crosses', below: ['ALO is refused'] }
  const main = grouped(trimZeros(walk.filled))
  const below: string[] = []
  if (walk.average !== null) {
    below.push(walk.levels > 1 ? `at ${toPlaces(walk.average, 2)}, to ${walk.worst}` : `at ${walk.worst}`)
  }
  if (walk.beyondShown) below.push('more, past those shown')
  else if (signOf(walk.rest) > 0) below.push(restWords(walk, tif))
  return { main, below }
}

/** `maker`, `taker` or both, and the parts spelled out; null when there is no fee estimate. */
export function feeWords(fee: FeeEstimate | null): { readonly kind: string; readonly detail: string } | null {
  if (fee === null) return null
  const taker = signOf(fee.taker) !== 0
  const maker = signOf(fee.maker) !== 0
  const kind = taker && maker ? 'both' : taker ? 'taker' : maker ? 'maker' : ''
  return { kind, detail: `Taker ${toPlaces(fee.taker, 6)}, maker ${toPlaces(fee.maker, 6)} USDC` }
}
