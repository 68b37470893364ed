/** Levels around the mark: what the rest must average for each, how likely it is, and what the position makes there. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import { levelsAround } from '../../../contract/settlement/index.ts'
import { NONE, scalarPrice, temperatureFigure, temperatureUnit } from '../../format/index.ts'
import { type Column, Figure, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState, useTakeOrder } from '../../workspace/index.ts'
import type { SectionProps } from './desk.ts'
import { type LevelRow, levelRows } from './level-rows.ts'
import { MESSAGES } from './messages.ts'
import { type Middle, middleOf } from './middle.ts'
import { chanceText } from './model-texts.ts'
import styles from './settlement-desk.module.css'

export function LevelLadder({ desk }: SectionProps): ReactNode {
  const kept = useRef<Middle | null>(null)
  const middle = middleOf(desk, kept.current)
  kept.current = middle
  const take = useTakeOrder()
  const table = useTableState('levels')
  const [said, say] = useState<string | null>(null)
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
    const words = take({ side, price, size: null, tif: null })
    say(words ?? MESSAGES.taken(side, scalarPrice(price)))
  }
  return (
    <div className={styles.levels}>
      <Table label="Levels of the settlement" spec={SPEC} rows={rows} onOpen={open} {...table} />
      <p className={styles.words} role="status">
        {said ?? 'A row fills the ticket: a purchase below the mark, a sale above it, on the tick. Nothing is sent.'}
      </p>
    </div>
  )
}

type Props = { readonly row: LevelRow }

const TEMPERATURE: Column<LevelRow> = {
  id: 'temperature',
  title: 'Settles at',
  isNumeric: true,
  least: 76,
  Cell: ({ row }: Props): ReactNode => (
    <strong data-at-mark={row.isAtMark || undefined}>
      {temperatureFigure(fahrenheitOfMark(row.level))} <small>{temperatureUnit()}</small>
    </strong>
  ),
  text: ({ level }) => fahrenheitOfMark(level),
  stays: true,
}
const MARK: Column<LevelRow> = {
  id: 'mark',
  title: 'Mark',
  isNumeric: true,
  least: 60,
  Cell: ({ row }: Props): ReactNode => row.level,
  text: ({ level }) => level,
  sort: { by: 'decimal', of: ({ level }) => level },
}
const REST: Column<LevelRow> = {
  id: 'rest',
  title: 'Rest must average',
  explanation: 'What the rest of the final window must average for the settlement to come to this level',
  isNumeric: true,
  least: 110,
  Cell: ({ row }: Props): ReactNode => row.rest ?? NONE,
  text: ({ rest }) => rest ?? '',
}
const CHANCE: Column<LevelRow> = {
  id: 'chance',
  title: 'At or above',
  explanation: 'The probability that it settles at this level or above it, by the distribution',
  isNumeric: true,
  least: 74,
  Cell: ({ row }: Props): ReactNode => (row.chance === null ? NONE : chanceText(row.chance)),
  text: ({ chance }) => (chance === null ? '' : chanceText(chance)),
}
const MAKES: Column<LevelRow> = {
  id: 'makes',
  title: 'Position makes',
  unit: 'USDC',
  explanation: 'What the position comes to if it settles there, with what was realized on the way',
  isNumeric: true,
  least: 148,
  Cell: ({ row }: Props): ReactNode => <Figure value={row.makes} places={2} sign="gain" />,
  text: ({ makes }) => makes ?? '',
}
const PRESS: Column<LevelRow> = {
  id: 'press',
  title: 'Ticket',
  least: 48,
  isTight: true,
  Cell: ({ row }: Props): ReactNode => (
    <span className={row.side === 'buy' ? styles.buy : styles.sell}>{row.side === 'buy' ? 'Buy' : 'Sell'}</span>
  ),
}

const SPEC: TableSpec<LevelRow> = {
  columns: [TEMPERATURE, MARK, REST, CHANCE, MAKES, PRESS],
  idOf: ({ level }) => level,
  nameOf: ({ level }) => level,
  givesWay: ['units', 'mark', 'makes', 'press'],
  isUniform: true,
}
