/** Rows of the past as CSV: every figure as the service gave it, in a line for each row. Pure. */
import { csvLine } from '../../contract/csv.ts'
import type { FillRow, OrderRow, PastKind, PastRowOf, PastTradeRow, SettlementRow } from '../../contract/past.ts'

/** What a row has in a column; `note` is the trader's on it. */
type Field<Row> = readonly [title: string, of: (row: Row, note: string | null) => string | null]

const iso = (time: number): string => new Date(time).toISOString()

const FILLS: readonly Field<FillRow>[] = [
  ['Time', ({ time }) => iso(time)],
  ['Market', ({ name }) => name],
  ['Asset', ({ asset }) => asset],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Fee', ({ fee }) => fee],
  ['Fee in shares', ({ feeShares }) => feeShares ?? null],
  ['Realised', ({ realizedPnl }) => realizedPnl],
  ['Money', ({ collateral }) => collateral],
  ['Liquidity', ({ liquidity }) => liquidity],
  ['Shown price', ({ shown }) => shown],
  ['Slippage', ({ slippage }) => slippage?.price ?? null],
  ['Slippage in money', ({ slippage }) => slippage?.money ?? null],
  ['Trade', ({ tid }) => tid],
  ['Order', ({ oid }) => oid],
  ['Note', (_row, note) => note],
]

const ORDERS: readonly Field<OrderRow>[] = [
  ['Time', ({ time }) => iso(time)],
  ['Market', ({ name }) => name],
  ['Asset', ({ asset }) => asset],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['State', ({ status }) => status],
  ['In words', ({ statusText }) => statusText],
  ['Reason', ({ reason }) => reason],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Filled', ({ filled }) => filled],
  ['Average', ({ average }) => average],
  ['Time in force', ({ tif }) => tif],
  ['Reduce only', ({ reduceOnly }) => (reduceOnly ? 'yes' : 'no')],
  ['Made by', ({ maker }) => (maker.by === 'held' ? maker.what : maker.by)],
  ['Order', ({ oid }) => oid],
  ['Client order', ({ cloid }) => cloid],
]

const SETTLEMENTS: readonly Field<SettlementRow>[] = [
  ['Time', ({ at }) => iso(at)],
  ['Market', ({ name }) => name],
  ['Asset', ({ asset }) => asset],
  ['Family', ({ family }) => family],
  ['How', ({ how, isCertain }) => `${how.replaceAll('_', ' ')}${isCertain ? '' : ' (likely)'}`],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Entry', ({ entry }) => entry],
  ['Result', ({ result }) => result],
  ['Fee', ({ fee }) => fee],
  ['Money', ({ collateral }) => collateral],
  ['Source', ({ source }) => source],
  ['Note', (_row, note) => note],
]

const known = ({ excursion }: PastTradeRow) => (excursion === null || excursion.why !== undefined ? null : excursion)

const TRADES: readonly Field<PastTradeRow>[] = [
  ['Ended', ({ closedAt }) => iso(closedAt)],
  ['Market', ({ name }) => name],
  ['Asset', ({ asset }) => asset],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['Size', ({ size }) => size],
  ['Entry', ({ entry }) => entry],
  ['Exit', ({ exit }) => exit],
  ['Result', ({ result }) => result],
  ['Fees', ({ fees }) => fees],
  ['Fees not known, fills', ({ feesUnknown }) => String(feesUnknown)],
  ['Realised', ({ realised }) => realised],
  ['Money', ({ collateral }) => collateral],
  ['How', ({ end }) => end.replaceAll('_', ' ')],
  ['Came true', ({ cameTrue }) => (cameTrue === null ? null : cameTrue ? 'yes' : 'no')],
  ['Opened', ({ openedAt }) => (openedAt === null ? null : iso(openedAt))],
  ['Held, s', ({ openedAt, closedAt }) => (openedAt === null ? null : String((closedAt - openedAt) / 1000))],
  ['Fills', ({ fills }) => String(fills)],
  ['MAE', (row) => known(row)?.adverse ?? null],
  ['MFE', (row) => known(row)?.favourable ?? null],
  ['Most down', (row) => known(row)?.adverseMoney ?? null],
  ['Most up', (row) => known(row)?.favourableMoney ?? null],
  ['Trade', ({ id }) => id],
  ['Note', (_row, note) => note],
]

const FIELDS: { readonly [K in PastKind]: readonly Field<PastRowOf<K>>[] } = {
  fills: FILLS,
  orders: ORDERS,
  settlements: SETTLEMENTS,
  trades: TRADES,
}

/** The line of titles. */
export const csvHead = (kind: PastKind): string => csvLine(FIELDS[kind].map(([title]) => title))

/** A figure that is not known is empty. */
export function csvRow<K extends PastKind>(kind: K, row: PastRowOf<K>, note: string | null): string {
  const fields = FIELDS[kind] as readonly Field<PastRowOf<K>>[]
  return csvLine(fields.map(([, of]) => of(row, note) ?? ''))
}
