/** What every section of the desk is about at one moment, once a second. */
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import type { Price } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import type { Forecast, NotEnough, SeenOfWindow } from '../../../contract/settlement/index.ts'
import type { ChosenAssumptions } from './chosen-assumptions.ts'

/** Where the forecast stands. */
export type DeskForecast =
  | Forecast
  | NotEnough
  | { readonly is: 'loading' }
  | { readonly is: 'error'; readonly message: string; readonly again: () => void }
  /** What is missing for it, as a sentence. */
  | { readonly is: 'missing'; readonly reason: string }

/** The final window as far as it has been seen. */
export interface WindowSeen extends SeenOfWindow {
  /** ms of it that are over and of which this terminal saw no mark. */
  readonly missedMs: number
}

export interface Desk {
  readonly instrument: ScalarInstrument
  readonly bucket: Bucket
  readonly view: BucketView
  /** By the service's clock, in whole seconds, ms. */
  readonly now: number
  readonly mark: Price | null
  /** Step of a price. */
  readonly tick: Price
  /** Null before the final window, and while nothing of it has been seen. */
  readonly seen: WindowSeen | null
  readonly forecast: DeskForecast
  /** The trader's position in this bucket; null where there is none, or it is not known. */
  readonly position: Position | null
  /** Held stops and targets of it that stand at a price. */
  readonly exits: readonly ConditionalView[]
  readonly chosen: ChosenAssumptions
  readonly choose: (change: Partial<ChosenAssumptions>) => void
}

/** What a section is given. */
export interface SectionProps {
  readonly desk: Desk
}

/** Of the window so much may have been missed, ms, that what was seen still stands for all of it. */
export const MOST_MISSED = 5000

/** What has been seen of the final window at a moment; null before it and while nothing has been. Pure. */
export function windowSeen(
  { twapEstimate, twapWindow }: Pick<BucketView, 'twapEstimate' | 'twapWindow'>,
  { end }: Pick<Bucket, 'end'>,
  now: number,
): WindowSeen | null {
  const over = Math.min(twapWindow, twapWindow - (end - now))
  if (twapEstimate === null || over <= 0) return null
  return {
    mark: twapEstimate.mark,
    seenMs: over,
    windowMs: twapWindow,
    missedMs: Math.max(0, over - twapEstimate.coveredMs),
  }
}
