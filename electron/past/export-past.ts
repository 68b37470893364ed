/** Writes all matching rows as CSV, a page at a time, to a temporary file, and renames it when it is complete. */

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { ORDER_STATUS_TEXTS } from '../../contract/account.ts'
import { type CsvFormat, csvLine, csvStart } from '../../contract/csv.ts'
import {
  type FillRow,
  makerLabel,
  type OrderRow,
  type PastKind,
  type PastRowOf,
  type PastTradeRow,
  type SettlementRow,
} from '../../contract/past.ts'
import { measured } from '../../contract/weather/index.ts'
import { CallError } from '../errors.ts'
import { noteOf, notesOn } from './noted.ts'
import type { OwnedQuery } from './query.ts'
import { readPage } from './read-past.ts'

/** The value of a column in a row; `note` is the trader's note on it. Text stays text in a spreadsheet. */
type Field<Row> = readonly [title: string, of: (row: Row, note: string | null) => string | null, is?: 'text']

const iso = (time: number): string => new Date(time).toISOString()

const FILLS: readonly Field<FillRow>[] = [
  ['Time', ({ time }) => iso(time)],
  ['Market', ({ name }) => name, 'text'],
  ['Asset', ({ asset }) => asset, 'text'],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Fee', ({ fee }) => fee],
  ['Fee in shares', ({ feeShares }) => feeShares ?? null],
  ['Realized', ({ realizedPnl }) => realizedPnl],
  ['Currency', ({ collateral }) => collateral],
  ['Liquidity', ({ liquidity }) => liquidity],
  ['Preview price', ({ shown }) => shown],
  ['Slippage', ({ slippage }) => slippage?.price ?? null],
  ['Slippage, money', ({ slippage }) => slippage?.money ?? null],
  ['Trade', ({ tid }) => tid, 'text'],
  ['Order', ({ oid }) => oid, 'text'],
  ['Note', (_row, note) => note, 'text'],
]

const ORDERS: readonly Field<OrderRow>[] = [
  ['Time', ({ time }) => iso(time)],
  ['Market', ({ name }) => name, 'text'],
  ['Asset', ({ asset }) => asset, 'text'],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['State', ({ status }) => ORDER_STATUS_TEXTS[status]],
  ['Status text', ({ statusText }) => statusText, 'text'],
  ['Reason', ({ reason }) => reason, 'text'],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Filled', ({ filled }) => filled],
  ['Average', ({ average }) => average],
  ['Time in force', ({ tif }) => tif],
  ['Reduce only', ({ reduceOnly }) => (reduceOnly ? 'yes' : 'no')],
  ['Source', ({ maker }) => makerLabel(maker)],
  ['Order', ({ oid }) => oid, 'text'],
  ['Client order ID', ({ cloid }) => cloid, 'text'],
]

const SETTLEMENTS: readonly Field<SettlementRow>[] = [
  ['Time', ({ at }) => iso(at)],
  ['Market', ({ name }) => name, 'text'],
  ['Asset', ({ asset }) => asset, 'text'],
  ['Family', ({ family }) => family],
  ['Close type', ({ how, isCertain }) => `${how.replaceAll('_', ' ')}${isCertain ? '' : ' (likely)'}`],
  ['Price', ({ price }) => price],
  ['Size', ({ size }) => size],
  ['Entry', ({ entry }) => entry],
  ['P&L before fees', ({ result }) => result],
  ['Fee', ({ fee }) => fee],
  ['Currency', ({ collateral }) => collateral],
  ['Source', ({ source }) => source],
  ['Note', (_row, note) => note, 'text'],
]

const knownExcursion = ({ excursion }: PastTradeRow) =>
  excursion === null || excursion.why !== undefined ? null : excursion

const entryBand = ({ entryReading }: PastTradeRow) =>
  entryReading === undefined ? null : measured(entryReading.celsius)

const TRADES: readonly Field<PastTradeRow>[] = [
  ['Closed', ({ closedAt }) => iso(closedAt)],
  ['Market', ({ name }) => name, 'text'],
  ['Asset', ({ asset }) => asset, 'text'],
  ['Family', ({ family }) => family],
  ['Side', ({ side }) => side],
  ['Size', ({ size }) => size],
  ['Entry', ({ entry }) => entry],
  ['Exit', ({ exit }) => exit],
  ['P&L before fees', ({ result }) => result],
  ['Fees', ({ fees }) => fees],
  ['Fills with unknown fee', ({ feesUnknown }) => String(feesUnknown)],
  ['Realized', ({ realised }) => realised],
  ['Currency', ({ collateral }) => collateral],
  ['Close type', ({ end }) => (end === 'turned_over' ? 'reversed' : end)],
  ['Won', ({ cameTrue }) => (cameTrue === null ? null : cameTrue ? 'yes' : 'no')],
  ['Opened', ({ openedAt }) => (openedAt === null ? null : iso(openedAt))],
  ['Duration, s', ({ openedAt, closedAt }) => (openedAt === null ? null : String((closedAt - openedAt) / 1000))],
  ['Fills', ({ fills }) => String(fills)],
  ['MAE', (row) => knownExcursion(row)?.adverse ?? null],
  ['MFE', (row) => knownExcursion(row)?.favourable ?? null],
  ['MAE, money', (row) => knownExcursion(row)?.adverseMoney ?? null],
  ['MFE, money', (row) => knownExcursion(row)?.favourableMoney ?? null],
  ['Reading at entry, °F', (row) => entryBand(row)?.value ?? null],
  ['Reading low, °F', (row) => entryBand(row)?.low ?? null],
  ['Reading high, °F', (row) => entryBand(row)?.high ?? null],
  ['Reading observed', ({ entryReading }) => (entryReading === undefined ? null : iso(entryReading.observedAt))],
  ['Trade', ({ id }) => id, 'text'],
  ['Note', (_row, note) => note, 'text'],
]

const FIELDS: { readonly [K in PastKind]: readonly Field<PastRowOf<K>>[] } = {
  fills: FILLS,
  orders: ORDERS,
  settlements: SETTLEMENTS,
  trades: TRADES,
}

/** The header line. */
function csvHead(kind: PastKind, format: CsvFormat): string {
  const titles = FIELDS[kind].map(([title]) => title)
  return `${csvStart(format)}${csvLine(titles, format)}`
}

/** An unknown figure is empty. */
function csvRow<K extends PastKind>(kind: K, row: PastRowOf<K>, note: string | null, format: CsvFormat): string {
  const fields = FIELDS[kind] as readonly Field<PastRowOf<K>>[]
  const values = fields.map(([, of]) => of(row, note) ?? '')
  return csvLine(values, format, (column) => fields[column]?.[2] === 'text')
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free up space, or choose another disk.',
  EDQUOT: 'your disk quota is used up. Free up space, or choose another disk.',
  EACCES: 'this folder is read-only. Choose another folder.',
  EPERM: 'this folder is read-only. Choose another folder.',
  EROFS: 'this disk is read-only. Choose another one.',
  ENOENT: 'the folder no longer exists. Choose another folder.',
  ENOTDIR: 'this is not a folder. Choose another one.',
  EISDIR: 'a folder has that name. Choose another name.',
}

/** Nothing of it is left; an existing file of that name is unchanged. */
export function exportFailure(error: unknown, path: string): CallError {
  const { code, message } = error as NodeJS.ErrnoException
  const why = WHY[code ?? ''] ?? message
  return new CallError('not_saved', `${basename(path)} was not written to ${dirname(path)}: ${why}`, 'path')
}

/** Rows per read and write. */
const AT_ONCE = 1_000

/**
 * Returns the number of rows. All are of one moment: entries that arrive meanwhile are not included.
 * @param onProgress receives the number of rows written so far.
 * @throws Error of the file system; nothing of it is left then, and an existing file is unchanged.
 */
export function exportPast(
  database: DatabaseSync,
  request: OwnedQuery,
  path: string,
  onProgress: (rows: number) => void,
  format: CsvFormat = 'plain',
): number {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  let rows = 0
  database.exec('BEGIN')
  try {
    const file = openSync(beside, 'w', 0o600)
    const notes = notesOn(database, request)
    try {
      writeAll(file, csvHead(request.kind, format))
      let after: string | null = null
      do {
        const page = readPage(database, request, after, AT_ONCE)
        writeAll(
          file,
          page.rows
            .map((row) => csvRow(page.kind, row as never, noteOf(page.kind, row as never, notes), format))
            .join(''),
        )
        rows += page.rows.length
        after = page.next
        onProgress(rows)
      } while (after !== null)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
    return rows
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    database.exec('ROLLBACK')
  }
}

/** A write may be partial. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
