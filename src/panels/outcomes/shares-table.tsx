/** The trader's shares of one market, and the way out of each. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { profitOf } from '../../../contract/books/index.ts'
import { absolute, lesser, type Price, placesOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { atPlaces, grouped, moneyUnit } from '../../format/index.ts'
import { entryText, PartClose, useClose } from '../../positions/index.ts'
import { type AssetSpec, useAssets, useCloseFees } from '../../queries/index.ts'
import { presetDistance } from '../../trade-forms/index.ts'
import { Button, type Column, DetailRow, Figure, Table, type TableSpec, useKeepsRow } from '../../ui/index.ts'
import { usePanelChoices, useTableState } from '../../workspace/index.ts'
import { useChance } from './chance.tsx'
import { MESSAGES } from './messages.ts'
import styles from './outcomes.module.css'

interface ShareLine {
  readonly position: Position
  readonly market: OutcomeMarket
  readonly spec: AssetSpec
}
interface Props {
  readonly row: ShareLine
}

interface SharesTableProps {
  readonly positions: readonly Position[]
  readonly market: OutcomeMarket
}

export function SharesTable({ positions, market }: SharesTableProps): ReactNode {
  const assets = useAssets()
  const table = useTableState('shares')
  const rows = useMemo(
    () => positions.map((position) => ({ position, market, spec: assets.of(position.asset) })),
    [positions, market, assets],
  )
  return <Table label={MESSAGES.shares} spec={SHARES} rows={rows} {...table} />
}

interface Share {
  readonly mark: Price | null
  readonly buttons: ReactNode
  readonly partForm: ReactNode
  readonly failure: string | null
}
const ShareContext = createContext<Share | null>(null)

function RowProvider({
  row: { position, market, spec },
  children,
}: Props & { readonly children: ReactNode }): ReactNode {
  const { asset, size } = position
  const first = presetDistance(
    usePanelChoices((choices) => choices.closeCentsFirst),
    'outcome',
  )
  const bound = presetDistance(
    usePanelChoices((choices) => choices.closeCents),
    'outcome',
  )
  const distance = { distance: lesser(first, bound), bound }
  const mark = useChance(asset) ?? position.markPx
  const { failure, close, button } = useClose({ ...position, tickSize: market.tickSize }, spec.name, distance, mark)
  const [partly, setPartly] = useState(false)
  const takerBps = useCloseFees()('outcome')
  const trades = !market.expired && !market.settling
  const isOpen = partly && trades
  useKeepsRow(isOpen)
  const buttons = trades && (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={`Close part of ${spec.name}`}
        aria-expanded={partly}
        onClick={() => setPartly(!partly)}
      >
        Part
      </Button>
      {button}
    </>
  )
  const partForm = isOpen && (
    <PartClose
      position={position}
      takerBps={takerBps}
      unit={moneyUnit('outcome')}
      name={spec.name}
      sizeDecimals={market.sizeDecimals ?? placesOf(size)}
      onClose={close}
    />
  )
  return <ShareContext value={{ mark, buttons, partForm, failure }}>{children}</ShareContext>
}

function Detail(): ReactNode {
  const share = useContext(ShareContext)
  if (share === null) return null
  return (
    <>
      {share.partForm !== false && <DetailRow>{share.partForm}</DetailRow>}
      {share.failure !== null && (
        <DetailRow role="alert">
          <span className={styles.failure}>{share.failure}</span>
        </DetailRow>
      )}
    </>
  )
}

const placesFor = ({ market, position }: ShareLine): number =>
  market.tickSize === null ? placesOf(trimZeros(position.entryPx)) : placesOf(market.tickSize)
const sizeText = ({ position, market }: ShareLine): string =>
  atPlaces(absolute(position.size), market.sizeDecimals ?? placesOf(position.size))
const entryOf = (row: ShareLine): string => entryText(row.position.entryPx, placesFor(row))
const paysText = ({ position }: ShareLine): string => grouped(toPlaces(absolute(position.size), 2))

function Unrealized({ row: { position } }: Props): ReactNode {
  const mark = useContext(ShareContext)?.mark ?? null
  const profit = profitOf(position, mark)
  return <Figure value={profit === null ? null : toPlaces(profit, 2)} sign="gain" />
}

const number = { isNumeric: true, fit: 'content' } as const

const COLUMNS: readonly Column<ShareLine>[] = [
  {
    id: 'side',
    title: 'Side',
    least: 40,
    fit: 'content',
    stays: true,
    Cell: ({ row }) => row.spec.side ?? row.position.asset,
    text: ({ spec, position }) => spec.side ?? position.asset,
    sort: { by: 'text', of: ({ spec }) => spec.side },
  },
  {
    ...number,
    id: 'size',
    title: 'Shares',
    least: 50,
    stays: true,
    Cell: ({ row }) => sizeText(row),
    text: sizeText,
    sort: { by: 'decimal', of: ({ position }) => absolute(position.size) },
  },
  {
    ...number,
    id: 'entry',
    title: 'Entry',
    least: 50,
    Cell: ({ row }) => entryOf(row),
    text: entryOf,
    sort: { by: 'decimal', of: ({ position }) => position.entryPx },
  },
  {
    ...number,
    id: 'now',
    title: 'Now',
    least: 50,
    Cell: ({ row }) => <Figure value={useContext(ShareContext)?.mark} places={placesFor(row)} tint />,
  },
  { ...number, id: 'unrealised', title: 'Unrealized', least: 70, stays: true, Cell: Unrealized },
  {
    ...number,
    id: 'pays',
    title: 'Pays',
    least: 60,
    Cell: ({ row }) => (
      <>
        {paysText(row)} <span className={styles.faint}>or 0</span>
      </>
    ),
    text: paysText,
  },
  {
    id: 'buttons',
    title: 'Close',
    isTitleHidden: true,
    isNumeric: true,
    least: 40,
    fit: 'content',
    isTight: true,
    stays: true,
    Cell: () => <span className={styles.buttons}>{useContext(ShareContext)?.buttons}</span>,
  },
]

const SHARES: TableSpec<ShareLine> = {
  columns: COLUMNS,
  idOf: ({ position }) => position.asset,
  nameOf: ({ spec }) => spec.name,
  // What the shares say themselves, then what the market shows above.
  givesWay: ['pays', 'now'],
  Provider: RowProvider,
  Detail,
}
