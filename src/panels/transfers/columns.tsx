/** The columns of transfers, conversions and balance changes. */
import { createContext, type ReactNode, useContext } from 'react'
import { CHANGE_NAMES, type ChangeName } from '../../../contract/books/index.ts'
import { toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { dayText, grouped, minuteText, momentText, NONE, signed } from '../../format/index.ts'
import { type Column, Menu, type MenuEntry, type TableSpec } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { type MoveRow, rowName } from './rows.ts'
import styles from './transfers.module.css'

interface Props {
  readonly row: MoveRow
}

/** Gives a balance change its name; null takes it away. */
export const NamingContext = createContext<(id: string, as: ChangeName | null) => void>(() => undefined)

const KIND_WORDS = { transfer: 'Transfer', conversion: 'Conversion', change: 'Balance change' } as const

/** To two decimals, or as far as it goes: an amount here is never rounded. */
function amountText({ kind, amount, change }: MoveRow): string {
  if (amount === null) return NONE
  const exact = trimZeros(amount)
  const cents = toPlaces(amount, 2)
  const shown = trimZeros(cents) === exact ? cents : exact
  return kind === 'change' && change !== null ? signed(shown) : grouped(shown)
}

function StateCell({ row }: Props): ReactNode {
  const name = useContext(NamingContext)
  const { change, state } = row
  if (change === null) return state
  const entry = (as: ChangeName): MenuEntry => ({
    id: as,
    label: MESSAGES.names[as],
    selected: change.as === as,
    onAction: () => name(change.id, as),
  })
  const none: MenuEntry = {
    id: 'none',
    label: 'Not named',
    selected: change.as === null,
    onAction: () => name(change.id, null),
  }
  return (
    <span className={styles.state}>
      <span className={change.as === null ? styles.unexplained : undefined}>{state}</span>
      <Menu label={`Name: ${rowName(row)}`} entries={[...CHANGE_NAMES.map(entry), none]}>
        {change.as === null ? 'Name' : 'Rename'}
      </Menu>
    </span>
  )
}

const COLUMNS: readonly Column<MoveRow>[] = [
  {
    id: 'time',
    title: 'Time',
    fit: 'content',
    least: 72,
    Cell: ({ row: { at } }: Props): ReactNode => (
      <span title={momentText(at)}>{`${dayText(at)} ${minuteText(at)}`}</span>
    ),
    text: ({ at }) => momentText(at),
    csv: ({ at }) => new Date(at).toISOString(),
    sort: { by: 'count', of: ({ at }) => at },
    stays: true,
  },
  {
    id: 'kind',
    title: 'Kind',
    fit: 'content',
    least: 92,
    Cell: ({ row }: Props): ReactNode => KIND_WORDS[row.kind],
    text: ({ kind }) => KIND_WORDS[kind],
    sort: { by: 'text', of: ({ kind }) => KIND_WORDS[kind] },
  },
  {
    id: 'what',
    title: 'What',
    fit: 'wrap',
    least: 110,
    Cell: ({ row }: Props): ReactNode => row.what,
    text: ({ what }) => what,
    sort: { by: 'text', of: ({ what }) => what },
    stays: true,
  },
  {
    id: 'amount',
    title: 'Amount',
    isNumeric: true,
    fit: 'content',
    least: 80,
    Cell: ({ row }: Props): ReactNode => amountText(row),
    text: amountText,
    csv: ({ amount }) => (amount === null ? '' : trimZeros(amount)),
    sort: { by: 'decimal', of: ({ amount }) => amount },
    stays: true,
  },
  {
    id: 'unit',
    title: 'In',
    fit: 'content',
    least: 52,
    Cell: ({ row }: Props): ReactNode => row.unit,
    text: ({ unit }) => unit,
    sort: { by: 'text', of: ({ unit }) => unit },
  },
  {
    id: 'state',
    title: 'State',
    explanation: 'How it went; of a change that nothing explains, what you call it.',
    fit: 'wrap',
    least: 120,
    Cell: StateCell,
    text: ({ state }) => state,
    sort: { by: 'text', of: ({ state }) => state },
    stays: true,
  },
]

export const SPEC: TableSpec<MoveRow> = {
  columns: COLUMNS,
  idOf: ({ id }) => id,
  nameOf: rowName,
  givesWay: ['unit', 'kind'],
}
