/** The families side by side: everything that settles at the end of the live bucket, and what of a difference could be traded. */
import { type ReactNode, useMemo } from 'react'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { grouped, minuteText, NONE, scalarPrice, timeText, zoneText } from '../../format/index.ts'
import { useServerClock, useTopic } from '../../market-data/index.ts'
import { useFees, useMarket } from '../../queries/index.ts'
import { type Hour, hourOf } from '../../relative-value/index.ts'
import { classNames, EmptyState, Skeleton } from '../../ui/index.ts'
import { contradictions, type HourRow, hourRows } from './hour-rows.ts'
import { Pairs } from './pairs.tsx'
import { QuoteAge } from './quote-age.tsx'
import styles from './relative-value.module.css'
import { Take } from './take-leg.tsx'
import { type JudgedBooks, MOST_BOOKS, useJudgedBooks, useOnScreen } from './use-books.ts'

const SECOND = 1000
const MINUTE = 60_000
const NO_ASSETS: readonly string[] = []

export function HourSection(): ReactNode {
  const { ref, isSeen } = useOnScreen<HTMLDivElement>()
  const bucket = useTopic({ kind: 'bucket' })
  const binary = useTopic({ kind: 'binary' })
  const outcomes = useTopic({ kind: 'outcomes' })
  const station = useMarket(bucket?.current?.asset ?? null)?.station ?? null
  const current = bucket?.current ?? null
  const now = useServerClock(isSeen ? SECOND : MINUTE)
  const hour = useMemo(
    () => (bucket === undefined ? null : hourOf({ bucket, station, binary, outcomes: outcomes?.markets ?? [], now })),
    [bucket, station, binary, outcomes, now],
  )
  const assets = useMemo(
    () =>
      hour === null
        ? NO_ASSETS
        : [...new Set([hour.scalar.asset, ...hour.markets.flatMap(({ sides }) => sides.map(({ asset }) => asset))])],
    [hour],
  )
  const books = useJudgedBooks(assets, isSeen)
  return (
    <div ref={ref}>
      {current !== null && (
        <p className={styles.words}>
          Everything that settles at {minuteText(current.end)} {zoneText(current.end)}. A press on a row fills its
          ticket; nothing is sent.
        </p>
      )}
      {bucket === undefined ? (
        <Skeleton rows={4} label="Loading the markets of the hour" />
      ) : hour === null ? (
        <EmptyState>No bucket is live: what settles together is shown again when the next one opens.</EmptyState>
      ) : (
        <TheHour hour={hour} books={books} isCut={assets.length > MOST_BOOKS} hasFailed={outcomes?.error ?? null} />
      )}
    </div>
  )
}

interface TheHourProps {
  readonly hour: Hour
  readonly books: JudgedBooks
  readonly isCut: boolean
  /** Why outcomes could not be read; null where they were. */
  readonly hasFailed: string | null
}

function TheHour({ hour, books, isCut, hasFailed }: TheHourProps): ReactNode {
  const rows = useMemo(() => hourRows(hour, books.last), [hour, books])
  const fees = useFees().data
  const others = hour.markets.length
  return (
    <>
      <div className={styles.scrolls}>
        <table className={styles.table} aria-label="Markets that settle at the end of the live bucket">
          <thead>
            <tr>
              <th scope="col">Contract</th>
              <th scope="col" className={styles.number}>
                Bid
              </th>
              <th scope="col" className={classNames(styles.number, styles.wideOnly)}>
                Size
              </th>
              <th scope="col" className={styles.number}>
                Ask
              </th>
              <th scope="col" className={classNames(styles.number, styles.wideOnly)}>
                Size
              </th>
              <th scope="col" className={styles.number}>
                Age
              </th>
              <th scope="col" className={styles.widestOnly}>
                Settles on
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} hour={hour} books={books} />
            ))}
          </tbody>
        </table>
      </div>
      {others === 0 && (
        <p className={styles.words}>
          {hasFailed === null
            ? 'No binary or outcome market that settles at this moment is listed.'
            : `Outcome markets could not be read: ${hasFailed}`}
        </p>
      )}
      {isCut && <p className={styles.words}>Prices of the first {MOST_BOOKS} books alone are shown.</p>}
      <Apart rows={rows} />
      {contradictions(hour, books.fresh).map((words) => (
        <p key={words} className={styles.words}>
          {words}
        </p>
      ))}
      <Pairs hour={hour} books={books} binaryBps={fees?.takerBps ?? null} />
    </>
  )
}

function Row({
  row,
  hour,
  books,
}: {
  readonly row: HourRow
  readonly hour: Hour
  readonly books: JudgedBooks
}): ReactNode {
  const age = books.age(row.asset)
  const price = (px: Decimal | undefined): string =>
    px === undefined ? NONE : row.isScalar ? scalarPrice(px as never) : px
  const size = (sz: Decimal | undefined): string => (sz === undefined ? NONE : grouped(trimZeros(sz)))
  const name = row.claim === null ? row.name : `${row.name} ${row.claim}`
  return (
    <tr className={classNames(styles.row, age.isStale && styles.dim)}>
      <th scope="row">
        <Take isRow name={row.ask === null ? name : `Buy ${name} at ${price(row.ask.px)}`} leg={row.leg}>
          <b>{row.name}</b> {row.claim !== null && <span className={styles.claim}>{row.claim}</span>}
        </Take>
      </th>
      <td className={styles.number}>{price(row.bid?.px)}</td>
      <td className={classNames(styles.number, styles.wideOnly, styles.quiet)}>{size(row.bid?.sz)}</td>
      <td className={styles.number}>{price(row.ask?.px)}</td>
      <td className={classNames(styles.number, styles.wideOnly, styles.quiet)}>{size(row.ask?.sz)}</td>
      <td className={styles.number}>
        <QuoteAge age={age} />
      </td>
      <td className={classNames(styles.widestOnly, styles.quiet)}>{settlesOn(row.settles, hour)}</td>
    </tr>
  )
}

/** On what it settles, in a few words. */
function settlesOn(settles: HourRow['settles'], { end, twapWindow }: Hour): string {
  switch (settles) {
    case 'scalar':
    case 'average':
      return `average of the last ${twapWindow / 1000} s`
    case 'reading':
      return `reading at ${timeText(end)}`
    case 'unknown':
      return 'its own rules'
  }
}

/** Why some are not set against the others. */
function Apart({ rows }: { readonly rows: readonly HourRow[] }): ReactNode {
  const reasons = new Map(
    rows.flatMap(({ apart, asset, name, claim }) =>
      apart === null ? [] : [[asset, `${claim ?? name}: ${apart}`] as const],
    ),
  )
  return (
    reasons.size > 0 && (
      <ul className={styles.notes} aria-label="Not compared">
        {[...reasons].map(([asset, words]) => (
          <li key={asset}>{words}</li>
        ))}
      </ul>
    )
  )
}
