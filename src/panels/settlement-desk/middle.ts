/** Around which level the ladder stands, and how far its levels are apart: they reach over the distribution and the mark, and keep still. Pure. */
import { fromFloat, type Price } from '../../../contract/decimal.ts'
import { isOffMiddle, levelStep, nearestLevel, quantileOf } from '../../../contract/settlement/index.ts'
import type { Desk } from './desk.ts'

export interface Middle {
  readonly level: Price
  readonly step: Price
}

/** The middle moves only when what it should be is so many levels away: rows keep their place under the eye. */
const HELD_FOR = 2
/** A width between two steps does not go to and fro between them. */
const SLACK = 1.15
/** Reach of the levels where there is no forecast, °F. */
const USUAL_REACH = 1
/** Beyond this on either side next to nothing settles. */
const TAIL = 0.01

/** @param before what it was; null at first */
export function middleOf(
  { mark, tick, forecast }: Pick<Desk, 'mark' | 'tick' | 'forecast'>,
  before: Middle | null,
): Middle | null {
  if (mark === null) return before
  const { wanted, reach } = spanOf(mark, forecast)
  const least = levelStep(reach, tick)
  const step = before !== null && levelStep(reach * SLACK, tick) === before.step ? before.step : least
  if (before !== null && step === before.step && !isOffMiddle(wanted, before.level, step, HELD_FOR)) return before
  return { level: nearestLevel(wanted, step), step }
}

function spanOf(mark: Price, forecast: Desk['forecast']): { readonly wanted: Price; readonly reach: number } {
  if (forecast.is !== 'forecast') return { wanted: mark, reach: USUAL_REACH }
  const low = Math.min(Number(mark), quantileOf(forecast.distribution, TAIL))
  const high = Math.max(Number(mark), quantileOf(forecast.distribution, 1 - TAIL))
  // Only which levels stand there follows from the model; the levels themselves are whole steps.
  return { wanted: fromFloat((low + high) / 2, 4) as Price, reach: (high - low) / 2 }
}
