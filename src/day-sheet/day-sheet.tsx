/** The content of a day sheet: from the same calculator as the panel "P&L", so that both agree to the last digit. */

import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { create } from 'zustand'
import { shortAddress } from '../../contract/address.ts'
import {
  type ConversionEntry,
  type ResultFigures,
  type ResultRow,
  resultFigures,
  resultRows,
  type TradeRecord,
} from '../../contract/books/index.ts'
import type { DaySheet } from '../../contract/books-view.ts'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, sideTitle } from '../../contract/family-rules.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { type Note, notedOf } from '../../contract/notes.ts'
import {
  averagePrice,
  dateText,
  grouped,
  isZone,
  minuteIn,
  momentText,
  moneyUnit,
  NONE,
  utcDateText,
} from '../format/index.ts'
import { useNotes } from '../notes/index.ts'
import { ReadStates, useAssets, useDaySheet, useSession } from '../queries/index.ts'
import { ACTION_STATE_TEXTS } from '../trade-forms/index.ts'
import { Button, Figure, MODAL } from '../ui/index.ts'
import styles from './day-sheet.module.css'
import { MESSAGES } from './messages.ts'

interface PlainColumn<Row> {
  readonly title: string
  readonly isNumeric?: boolean
  readonly of: (row: Row) => ReactNode
}

interface PlainTableProps<Row> {
  readonly label: string
  readonly columns: readonly PlainColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

const END_TEXTS: { readonly [End in TradeRecord['end']]: string } = {
  closed: 'closed',
  settled: 'settled',
  liquidated: 'liquidated',
  converted: 'converted',
  turned_over: 'reversed',
}
const CONVERSION_TEXTS: { readonly [Kind in ConversionEntry['conversion']]: string } = {
  split: 'Split',
  merge: 'Merged',
  merge_question: 'Question merged',
  negate: 'Negated',
}

const gain = (value: Decimal | null): ReactNode => <Figure value={value} places="money" sign="gain" />
const plain = (value: Decimal | null): ReactNode => <Figure value={value} places="money" />

/** The content of a day sheet: from the same calculator as the panel "P&L", so that both agree to the last digit. */
function Sheet({ sheet }: { readonly sheet: DaySheet }): ReactNode {
  const { day, results, trades, tradeCount, conversions, transfers } = sheet
  const { all } = useNotes()
  const outcomes = moneyUnit('outcome')
  const notes = notesOn(sheet, all)
  const settled = trades.filter(({ end }) => end === 'settled')
  return (
    <article className={styles.sheet} aria-label={MESSAGES.sheet(dateText(day))}>
      <Head sheet={sheet} />
      <section className={styles.section}>
        {results.length === 0 ? (
          <p>No fills or settlements on this day.</p>
        ) : (
          <>
            {resultFigures(results, outcomes).map((figures) => (
              <Figures key={figures.collateral} {...figures} />
            ))}
            <h3>P&L by family</h3>
            <PlainTable
              label={MESSAGES.byFamily}
              columns={BY_FAMILY}
              rows={resultRows(results, 'family', outcomes)}
              keyOf={({ id }) => id}
            />
            <h3>P&L by market</h3>
            <PlainTable
              label={MESSAGES.byMarket}
              columns={BY_MARKET}
              rows={resultRows(results, 'market', outcomes)}
              keyOf={({ id }) => id}
            />
          </>
        )}
      </section>
      {trades.length > 0 && (
        <section className={styles.section}>
          <h3>Closed trades</h3>
          {tradeCount > trades.length && (
            <p>
              The last {trades.length} of {tradeCount}. The totals above include all.
            </p>
          )}
          <PlainTable label={MESSAGES.trades} columns={TRADES} rows={trades} keyOf={({ id }) => id} />
        </section>
      )}
      {settled.length > 0 && (
        <section className={styles.section}>
          <h3>Settlements</h3>
          <PlainTable label={MESSAGES.settlements} columns={SETTLEMENTS} rows={settled} keyOf={({ id }) => id} />
        </section>
      )}
      {transfers.length + conversions.length > 0 && <Moved transfers={transfers} conversions={conversions} />}
      {notes.length > 0 && (
        <section className={styles.section}>
          <h3>Notes</h3>
          <dl className={styles.notes} aria-label={MESSAGES.notes}>
            {notes.map(({ about, on, text }) => (
              <div key={about}>
                <dt>{on}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </article>
  )
}

function Head({ sheet: { day, since, reachesBack, isWhole } }: { readonly sheet: DaySheet }): ReactNode {
  const session = useSession()
  const wallet = session?.identity?.wallet ?? null
  const zone = session?.profile.stationTimeZone ?? null
  const station = zone !== null && isZone(zone) ? `, from ${minuteIn(day, zone)} at the weather station` : ''
  const terms = [
    isWhole ? null : COMMON.fillsUpdating,
    reachesBack || since === null ? null : `Complete since ${momentText(since)} only.`,
    since === null ? COMMON.historyUnread : null,
  ].filter((one) => one !== null)
  return (
    <header className={styles.head}>
      <h2>{utcDateText(day)}</h2>
      <p>
        00:00 to 24:00 UTC{station}. {wallet === null ? 'Not signed in' : `Wallet ${shortAddress(wallet)}`},{' '}
        {session?.profile.name ?? NONE}.
      </p>
      {terms.length > 0 && <p role="status">{terms.join(' ')}</p>}
    </header>
  )
}

function Figures(figures: ResultFigures): ReactNode {
  const { collateral, result, realised, fees, trades, wins, profitFactor, averageWin, averageLoss } = figures
  const all: readonly (readonly [string, ReactNode])[] = [
    [`P&L, ${collateral}`, gain(result)],
    ['Realized', gain(realised)],
    ['Fees', plain(fees)],
    ['Hit rate', trades === 0 ? NONE : `${Math.round((100 * wins) / trades)} % of ${trades}`],
    ['Profit factor', plain(profitFactor)],
    ['Average win', gain(averageWin)],
    ['Average loss', gain(averageLoss)],
  ]
  return (
    <dl className={styles.figures} aria-label={`Day in ${collateral}`}>
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const MONEY: readonly PlainColumn<ResultRow>[] = [
  { title: 'Currency', of: ({ collateral }) => collateral },
  { title: 'P&L', isNumeric: true, of: ({ result }) => gain(result) },
  { title: 'Realized', isNumeric: true, of: ({ realised }) => gain(realised) },
  { title: 'Fees', isNumeric: true, of: ({ fees }) => plain(fees) },
  { title: 'Volume', isNumeric: true, of: ({ traded }) => grouped(trimZeros(traded)) },
  { title: 'Fills', isNumeric: true, of: ({ fills }) => String(fills) },
]
const BY_FAMILY: readonly PlainColumn<ResultRow>[] = [
  { title: 'Family', of: ({ family }) => (family === null ? NONE : FAMILY_RULES[family].name) },
  ...MONEY,
]
const BY_MARKET: readonly PlainColumn<ResultRow>[] = [
  { title: 'Market', of: ({ name, asset }) => name ?? asset },
  ...MONEY,
]

const clockOf = (time: number): string => new Date(time).toISOString().slice(11, 19)

const MARKET: readonly PlainColumn<TradeRecord>[] = [
  { title: 'Market', of: ({ name, asset }) => name ?? asset },
  { title: 'Side', of: ({ family, side }) => sideTitle(family, side) },
  { title: 'Size', isNumeric: true, of: ({ size }) => grouped(trimZeros(size)) },
]
const TRADES: readonly PlainColumn<TradeRecord>[] = [
  { title: 'Closed, UTC', of: ({ closedAt }) => clockOf(closedAt) },
  ...MARKET,
  { title: 'Entry', isNumeric: true, of: ({ family, entry }) => averagePrice(family, entry) },
  { title: 'Exit', isNumeric: true, of: ({ family, exit }) => averagePrice(family, exit) },
  { title: 'Close type', of: ({ end }) => END_TEXTS[end] },
  { title: 'Fees', isNumeric: true, of: ({ fees }) => plain(fees) },
  { title: 'P&L', isNumeric: true, of: ({ result }) => gain(result) },
]
const SETTLEMENTS: readonly PlainColumn<TradeRecord>[] = [
  { title: 'At, UTC', of: ({ closedAt }) => clockOf(closedAt) },
  ...MARKET,
  { title: 'Average exit', isNumeric: true, of: ({ family, exit }) => averagePrice(family, exit) },
  { title: 'P&L', isNumeric: true, of: ({ result }) => gain(result) },
]

function Moved({ transfers, conversions }: Pick<DaySheet, 'transfers' | 'conversions'>): ReactNode {
  const assets = useAssets()
  const namesOf = (coins: readonly string[]): string => coins.map(assets.asset).join(', ')
  const columns: readonly PlainColumn<ConversionEntry>[] = [
    { title: 'At, UTC', of: ({ time }) => clockOf(time) },
    { title: 'Conversion', of: ({ conversion }) => CONVERSION_TEXTS[conversion] },
    { title: 'Amount', isNumeric: true, of: ({ amount }) => grouped(trimZeros(amount)) },
    { title: 'Shares out', of: ({ gives }) => namesOf(gives) || NONE },
    { title: 'Shares in', of: ({ takes }) => namesOf(takes) || NONE },
  ]
  return (
    <section className={styles.section}>
      <h3>Transfers and conversions</h3>
      {transfers.length > 0 && (
        <PlainTable label={MESSAGES.transfers} columns={TRANSFERS} rows={transfers} keyOf={({ id }) => id} />
      )}
      {conversions.length > 0 && (
        <PlainTable label={MESSAGES.conversions} columns={columns} rows={conversions} keyOf={({ id }) => id} />
      )}
    </section>
  )
}

const TRANSFERS: readonly PlainColumn<DaySheet['transfers'][number]>[] = [
  { title: 'At, UTC', of: ({ at }) => clockOf(at) },
  { title: 'Transfer', of: () => 'USDH to outcomes balance' },
  { title: 'Amount', isNumeric: true, of: ({ amount }) => grouped(trimZeros(amount)) },
  { title: 'State', of: ({ state }) => ACTION_STATE_TEXTS[state] },
]

interface NoteOn extends Pick<Note, 'about' | 'text'> {
  readonly on: string
}

/** The notes on the day, on its traded buckets and markets, and on its trades. */
function notesOn({ day, results, trades }: DaySheet, all: readonly Note[]): readonly NoteOn[] {
  const on = new Map<string, string>([[notedOf({ day, bucket: null, asset: '' })[0] ?? '', 'The day']])
  for (const { bucket, asset, name } of results) {
    const [, ofBucket, ofMarket] = notedOf({ day, bucket, asset })
    if (ofMarket !== undefined) on.set(ofMarket, name ?? asset)
    if (ofBucket !== undefined && bucket !== null)
      on.set(ofBucket, `${name ?? asset}, bucket of ${clockOf(bucket)} UTC`)
  }
  for (const { id, name, asset } of trades) on.set(`trade/${id}`, `Trade in ${name ?? asset}`)
  return all.flatMap(({ about, text }) => {
    const what = on.get(about)
    return what === undefined ? [] : [{ about, text, on: what }]
  })
}

/** A table for paper: nothing scrolls, sorts or is hidden, and the head repeats on every page. */
function PlainTable<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, isNumeric }) => (
            <th key={title} scope="col" data-numeric={isNumeric || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, isNumeric, of }) => (
              <td key={title} data-numeric={isNumeric || undefined}>
                {of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The day whose sheet the window shows. */
const useShownDay = create<{ readonly time: number | null }>(() => ({ time: null }))

/** Opens the sheet of the UTC day of a moment, service time. */
export const openDaySheet = (time: number): void => useShownDay.setState({ time })
const closeDaySheet = (): void => useShownDay.setState({ time: null })

/** Renders nothing while no day is open. */
export function DaySheetDialog(): ReactNode {
  const time = useShownDay((state) => state.time)
  return time === null ? null : <Open time={time} />
}

/** By `window.print()`: it prints the page itself, under its own policy, and no call to main can print anything else. */
const print = (): void => window.print()

function Open({ time }: { readonly time: number }): ReactNode {
  const read = useDaySheet(time)
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeDaySheet()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} {...MODAL}>
          <div className={styles.bar}>
            <Heading slot="title" className={styles.title ?? ''}>
              {MESSAGES.title}
            </Heading>
            <Button onClick={closeDaySheet}>{MESSAGES.close}</Button>
            <Button variant="primary" disabled={read.data === undefined} onClick={print}>
              {MESSAGES.print}
            </Button>
          </div>
          <div className={styles.room}>
            <ReadStates read={read} what={MESSAGES.what} skeletonRows={8} isEmpty={() => false} empty="">
              {(sheet) => <Sheet sheet={sheet} />}
            </ReadStates>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
