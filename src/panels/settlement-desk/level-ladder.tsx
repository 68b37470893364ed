/** Levels around the mark: the required average of the rest for each, its probability, and the position's result there. */

import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { compare, fromFloat, type Money, type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Side } from '../../../contract/market.ts'
import {
  atOrAbove,
  isOffMiddle,
  levelStep,
  levelsAround,
  nearestLevel,
  quantileOf,
  restMustAverage,
  towardsTrader,
} from '../../../contract/settlement/index.ts'
import { NONE, scalarPrice, temperatureFigure, temperatureUnit } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import { Figure, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState, useTakeOrder } from '../../workspace/index.ts'
import { decimalColumn, plainColumn } from '../columns.tsx'
import { chanceText, type Desk, type SectionProps } from './desk.ts'
import { MESSAGES } from './messages.ts'
import styles from './settlement-desk.module.css'

interface LevelRow {
  /** The level, on the tick. */
  readonly level: Price
  /** Null before the final window, and where its observed part does not represent all of it. */
  readonly rest: Price | null
  readonly chance: number | null
  readonly makes: Money | null
  /** Side of the order that a click puts into the ticket: one that would rest. */
  readonly side: Side
  readonly isAtMark: boolean
}

/** The content of each level of the ladder. Prices and money exactly, probabilities as statistics. Pure. */
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
      // A settlement is rounded half up to the tick: it reaches a level from half a tick below it.
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

/** The center of the levels and their spacing: they cover the distribution and the mark, and rarely move. Pure. */
interface Middle {
  readonly level: Price
  readonly step: Price
}

/** The center moves only when its target is this many levels away, so that rows keep their place. */
const HELD_FOR = 2
/** Hysteresis, so that a width between two steps does not alternate. */
const SLACK = 1.15
/** Reach of the levels without a forecast, °F. */
const USUAL_REACH = 1
/** Settlements beyond this probability on either side are negligible. */
const TAIL = 0.01

/** @param before the previous center; null at first */
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
  // The model only determines which levels are shown; the levels themselves are whole steps.
  return { wanted: fromFloat((low + high) / 2, 4) as Price, reach: (high - low) / 2 }
}

export function LevelLadder({ desk }: SectionProps): ReactNode {
  const kept = useRef<Middle | null>(null)
  const middle = middleOf(desk, kept.current)
  kept.current = middle
  const take = useTakeOrder()
  const table = useTableState('levels')
  const [message, say] = useState<string | null>(null)
  const level = middle?.level ?? null
  const step = middle?.step ?? null
  const { mark, seen, forecast, position, tick } = desk
  const rows = useMemo(
    () =>
      level === null || step === null
        ? []
        : levelRows(levelsAround(level, step), { mark, seen, forecast, position, tick }),
    [level, step, mark, seen, forecast, position, tick],
  )
  const open = ({ level: price, side }: LevelRow): void => {
    const text = take({ side, price, size: null, tif: null })
    say(text ?? MESSAGES.taken(side, scalarPrice(price)))
  }
  return (
    <div className={styles.levels}>
      <Table label="Levels of the settlement" spec={SPEC} rows={rows} onOpen={open} {...table} />
      <p className={styles.prose} role="status">
        {message ?? 'Click a row to fill the ticket (buy below mark, sell above).'}
      </p>
    </div>
  )
}

const chanceIn = ({ chance }: LevelRow): string => (chance === null ? '' : chanceText(chance))

const SPEC: TableSpec<LevelRow> = {
  columns: [
    plainColumn('temperature', 'Settles at', 76, ({ level }) => fahrenheitOfMark(level), {
      isNumeric: true,
      Cell: ({ row }) => (
        <strong data-at-mark={row.isAtMark || undefined}>
          {temperatureFigure(fahrenheitOfMark(row.level))} <small>{temperatureUnit()}</small>
        </strong>
      ),
      stays: true,
    }),
    decimalColumn('mark', 'Mark', 60, ({ level }) => level),
    plainColumn('rest', 'Needed average', 110, ({ rest }) => rest ?? '', {
      explanation: 'Average over the rest of the final window needed to settle at this level',
      isNumeric: true,
      Cell: ({ row }) => row.rest ?? NONE,
    }),
    plainColumn('chance', 'At or above', 74, chanceIn, {
      explanation: 'Probability of settling at this level or above',
      isNumeric: true,
      Cell: ({ row }) => chanceIn(row) || NONE,
    }),
    plainColumn('makes', 'Position P&L', 148, ({ makes }) => makes ?? '', {
      unit: 'USDC',
      explanation: 'P&L if it settles there, including realized P&L',
      isNumeric: true,
      Cell: ({ row }) => <Figure value={row.makes} places="money" sign="gain" />,
    }),
    {
      id: 'press',
      title: 'Ticket',
      least: 48,
      isTight: true,
      Cell: ({ row: { side } }) => (
        <span className={side === 'buy' ? styles.buy : styles.sell}>{side === 'buy' ? 'Buy' : 'Sell'}</span>
      ),
    },
  ],
  idOf: ({ level }) => level,
  nameOf: ({ level }) => level,
  givesWay: ['units', 'mark', 'makes', 'press'],
  isUniform: true,
}
