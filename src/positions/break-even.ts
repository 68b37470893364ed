/** A stop at break-even: its price, and how it is set on a position. Pure. */
import type { Position } from '../../contract/account.ts'
import type { ConditionalView } from '../../contract/conditional.ts'
import {
  absolute,
  compare,
  type Decimal,
  type Price,
  type Size,
  signOf,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { breakEvenPrice, closeFeeBps, isBetter, NO_ROOM, nextExit, unprotected } from '../../contract/exit-rules.ts'
import { besideHeld, sideHeld } from '../../contract/family-rules.ts'
import { priceText } from '../format/index.ts'

type Held = Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>

/**
 * The price at which closing has no gain or loss: the average entry with a taker's fee both ways; for contracts and shares, whose fees are unknown
 * beforehand, the entry alone. Null while the fees are not read.
 */
export function breakEvenOf(position: Held, tick: Price | null, takerBps: Decimal | null): Price | null {
  const bps = closeFeeBps(position.family, takerBps)
  if (bps === null) return null
  return breakEvenPrice({
    ...{ side: sideHeld(position), entry: position.entryPx, size: absolute(position.size) },
    ...{ entryFee: null, takerBps: bps, tick },
  })
}

/** A price in the trader's unit for the family. */
const said = (held: Pick<Held, 'family' | 'size'>, price: Price): string =>
  besideHeld(held.family, sideHeld(held), priceText(held.family, price))

/** Why no stop can be there now, or null. */
export function breakEvenOff(
  position: Pick<Held, 'size' | 'family'>,
  price: Price | null,
  mark: Price | null,
): string | null {
  if (price === null || mark === null) return 'Fees or mark not known yet.'
  const isPast = signOf(position.size) > 0 ? compare(mark, price) > 0 : compare(mark, price) < 0
  return isPast ? null : `The mark is not past ${said(position, price)} yet; a stop there would close at once.`
}

export interface BreakEvenWork {
  /** Worse stops, to be moved there. */
  readonly moves: readonly { readonly id: string; readonly from: Price }[]
  /** A plan without a stop that receives one. */
  readonly addsTo: string | null
  /** Whether a new plan is set, for the part that no other protects. */
  readonly isNew: boolean
  /** The part that stays without a stop afterwards; 0 where there is none. */
  readonly open: Size
  /** A description of the changes, or that there are none. */
  readonly text: string
}

/** @param held all exits of this terminal */
export function breakEvenWork(position: Held, price: Price, held: readonly ConditionalView[]): BreakEvenWork {
  const side = sideHeld(position)
  const size = absolute(position.size)
  const own = held.filter(
    (one) => one.target.asset === position.asset && one.position === side && one.state === 'armed',
  )
  const stops = own.filter(({ kind }) => kind === 'stop')
  const moves = stops.flatMap(({ id, trigger }) =>
    trigger !== null && isBetter(side, price, trigger) ? [{ id, from: trigger }] : [],
  )
  const next = nextExit('stop', position, held)
  const addsTo = next.goes === 'into' ? next.plan : null
  const isNew = next.goes === 'own'
  const left = unprotected(
    size,
    stops.map(({ plan }) => plan.size),
  )
  // A stop covers the rest of its plan; a new one everything that no plan covers.
  const open = next.goes === 'nowhere' ? ZERO : unprotected(left, [next.size])
  const to = said(position, price)
  const changes = [
    ...moves.map(({ from }) => `Moves the stop at ${said(position, trimZeros(from))} to ${to}.`),
    ...(addsTo === null ? [] : [`Adds a stop at ${to} to its exit plan.`]),
    ...(isNew ? [`Sets a stop at ${to} for ${next.size}.`] : []),
  ]
  const rest = signOf(open) > 0 ? [`${trimZeros(open)} of ${trimZeros(size)} stay unprotected.`] : []
  const message =
    changes.length === 0 && next.goes === 'nowhere' && next.because === 'closing'
      ? NO_ROOM.closing
      : changes.length === 0
        ? `Its stop is already at ${to} or better.`
        : [...changes, ...rest].join(' ')
  return { moves, addsTo, isNew, open, text: message }
}
