/** Words for what an order does on arrival, and for its fee. */
import type { TimeInForce } from '../../../contract/account.ts'
import { signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { FeeEstimate, SideFigures, Walk } from '../../trade-forms/index.ts'

/** `1st`, `2nd`, `3rd`, `4th`, `11th`, `22nd`. */
export function ordinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13
  const suffix = teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${suffix}`
}

const restWords = (walk: Walk, tif: TimeInForce): string => {
  if (tif === 'IOC') return `${trimZeros(walk.rest)} cancelled`
  const place = walk.queue === null ? '' : `, ${ordinal(walk.queue.level)} level`
  return `${signOf(walk.filled) === 0 ? 'rests' : `${trimZeros(walk.rest)} rests`}${place}`
}

/** What fills at once (size and average price), and below it what becomes of the rest; null without a book. */
export function fillWords(
  { walk, wouldCross }: Pick<SideFigures, 'walk' | 'wouldCross'>,
  tif: TimeInForce,
): { readonly main: string; readonly sub: string | null } | null {
  if (walk === null) return null
  if (wouldCross) return { main: 'would cross', sub: 'ALO is refused' }
  const main = walk.average === null ? '0' : `${trimZeros(walk.filled)} at ${toPlaces(walk.average, 2, 'half-up')}`
  if (signOf(walk.rest) <= 0) {
    return { main, sub: walk.levels > 1 ? `${walk.levels} levels to ${walk.worst}` : null }
  }
  if (walk.beyondShown) return { main, sub: 'or more, beyond what is shown' }
  return { main, sub: restWords(walk, tif) }
}

/** `maker`, `taker` or both, and the parts spelled out; null when there is no fee estimate. */
export function feeWords(fee: FeeEstimate | null): { readonly kind: string; readonly detail: string } | null {
  if (fee === null) return null
  const taker = signOf(fee.taker) !== 0
  const maker = signOf(fee.maker) !== 0
  const kind = taker && maker ? 'both' : taker ? 'taker' : maker ? 'maker' : ''
  return { kind, detail: `Taker ${toPlaces(fee.taker, 6)}, maker ${toPlaces(fee.maker, 6)} USDC` }
}
