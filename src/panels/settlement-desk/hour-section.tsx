/** The families side by side: everything that settles at the end of the live bucket, and the tradable part of price differences. */
import { type ReactNode, useMemo } from 'react'
import {
  absolute,
  type Decimal,
  type Money,
  multiply,
  type Price,
  padTo,
  placesOf,
  signOf,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { FAMILY_RULES, tradesShares } from '../../../contract/family-rules.ts'
import { listed } from '../../../contract/plural.ts'
import { grouped, minuteText, NONE, scalarPrice, signed, timeText, zoneText } from '../../format/index.ts'
import { useServerClock, useTopic } from '../../market-data/index.ts'
import { useFees, useMarket } from '../../queries/index.ts'
import {
  basisBetween,
  byGain,
  type Hour,
  hourOf,
  type Pair,
  type PairResult,
  pairsOf,
  type Risk,
  walkPair,
} from '../../relative-value/index.ts'
import { classNames, EmptyState, Skeleton } from '../../ui/index.ts'
import { claimText, contradictions, type HourRow, hourRows, legOf } from './hour-rows.ts'
import { type JudgedBooks, MAX_BOOKS, QuoteAge, TableHead, Take, useJudgedBooks, useOnScreen } from './legs.tsx'
import { MESSAGES } from './messages.ts'
import styles from './relative-value.module.css'

interface PairsProps {
  readonly hour: Hour
  readonly books: JudgedBooks
  /** The trader's taker fee, in basis points; null where unknown. */
  readonly binaryBps: Decimal | null
}

/** The really tradable differences between markets of the hour: after depth and fees mostly none, which is then stated. */
function Pairs({ hour, books, binaryBps }: PairsProps): ReactNode {
  const pairs = useMemo(() => pairsOf(hour), [hour])
  const results = useMemo(
    () =>
      pairs
        .filter((pair) => binaryBps !== null || !hasBinary(pair))
        .flatMap((pair) => walkPair(pair, { binaryBps: binaryBps ?? ('0' as Decimal), book: books.fresh }) ?? [])
        .sort(byGain),
    [pairs, books, binaryBps],
  )
  const gaining = results.filter(({ walk }) => walk !== null)
  const [nearest] = results
  return (
    <div className={styles.edges}>
      <h4 className={styles.subTitle}>Spreads between them</h4>
      {gaining.map((result) => (
        <PairCard key={keyOf(result.pair)} result={result} hour={hour} />
      ))}
      {gaining.length === 0 && <p className={styles.prose}>{nothingText(pairs, results, nearest, binaryBps)}</p>}
      <p className={styles.faint}>
        The scalar market pays by the degree, these contracts 1 or 0. They do not hedge each other, so no spread is
        shown.
      </p>
    </div>
  )
}

const hasBinary = ({ legs }: Pair): boolean => legs.some(({ market }) => !tradesShares(market.family))
const keyOf = ({ legs }: Pair): string =>
  legs.map(({ market, contract }) => `${market.key} ${contract.name}`).join(' + ')

function nothingText(
  pairs: readonly Pair[],
  results: readonly PairResult[],
  nearest: PairResult | undefined,
  binaryBps: Decimal | null,
): string {
  if (pairs.length === 0) return 'Nothing to compare: no two contracts of this hour match.'
  if (results.length === 0) {
    return binaryBps === null && pairs.every(hasBinary)
      ? 'Not computed: your fees are unknown. Sign in to load them.'
      : MESSAGES.pairsNotCounted
  }
  if (nearest?.first == null) return 'Nothing to trade: each pair lacks an offer.'
  const names = nearest.pair.legs.map(({ contract }) => contract.name).join(' + ')
  return MESSAGES.nothingAfterFees(names, figure(absolute(nearest.first)))
}

/** A small amount of money to its significant digits. */
const figure = (value: Money): string => padTo(trimZeros(toPlaces(value, 4)), 3)
/** Gains are rounded down, costs up. */
const won = (value: Money): string => signed(toPlaces(value, 2, 'down'))
const paid = (value: Money): string => grouped(toPlaces(value, 2, 'up'))

function PairCard({
  result: { pair, walk, capital },
  hour,
}: {
  readonly result: PairResult
  readonly hour: Hour
}): ReactNode {
  if (walk === null || capital === null) return null
  const { sets, profit, fees, legs } = walk
  return (
    <article className={styles.card} aria-label={`Pair ${listed(pair.legs.map(({ contract }) => contract.name))}`}>
      <p className={styles.cardLine}>
        <b className={signOf(toPlaces(profit, 2, 'down')) > 0 ? styles.gain : undefined}>{won(profit)}</b>{' '}
        {walk.endsWithBook
          ? `on ${grouped(trimZeros(sets))} of each, the size shown.`
          : `on ${grouped(trimZeros(sets))} of each.`}{' '}
        Uses {paid(capital)}, fees {paid(fees)}.
      </p>
      <p className={styles.legs}>
        {pair.legs.map(({ market, contract }, at) => {
          const leg = legs[at]
          if (leg === undefined) return null
          const own = priceText(leg.worst, market.tick)
          // A prediction is an amount: the cost of the contracts at their worst price.
          const amount = FAMILY_RULES[market.family].isPredicted
            ? toPlaces(multiply(leg.worst, sets) as unknown as never, 2, 'up')
            : sets
          const text = contract.claim === null ? contract.name : `${contract.name} ${claimText(contract.claim)}`
          return (
            <Take key={contract.name} name={`Buy ${text} ≤ ${own}`} leg={legOf(market, contract, leg.worst, amount)}>
              Buy {text} ≤ {own}
            </Take>
          )
        })}
      </p>
      <ul className={styles.notes} aria-label="Risks">
        {pair.risks.map((risk) => (
          <li key={risk}>{riskText(risk, pair, hour)}</li>
        ))}
      </ul>
    </article>
  )
}

const priceText = (price: Price, tick: Price | null): string =>
  tick === null ? price : padTo(trimZeros(price), placesOf(tick))

function riskText(risk: Risk, pair: Pair, { twapWindow }: Hour): string {
  const between = basisBetween(pair)
  switch (risk) {
    case 'basis':
      return [
        `One settles on the average of the last ${twapWindow / 1000} s, the other on the final reading.`,
        between === null
          ? 'If they end on different sides of the thresholds, both can lose.'
          : between[0] === between[1]
            ? `If they end on different sides of ${between[0]} °F, both can lose.`
            : `If they end on different sides of ${between[0]} and ${between[1]} °F, both can lose.`,
      ].join(' ')
    case 'edge':
      return `At exactly ${between?.[0] ?? 'the threshold'} °F it is unclear whether either pays.`
    case 'liquidation':
      return 'The binary contracts use 2× leverage and can be liquidated early, leaving the other leg unhedged.'
    case 'collateral':
      return 'One pays USDC, the other USDH: treated as equal.'
    case 'legging':
      return 'Two orders: the second may fill at other prices.'
  }
}

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
        <p className={styles.prose}>
          Markets settling at {minuteText(current.end)} {zoneText(current.end)}. Click a row to fill its ticket; nothing
          is sent.
        </p>
      )}
      {bucket === undefined ? (
        <Skeleton rows={4} label="Loading the markets of the hour" />
      ) : hour === null ? (
        <EmptyState>No live bucket. This list returns when the next one opens.</EmptyState>
      ) : (
        <TheHour hour={hour} books={books} isCut={assets.length > MAX_BOOKS} hasFailed={outcomes?.error ?? null} />
      )}
    </div>
  )
}

const NUMBER_HEAD = { className: styles.number }
const WIDE_NUMBER_HEAD = { className: classNames(styles.number, styles.wideOnly) }
const HEADS = [
  { text: 'Contract' },
  { text: 'Bid', ...NUMBER_HEAD },
  { text: 'Size', ...WIDE_NUMBER_HEAD },
  { text: 'Ask', ...NUMBER_HEAD },
  { text: 'Size', ...WIDE_NUMBER_HEAD },
  { text: 'Age', ...NUMBER_HEAD },
  { text: 'Settles on', className: styles.widestOnly },
]

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
          <TableHead heads={HEADS} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} hour={hour} books={books} />
            ))}
          </tbody>
        </table>
      </div>
      {others === 0 && (
        <p className={styles.prose}>
          {hasFailed === null
            ? 'No binary or outcome market settles at this time.'
            : `Outcome markets could not be read: ${hasFailed}`}
        </p>
      )}
      {isCut && <p className={styles.prose}>Prices of the first {MAX_BOOKS} books only.</p>}
      <Apart rows={rows} />
      {contradictions(hour, books.fresh).map((text) => (
        <p key={text} className={styles.prose}>
          {text}
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
  const price = (px: Price | undefined): string =>
    px === undefined ? NONE : row.isScalar ? scalarPrice(px) : priceText(px, row.tick)
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

/** The settlement source, in short. */
function settlesOn(settles: HourRow['settles'], { end, twapWindow }: Hour): string {
  switch (settles) {
    case 'scalar':
    case 'average':
      return `average of the last ${twapWindow / 1000} s`
    case 'reading':
      return `reading at ${timeText(end)}`
    case 'unknown':
      return 'own rules'
  }
}

/** Why some are not compared with the others. */
function Apart({ rows }: { readonly rows: readonly HourRow[] }): ReactNode {
  const reasons = new Map(
    rows.flatMap(({ apart, asset, name, claim }) =>
      apart === null ? [] : [[asset, `${claim ?? name}: ${apart}`] as const],
    ),
  )
  return (
    reasons.size > 0 && (
      <ul className={styles.notes} aria-label="Not compared">
        {[...reasons].map(([asset, text]) => (
          <li key={asset}>{text}</li>
        ))}
      </ul>
    )
  )
}
