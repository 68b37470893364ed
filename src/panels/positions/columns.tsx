/** The columns of the positions. */
import type { Family, Position } from '../../../contract/account.ts'
import { absolute, type Decimal, type Money, type Price, signOf } from '../../../contract/decimal.ts'
import { type ExitsLine, exitsLine, moneyAt } from '../../exit-plan/index.ts'
import { grouped, NONE, signed } from '../../format/index.ts'
import { ageColumn, distanceColumn, type LiveReads, type Reached } from '../../orders/index.ts'
import { exitText, exitValueOf } from '../../positions/index.ts'
import type { BookSides } from '../../trade-forms/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import {
  AtExit,
  Buttons,
  EndedText,
  Entry,
  Exit,
  Exits,
  exitsAbout,
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

/** @param unit common unit of all positions, for the heads; null where they differ */
export function positionsSpec(
  unit: string | null,
  { markOf, estimateOf, bookOf, feeOf, now }: Marks,
): TableSpec<PositionLine> {
  const exitsOf = ({ position, spec, held }: OpenLine): ExitsLine =>
    exitsLine(held, { ...exitsAbout(position), tick: spec.tickSize })
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
  const of = (pick: (one: PositionFigures, line: OpenLine) => Decimal | null) => ({
    by: 'decimal' as const,
    of: (row: PositionLine) => (row.kind === 'ended' ? null : pick(figures(row), row)),
  })
  const text = (write: (one: PositionFigures, line: OpenLine) => string) => (row: PositionLine) =>
    row.kind === 'ended' ? '' : write(figures(row), row)
  const money = (value: Decimal | null): string => (value === null ? NONE : signed(value))
  const number = { isNumeric: true, fit: 'content' } as const
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
  const atExit = (id: string, title: string, kind: 'stop' | 'take_profit'): Column<PositionLine> => ({
    ...number,
    id,
    title,
    unit: unit ?? undefined,
    explanation:
      kind === 'stop'
        ? 'P&L at its stops, after the close fee where known'
        : 'P&L at its targets, after the close fee where known',
    least: 84,
    isExtra: true,
    Cell: ({ row }) => <AtExit {...{ row, kind }} />,
    text: (row) => (row.kind === 'ended' ? '' : money(exitMoney(kind)(row))),
    sort: { by: 'decimal', of: exitMoney(kind) },
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
    {
      id: 'market',
      title: 'Market',
      least: 86,
      fit: 'clip',
      share: 0.24,
      stays: true,
      Cell: Market,
      text: ({ spec }) => spec.market,
      sort: { by: 'text', of: (row) => (row.kind === 'ended' ? null : row.spec.market) },
    },
    {
      id: 'side',
      title: 'Side',
      least: 44,
      fit: 'content',
      stays: true,
      Cell: Side,
      text: (row) => sideOf(row.kind === 'open' ? row.position : row.ending, row.spec),
      sort: { by: 'text', of: (row) => (row.kind === 'ended' ? null : sideOf(row.position, row.spec)) },
    },
    {
      ...number,
      id: 'size',
      title: 'Size',
      least: 48,
      stays: true,
      Cell: Size,
      text: (row) => grouped(sizeOf(row)),
      csv: sizeOf,
      sort: of((_, { position }) => absolute(position.size)),
    },
    {
      ...number,
      id: 'entry',
      title: 'Entry',
      least: 48,
      Cell: Entry,
      text: text(({ entryPx, places }, { position }) => entryOf(position, entryPx, places)),
      sort: of(({ entryPx }) => entryPx),
    },
    {
      ...number,
      id: 'mark',
      title: 'Mark',
      least: 48,
      isLive: true,
      Cell: Mark,
      text: text(({ markPx, places }, { position }) => priceOf(position, markPx, places)),
      sort: of(({ markPx }) => markPx),
    },
    distance,
    {
      ...number,
      id: 'value',
      title: 'Value',
      unit: unit ?? undefined,
      least: 56,
      isLive: true,
      Cell: Value,
      text: text(({ value }) => (value === null ? NONE : grouped(value))),
      sort: of(({ value }) => value),
    },
    {
      ...number,
      id: 'liquidation',
      title: 'Liquidation',
      explanation: 'Liquidation price reported by the venue',
      least: 70,
      Cell: Liquidation,
      text: text(({ liquidationPx, places }, { position }) => priceOf(position, liquidationPx, places)),
      sort: of(({ exactLiquidation }) => exactLiquidation),
    },
    {
      ...number,
      id: 'unrealised',
      title: 'Unrealized',
      unit: unit ?? undefined,
      explanation: '(mark − entry) × size, and in percent of the margin; none for hedged shares',
      least: 70,
      stays: true,
      isLive: true,
      Cell: Unrealized,
      text: text(({ profit }) => money(profit)),
      sort: of(({ profit }) => profit),
    },
    {
      ...number,
      id: 'settled',
      title: 'P&L at TWAP',
      unit: unit ?? undefined,
      explanation:
        'P&L at the running settlement estimate, including realized P&L; empty before the final window. Binary: win or lose. Shares: payout if they win',
      least: 84,
      isLive: true,
      Cell: Settled,
      text: text(({ end }) => endText(end)),
      sort: of(({ end }) => (end.by === 'mark' ? end.result : null)),
    },
    {
      ...number,
      id: 'exit-value',
      title: 'P&L if closed now',
      unit: unit ?? undefined,
      explanation: "P&L of closing now through the book's depth, less the taker fee where known",
      least: 70,
      isLive: true,
      Cell: Exit,
      text: (row) => (row.kind === 'ended' ? '' : exitIn(row)),
    },
    {
      id: 'exits',
      title: 'Exits',
      explanation: 'Local exits: work only while Isotherm is running',
      least: 40,
      fit: 'clip',
      share: 0.12,
      Cell: Exits,
      text: (row) => (row.kind === 'ended' ? '' : exitsText(exitsOf(row))),
      sort: { by: 'text', of: (row) => (row.kind === 'ended' ? null : exitsText(exitsOf(row)) || null) },
    },
    atExit('at-stop', 'P&L at stop', 'stop'),
    atExit('at-target', 'P&L at target', 'take_profit'),
    {
      ...age,
      explanation: 'Since your fills opened it',
      csvAlso: {
        title: 'Opened',
        of: (row) => (row.kind === 'open' && row.since.at !== null ? new Date(row.since.at).toISOString() : ''),
      },
    },
    {
      id: 'buttons',
      title: 'Close',
      isTitleHidden: true,
      isNumeric: true,
      least: 60,
      fit: 'content',
      isTight: true,
      stays: true,
      Cell: Buttons,
    },
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
