/** The columns of the positions. */
import type { Family, Position } from '../../../contract/account.ts'
import { absolute, type Decimal, type Money, type Price, signOf } from '../../../contract/decimal.ts'
import { moneyAt } from '../../exit-plan/index.ts'
import { grouped, NONE, signed } from '../../format/index.ts'
import { ageColumn, distanceColumn, type LiveReads, type Reached } from '../../orders/index.ts'
import { exitText, exitValueOf } from '../../positions/index.ts'
import type { BookSides } from '../../trade-forms/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { buttonsColumn, decimalColumn, plainColumn, textColumn } from '../columns.tsx'
import {
  AtExit,
  Buttons,
  EndedText,
  Entry,
  Exit,
  Exits,
  exitsAbout,
  exitsOf,
  exitsText,
  Liquidation,
  Mark,
  Market,
  RowDetail,
  RowProvider,
  Settled,
  Side,
  Size,
  Unrealized,
  Value,
} from './cells.tsx'
import { endText, entryOf, figuresOf, type PositionFigures, priceOf, sideOf } from './position-figures.ts'
import { type OpenLine, type PositionLine, sizeOf } from './position-lines.ts'

/**
 * What is hidden in a narrow panel, first to last: units, values derivable from the rest, values shown by the market's own panels, then the buttons'
 * place in the row (they move below it), then the entry; the mark only where the others leave it no space at all. Market, side, size and result stay.
 */
const GIVES_WAY = [
  'units',
  'value',
  'age',
  'percent',
  'degrees',
  'distance',
  'settled',
  'exit-value',
  'liquidation',
  'at-target',
  'at-stop',
  'exits',
  'buttons',
  'entry',
  'mark',
] as const

/** The entry of a position: above it a long gains, below it a short. */
const entryReached = ({ size, entryPx }: Position): Reached => ({
  side: signOf(size) < 0 ? 'sell' : 'buy',
  price: entryPx,
})

/** Current market values: the live mark of an asset, null before one arrived; and its settlement mark, where there is an estimate. */
export interface Marks extends LiveReads {
  /** The subscribed book of the row; null where there is none. */
  readonly bookOf: (asset: string) => BookSides | null
  /** The fee of a close, basis points; null where unknown. */
  readonly feeOf: (family: Family) => Decimal | null
  readonly estimateOf: (asset: string) => Price | null
}

const moneyText = (value: Decimal | null): string => (value === null ? NONE : signed(value))

/** @param unit common unit of all positions, for the heads; null where they differ */
export function positionsSpec(
  unit: string | null,
  { markOf, estimateOf, bookOf, feeOf, now }: Marks,
): TableSpec<PositionLine> {
  const exitsIn = (row: PositionLine): string => (row.kind === 'ended' ? '' : exitsText(exitsOf(row)))
  const inUnit = { unit: unit ?? undefined }
  const figures = ({ position, spec, inSets }: OpenLine): PositionFigures => {
    const mark = markOf(position.asset) ?? position.markPx
    return figuresOf(position, spec, mark, estimateOf(position.asset), inSets)
  }
  const exitIn = ({ position }: OpenLine): string => {
    const book = bookOf(position.asset)
    const mark = markOf(position.asset) ?? position.markPx
    const exit = book === null ? null : exitValueOf(position, book, mark, feeOf(position.family))
    return exit === null ? NONE : exitText(exit)
  }
  /** For an open position; one that ended has no figures, and sorts last. */
  const of = (pick: (one: PositionFigures, line: OpenLine) => Decimal | null) => (row: PositionLine) =>
    row.kind === 'ended' ? null : pick(figures(row), row)
  const figure = (
    id: string,
    title: string,
    least: number,
    sort: (one: PositionFigures, line: OpenLine) => Decimal | null,
    {
      write,
      ...more
    }: Partial<Column<PositionLine>> & {
      readonly write: (one: PositionFigures, line: OpenLine) => string
    },
  ): Column<PositionLine> =>
    decimalColumn(id, title, least, of(sort), {
      text: (row) => (row.kind === 'ended' ? '' : write(figures(row), row)),
      fit: 'content',
      ...more,
    })
  const exitMoney =
    (kind: 'stop' | 'take_profit') =>
    (row: PositionLine): Money | null =>
      row.kind === 'ended'
        ? null
        : moneyAt(kind, row.held, {
            ...exitsAbout(row.position),
            entry: row.position.entryPx,
            takerBps: feeOf(row.position.family),
          })
  /** The total result of the stops, or the targets, of a position. */
  const atExit = (id: string, title: string, explanation: string, kind: 'stop' | 'take_profit') =>
    decimalColumn<PositionLine>(id, title, 84, exitMoney(kind), {
      text: (row) => (row.kind === 'ended' ? '' : moneyText(exitMoney(kind)(row))),
      fit: 'content',
      ...inUnit,
      explanation,
      isExtra: true,
      Cell: ({ row }) => <AtExit {...{ row, kind }} />,
    })
  const distance = distanceColumn<PositionLine>(
    {
      asset: (row) => (row.kind === 'open' ? row.position.asset : row.ending.asset),
      at: (row) => (row.kind === 'open' ? entryReached(row.position) : null),
      markRead: (row) => (row.kind === 'open' ? row.position.markPx : null),
      from: 'entry',
    },
    { markOf },
  )
  const age = ageColumn<PositionLine>(
    (row) => (row.kind === 'open' ? row.since.at : null),
    { now },
    (row) => (row.kind === 'open' && row.since.at === null ? row.since.because : null),
  )
  const columns: readonly Column<PositionLine>[] = [
    textColumn('market', 'Market', 86, ({ spec }) => spec.market, {
      fit: 'clip',
      share: 0.24,
      stays: true,
      Cell: Market,
      sort: { by: 'text', of: (row) => (row.kind === 'ended' ? null : row.spec.market) },
    }),
    textColumn('side', 'Side', 44, (row) => sideOf(row.kind === 'open' ? row.position : row.ending, row.spec), {
      fit: 'content',
      stays: true,
      Cell: Side,
      sort: { by: 'text', of: (row) => (row.kind === 'ended' ? null : sideOf(row.position, row.spec)) },
    }),
    decimalColumn(
      'size',
      'Size',
      48,
      of((_, { position }) => absolute(position.size)),
      { text: (row) => grouped(sizeOf(row)), fit: 'content', stays: true, Cell: Size, csv: sizeOf },
    ),
    figure('entry', 'Entry', 48, ({ entryPx }) => entryPx, {
      write: ({ entryPx, places }, { position }) => entryOf(position, entryPx, places),
      Cell: Entry,
    }),
    figure('mark', 'Mark', 48, ({ markPx }) => markPx, {
      write: ({ markPx, places }, { position }) => priceOf(position, markPx, places),
      isLive: true,
      Cell: Mark,
    }),
    distance,
    figure('value', 'Value', 56, ({ value }) => value, {
      write: ({ value }) => (value === null ? NONE : grouped(value)),
      ...inUnit,
      isLive: true,
      Cell: Value,
    }),
    figure('liquidation', 'Liquidation', 70, ({ exactLiquidation }) => exactLiquidation, {
      write: ({ liquidationPx, places }, { position }) => priceOf(position, liquidationPx, places),
      explanation: 'Liquidation price reported by the venue',
      Cell: Liquidation,
    }),
    figure('unrealised', 'Unrealized', 70, ({ profit }) => profit, {
      write: ({ profit }) => moneyText(profit),
      ...inUnit,
      explanation: '(mark − entry) × size, and in percent of the margin; none for hedged shares',
      stays: true,
      isLive: true,
      Cell: Unrealized,
    }),
    figure('settled', 'P&L at TWAP', 84, ({ end }) => (end.by === 'mark' ? end.result : null), {
      write: ({ end }) => endText(end),
      ...inUnit,
      explanation:
        'P&L at the running settlement estimate, including realized P&L; empty before the final window. Binary: win or lose. Shares: payout if they win',
      isLive: true,
      Cell: Settled,
    }),
    plainColumn('exit-value', 'P&L if closed now', 70, (row) => (row.kind === 'ended' ? '' : exitIn(row)), {
      isNumeric: true,
      fit: 'content',
      ...inUnit,
      explanation: "P&L of closing now through the book's depth, less the taker fee where known",
      isLive: true,
      Cell: Exit,
    }),
    plainColumn('exits', 'Exits', 40, exitsIn, {
      explanation: 'Local exits: work only while Isotherm is running',
      fit: 'clip',
      share: 0.12,
      Cell: Exits,
      sort: { by: 'text', of: (row) => exitsIn(row) || null },
    }),
    atExit('at-stop', 'P&L at stop', 'P&L at its stops, after the close fee where known', 'stop'),
    atExit('at-target', 'P&L at target', 'P&L at its targets, after the close fee where known', 'take_profit'),
    {
      ...age,
      explanation: 'Since your fills opened it',
      csvAlso: {
        title: 'Opened',
        of: (row) => (row.kind === 'open' && row.since.at !== null ? new Date(row.since.at).toISOString() : ''),
      },
    },
    buttonsColumn('Close', 60, Buttons),
  ]
  return {
    columns,
    idOf: ({ id }) => id,
    nameOf: (row) => `${row.spec.market}, ${sideOf(row.kind === 'open' ? row.position : row.ending, row.spec)}`,
    givesWay: GIVES_WAY,
    Provider: RowProvider,
    Detail: RowDetail,
    isEnded: ({ kind }) => kind === 'ended',
    Words: { of: ({ kind }) => kind === 'ended', keeps: ['market', 'side', 'size'], Cell: EndedText },
  }
}
