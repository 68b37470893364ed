/** What each level of the ladder says. Prices and money exactly, probabilities as statistics. Pure. */
import type { Position } from '../../../contract/account.ts'
import { compare, type Money, type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { atOrAbove, restMustAverage, towardsTrader } from '../../../contract/settlement/index.ts'
import { settledAt } from '../../positions/index.ts'
import type { Desk } from './desk.ts'

export interface LevelRow {
  /** The level, on the tick. */
  readonly level: Price
  /** Null before the final window, and where what was seen of it does not stand for all of it. */
  readonly rest: Price | null
  readonly chance: number | null
  readonly makes: Money | null
  /** Which order a press puts into the ticket: one that would rest. */
  readonly side: Side
  readonly isAtMark: boolean
}

export function levelRows(
  levels: readonly Price[],
  { mark, seen, forecast, position, tick }: Pick<Desk, 'mark' | 'seen' | 'forecast' | 'position' | 'tick'>,
): readonly LevelRow[] {
  const nearest = mark === null ? null : nearestOf(levels, mark)
  const held: Position | null = position !== null && signOf(position.size) !== 0 ? position : null
  return levels.map((level) => {
    const side = mark !== null && compare(level, mark) > 0 ? 'sell' : 'buy'
    return {
      level: towardsTrader(level, side, tick),
      rest: seen === null || forecast.is !== 'forecast' ? null : restMustAverage(level, seen),
      // A settlement is rounded half up to the tick: it comes to a level from half a tick below it.
      chance: forecast.is === 'forecast' ? atOrAbove(forecast.distribution, Number(level) - Number(tick) / 2) : null,
      makes: held === null ? null : toPlaces(settledAt(held, level), 2),
      side,
      isAtMark: level === nearest,
    }
  })
}

const nearestOf = (levels: readonly Price[], mark: Price): Price | null =>
  levels.reduce<Price | null>((nearest, level) => {
    const away = (one: Price): number => Math.abs(Number(one) - Number(mark))
    return nearest === null || away(level) < away(nearest) ? level : nearest
  }, null)
