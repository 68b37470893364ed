/** The columns of the positions. */
import type { ReactNode } from 'react'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { absolute, type Decimal, type Price, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { type ExitsLine, exitsLine } from '../../exit-plan/index.ts'
import { atPlaces, grouped, NONE, signed, temperatureOf } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { binaryResults, entryText } from '../../positions/index.ts'
import { Clip, type Column, classNames, Figure, GivesWay, type TableSpec, useGone } from '../../ui/index.ts'
import { EndedDetail, EndedProvider, EndedWords } from './ended-position.tsx'
import { HeldTarget } from './held-target.tsx'
import { OpenDetail, PositionProvider, useOpenPosition } from './open-position.tsx'
import { figuresOf, foreignText, ofUp, type PositionFigures, priceText, resultText } from './position-figures.ts'
import type { OpenLine, PositionLine } from './position-lines.ts'
import { sideOf } from './position-side.ts'
import styles from './positions.module.css'

/**
 * What gives way in a narrow panel, first to last: units, what can be worked out from the rest, then what the market's own panels show,
 * then the buttons' place in the row (they stand below it), then the entry. Market, side, size and result never go.
 */
const GIVES_WAY = [
  'units',
  'value',
  'percent',
  'degrees',
  'mark',
  'settled',
  'liquidation',
  'exits',
  'buttons',
  'entry',
] as const

/** What the market is at: the live mark of an asset, null before one came; and what it would settle at now, where an estimate runs. */
export interface Marks {
  readonly markOf: (asset: string) => Price | null
  readonly estimateOf: (asset: string) => Price | null
  /** What this terminal holds. */
  readonly held: () => readonly ConditionalView[]
}

/** @param unit of all positions, for the heads; null where they differ */
export function positionsSpec(unit: string | null, { markOf, estimateOf, held }: Marks): TableSpec<PositionLine> {
  const exitsOf = ({ position, spec }: OpenLine): ExitsLine =>
    exitsLine(held(), { ...exitsAbout(position), tick: spec.tickSize })
  const figures = ({ position, spec }: OpenLine): PositionFigures => {
    const mark = markOf(position.asset) ?? position.markPx
    return figuresOf(position, spec, mark, estimateOf(position.asset) ?? mark)
  }
  /** Of an open position; one that ended has no figures, and stands last. */
  const of = (pick: (one: PositionFigures, line: OpenLine) => Decimal | null) => ({
    by: 'decimal' as const,
    of: (row: PositionLine) => (row.kind === 'ended' ? null : pick(figures(row), row)),
  })
  const text = (write: (one: PositionFigures, line: OpenLine) => string) => (row: PositionLine) =>
    row.kind === 'ended' ? '' : write(figures(row), row)
  const money = (value: Decimal | null): string => (value === null ? NONE : signed(value))
  const number = { isNumeric: true, fit: 'content' } as const
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
      text: (row) => grouped(trimZeros(absolute(row.kind === 'open' ? row.position.size : row.ending.size))),
      sort: of((_, { position }) => absolute(position.size)),
    },
    {
      ...number,
      id: 'entry',
      title: 'Entry',
      least: 48,
      Cell: Entry,
      text: text(({ entryPx, places }) => entryText(entryPx, places)),
      sort: of(({ entryPx }) => entryPx),
    },
    {
      ...number,
      id: 'mark',
      title: 'Mark',
      least: 48,
      isLive: true,
      Cell: Mark,
      text: text(({ markPx, places }) => priceText(markPx, places)),
      sort: of(({ markPx }) => markPx),
    },
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
      explanation: "The service's liquidation mark, and the °F it stands for",
      least: 70,
      Cell: Liquidation,
      text: text(({ liquidationPx, places }) => priceText(liquidationPx, places)),
      sort: of(({ exactLiquidation }) => exactLiquidation),
    },
    {
      ...number,
      id: 'unrealised',
      title: 'Unrealised',
      unit: unit ?? undefined,
      explanation: '(mark − entry) × size, and in per cent of the margin',
      least: 70,
      stays: true,
      isLive: true,
      Cell: Unrealised,
      text: text(({ profit }) => money(profit)),
      sort: of(({ profit }) => profit),
    },
    {
      ...number,
      id: 'settled',
      title: 'If settled now',
      unit: unit ?? undefined,
      explanation:
        'Result of the whole position at the running settlement estimate, or at the mark, with what was realised on the way; of binary contracts when their side wins or loses; what shares pay if their side comes true',
      least: 84,
      isLive: true,
      Cell: Settled,
      text: text(({ settled }, { position }) => resultText(position, settled)),
      sort: of(({ settled }) => settled),
    },
    {
      id: 'exits',
      title: 'Exits',
      explanation: 'What this terminal holds for the position: works only while it runs',
      least: 40,
      fit: 'content',
      Cell: Exits,
      text: (row) => (row.kind === 'ended' ? '' : exitsText(exitsOf(row))),
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
    Words: { of: ({ kind }) => kind === 'ended', keeps: ['market', 'side', 'size'], Cell: EndedWords },
  }
}

const RowProvider = ({ row, children }: { row: PositionLine; children: ReactNode }): ReactNode => (
  <PositionProvider row={row}>
    <EndedProvider row={row}>{children}</EndedProvider>
  </PositionProvider>
)

const RowDetail = ({ row }: { row: PositionLine }): ReactNode =>
  row.kind === 'open' ? <OpenDetail /> : <EndedDetail />

interface CellProps {
  readonly row: PositionLine
}

function Market({ row }: CellProps): ReactNode {
  const { spec } = row
  const name = row.kind === 'ended' && spec.market === row.ending.asset ? row.ending.name : spec.market
  const leverage = row.kind === 'open' && row.position.family !== 'outcome' ? row.position.leverage : null
  return (
    <>
      <Clip title={name}>{name}</Clip>
      {leverage !== null && <span className={styles.faint}>{leverage}×</span>}
    </>
  )
}

function Side({ row }: CellProps): ReactNode {
  if (row.kind === 'ended') return sideOf(row.ending, row.spec)
  const { position, spec, foreign } = row
  const { family, size } = position
  return (
    <span className={family === 'outcome' ? styles.shares : signOf(size) > 0 ? styles.up : styles.down}>
      {sideOf(position, spec)}
      <HeldTarget position={position} />
      {foreign !== null && (
        <span
          className={styles.foreign}
          title="By another client: not from this terminal. It counts in every limit; Activity has the trades."
        >
          {foreignText(foreign, size)}
        </span>
      )}
    </span>
  )
}

function Size({ row }: CellProps): ReactNode {
  const open = useOpenPosition()
  if (row.kind === 'ended') return grouped(trimZeros(absolute(row.ending.size)))
  return open === null ? null : atPlaces(absolute(row.position.size), open.figures.sizePlaces)
}

function Entry(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { line, figures } = open
  return <span title={ofUp(line.position, line.position.entryPx)}>{entryText(figures.entryPx, figures.places)}</span>
}

function Mark(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { line, mark, figures } = open
  return (
    <span title={ofUp(line.position, mark)}>
      <Figure value={figures.markPx} places={figures.places} tint />
    </span>
  )
}

/** Of its money, where there is room for it. */
function useUnit(): string | undefined {
  const open = useOpenPosition()
  return useGone('units') ? undefined : open?.line.unit
}

function Value(): ReactNode {
  const open = useOpenPosition()
  return <Figure value={open?.figures.value} unit={useUnit()} />
}

function Liquidation(): ReactNode {
  const open = useOpenPosition()
  if (open === null) return null
  const { liquidationPx, exactLiquidation } = open.figures
  if (liquidationPx === null) return <span className={styles.faint}>{NONE}</span>
  return (
    <span title={exactLiquidation === liquidationPx ? undefined : (exactLiquidation ?? undefined)}>
      {grouped(liquidationPx)}
      {open.line.position.family === 'scalar' && (
        <GivesWay part="degrees">
          <span className={styles.faint}> {temperatureOf(liquidationPx)}</span>
        </GivesWay>
      )}
    </span>
  )
}

function Unrealised(): ReactNode {
  const open = useOpenPosition()
  const unit = useUnit()
  if (open === null) return null
  const { profit, percent } = open.figures
  return (
    <>
      <Figure value={profit} sign="gain" unit={unit} />{' '}
      <GivesWay part="percent">
        <span className={classNames(styles.faint, styles.percent)}>
          {percent !== null && `${signed(toPlaces(percent, 2))} %`}
        </span>
      </GivesWay>
    </>
  )
}

/** What the position comes to: at the mark of a settlement now, or, of what pays 1 or 0, either way. */
function Settled(): ReactNode {
  const open = useOpenPosition()
  const unit = useUnit()
  if (open === null) return null
  const { position } = open.line
  switch (position.family) {
    case 'scalar':
      return <Figure value={open.figures.settled} sign="gain" unit={unit} />
    case 'binary': {
      const { won, lost } = binaryResults(position)
      return (
        <>
          <Figure value={toPlaces(won, 2)} sign="gain" /> <span className={styles.faint}>or</span>{' '}
          <Figure value={toPlaces(lost, 2)} sign="gain" unit={unit} />
        </>
      )
    }
    case 'outcome':
      return (
        <>
          <span className={styles.faint}>pays</span> {grouped(toPlaces(absolute(position.size), 2))}{' '}
          <span className={styles.faint}>or 0{unit !== undefined && ` ${unit}`}</span>
        </>
      )
  }
}

/** Every exit with its price, and what no stop covers. */
function Exits({ row }: CellProps): ReactNode {
  const held = useTopic({ kind: 'conditionals' })
  if (row.kind === 'ended' || held === undefined) return null
  const { words, warning } = exitsLine(held, { ...exitsAbout(row.position), tick: row.spec.tickSize })
  return (
    <>
      <span className={styles.exits}>{words}</span>
      {warning !== null && <span className={styles.unprotected}>{words === '' ? warning : ` · ${warning}`}</span>}
    </>
  )
}

const exitsText = ({ words, warning }: ExitsLine): string =>
  [words, warning].filter((one) => one !== null && one !== '').join(' · ')

const exitsAbout = ({ asset, family, size }: Position) => ({
  ...{ asset, family },
  side: signOf(size) < 0 ? ('short' as const) : ('long' as const),
  size: absolute(size),
})

const Buttons = (): ReactNode => <span className={styles.buttons}>{useOpenPosition()?.buttons}</span>
