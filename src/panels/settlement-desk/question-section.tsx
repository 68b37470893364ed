/** The probabilities implied by the prices of one question's outcomes, and the cost and proceeds of a complete set. */

import { type ReactNode, useMemo } from 'react'
import { type Fahrenheit, ONE, type Price, padTo, placesOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { questionOf } from '../../../contract/outcome-names.ts'
import { momentText, NONE } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import {
  type Band,
  type Claim,
  type CompleteSet,
  completeSetOf,
  type Implied,
  impliedBy,
  narrowed,
  noSetReason,
  orderOnAxis,
  type Quoted,
  readClaim,
  type SetMember,
} from '../../relative-value/index.ts'
import { classNames, EmptyState, ErrorState, Menu, Skeleton } from '../../ui/index.ts'
import { usePanelOption } from '../../workspace/index.ts'
import { CompleteSets } from './complete-sets.tsx'
import { type JudgedBooks, MAX_BOOKS, onTick, QuoteAge, TableHead, Take, useJudgedBooks, useOnScreen } from './legs.tsx'
import styles from './relative-value.module.css'

/** Complete sets of the deployment, the earliest expiry first. */
export function setsOf(markets: readonly OutcomeMarket[]): readonly CompleteSet[] {
  const byKey = new Map<string, CompleteSet>()
  for (const market of markets) {
    const set = completeSetOf(market, markets)
    if (set !== null) byKey.set(set.key, set)
  }
  return [...byKey.values()].sort(
    (a, b) => (a.expiry ?? Number.MAX_SAFE_INTEGER) - (b.expiry ?? Number.MAX_SAFE_INTEGER),
  )
}

interface OutcomeRow extends Quoted {
  readonly member: SetMember
  readonly tick: Price | null
  readonly claim: Claim | null
  /** The bounds of its probability implied by all books together; null while one of them is missing or stale. */
  readonly narrowed: Band | null
  /** Its probability when all of them sum to 1; null where no such probabilities exist, or not all prices are current. */
  readonly share: Price | null
  readonly isStale: boolean
  /** Whether its book has arrived. */
  readonly isRead: boolean
}

/** A question with exactly one winning outcome, as displayed: each outcome's band, its place on the axis, its age. Pure. */
interface QuestionView {
  /** From low to high where they are placed on the axis, else in the service's order. */
  readonly rows: readonly OutcomeRow[]
  /** Temperatures between the outcomes, in order; null where their texts do not place all of them with certainty. */
  readonly edges: readonly Fahrenheit[] | null
  /** Implied by all outcomes; null while a book is missing or stale. */
  readonly implied: Implied | null
}

export function questionView(set: CompleteSet, markets: readonly OutcomeMarket[], books: JudgedBooks): QuestionView {
  const facts = set.members.map((member) => {
    const market = markets.find(({ outcomeId }) => outcomeId === member.outcomeId)
    const question = market === undefined ? null : questionOf(market)
    const claim =
      set.kind === 'sides'
        ? null
        : readClaim({ name: member.name, title: question?.title ?? '', rules: question?.rules ?? null })
    const book = books.last(member.coin)
    return {
      member,
      claim,
      tick: market?.tickSize ?? null,
      bid: book?.bids[0]?.px ?? null,
      ask: book?.asks[0]?.px ?? null,
      isStale: books.age(member.coin).isStale,
      isRead: book !== null,
    }
  })
  const isCounted = facts.every(({ isRead, isStale }) => isRead && !isStale)
  const implied = isCounted ? impliedBy(facts) : null
  const bands = implied?.coherence === 'coherent' ? narrowed(implied.bands) : null
  const order = orderOnAxis(facts.map(({ claim }) => claim))
  const rows = facts.map(
    (fact, at): OutcomeRow => ({ ...fact, narrowed: bands?.[at] ?? null, share: implied?.shares?.[at] ?? null }),
  )
  const ordered = order === null ? rows : order.flatMap((at) => rows[at] ?? [])
  const edges = order === null ? null : ordered.slice(1).flatMap(({ claim }) => claim?.low ?? [])
  return { rows: ordered, edges, implied }
}

/** The width of each outcome on the axis, °F; the two open ends are as wide as the widest of the others, and at least a degree. */
export function widthsOf(rows: readonly Pick<OutcomeRow, 'claim'>[]): readonly number[] {
  const spans = rows.map(({ claim }) =>
    claim?.low == null || claim.high === null ? null : Number(claim.high) - Number(claim.low),
  )
  const open = Math.max(1, ...spans.map((span) => span ?? 0))
  return spans.map((span) => span ?? open)
}

/** The implied value of each outcome: a bar from bid to ask, and a line where all of them sum to 1. */
interface ChartColumn {
  readonly key: string
  readonly name: string
  /** Relative width, in any unit: its span on the axis. */
  readonly width: number
  readonly low: Price
  readonly high: Price
  /** Null where no distribution lies within all bands. */
  readonly share: Price | null
  readonly isStale: boolean
}

const NO_MARKETS: readonly OutcomeMarket[] = []
const NO_ASSETS: readonly string[] = []
const keptKey = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null)

export function QuestionSection(): ReactNode {
  const { ref, isSeen } = useOnScreen<HTMLDivElement>()
  const view = useTopic({ kind: 'outcomes' })
  const markets = view?.markets ?? NO_MARKETS
  const sets = useMemo(() => setsOf(markets), [markets])
  const [chosen, choose] = usePanelOption('question', keptKey)
  const set = sets.find(({ key }) => key === chosen) ?? sets[0] ?? null
  const assets = useMemo(
    () => (set === null ? NO_ASSETS : set.members.flatMap(({ coin, no }) => (no === null ? [coin] : [coin, no.coin]))),
    [set],
  )
  const books = useJudgedBooks(assets, isSeen)
  return (
    <div ref={ref}>
      {set !== null && (
        <div className={styles.choice}>
          <Menu
            label={`Question: ${set.title}`}
            placement="bottom start"
            entries={sets.map(({ key, title }) => ({
              id: key,
              label: title,
              selected: key === set.key,
              onAction: () => choose(key),
            }))}
          >
            {set.title}
          </Menu>
          {set.expiry !== null && <span className={styles.quiet}>until {momentText(set.expiry)}</span>}
        </div>
      )}
      {view === undefined ? (
        <Skeleton rows={4} label="Loading outcome markets" />
      ) : set === null && view.error !== null ? (
        <ErrorState title={COMMON.outcomesUnread} message={view.error} />
      ) : set === null ? (
        <NoSets markets={markets} />
      ) : (
        <Question set={set} markets={markets} books={books} isCut={assets.length > MAX_BOOKS} />
      )}
    </div>
  )
}

function NoSets({ markets }: { readonly markets: readonly OutcomeMarket[] }): ReactNode {
  const several = markets.find((market) => market.questions[0]?.several === true && !market.expired)
  const reason = several === undefined ? null : noSetReason(several, markets)
  return (
    <EmptyState>
      No question with mutually exclusive outcomes is listed.
      {reason !== null && several !== undefined ? ` “${several.questions[0]?.title}”: ${reason}` : ''}
    </EmptyState>
  )
}

const HEADS = [
  { text: 'Outcome' },
  { text: 'Bid', className: styles.number },
  { text: 'Ask', className: styles.number },
  { text: 'Implied', className: styles.number, title: 'Between bid and ask of each outcome, normalized to 1' },
  {
    text: 'Range, all books',
    className: classNames(styles.number, styles.wideOnly),
    title: 'Probability range implied by all books',
  },
  { text: 'Age', className: styles.number },
]

interface QuestionProps {
  readonly set: CompleteSet
  readonly markets: readonly OutcomeMarket[]
  readonly books: JudgedBooks
  /** Whether it has more books than are subscribed. */
  readonly isCut: boolean
}

function Question({ set, markets, books, isCut }: QuestionProps): ReactNode {
  const view = useMemo(() => questionView(set, markets, books), [set, markets, books])
  const widths = useMemo(() => (view.edges === null ? null : widthsOf(view.rows)), [view])
  return (
    <>
      <ImpliedChart
        columns={view.rows.map(({ member, bid, ask, share, isStale }, at) => ({
          key: member.coin,
          name: member.name,
          width: widths?.[at] ?? 1,
          low: bid ?? ('0' as Price),
          high: ask ?? ONE,
          share,
          isStale,
        }))}
        edges={view.edges}
      />
      <div className={styles.scrolls}>
        <table className={styles.table} aria-label={`Outcomes of ${set.title}`}>
          <TableHead heads={HEADS} />
          <tbody>
            {view.rows.map((row) => (
              <Row key={row.member.coin} row={row} books={books} />
            ))}
          </tbody>
          <tfoot>
            <Sums view={view} />
          </tfoot>
        </table>
      </div>
      <p className={styles.prose}>{coherenceText(view, isCut)}</p>
      <CompleteSets set={set} books={books} isCut={isCut} />
    </>
  )
}

function Row({ row, books }: { readonly row: OutcomeRow; readonly books: JudgedBooks }): ReactNode {
  const { member, bid, ask, share, narrowed, isStale, tick } = row
  const places = tick === null ? 0 : placesOf(tick)
  const price = (value: Price | null): string => (value === null ? NONE : padTo(trimZeros(value), places))
  const name = member.no === null ? member.name : `Yes of ${member.name}`
  return (
    <tr className={classNames(styles.row, isStale && styles.dim)}>
      <th scope="row">
        <Take
          isRow
          name={ask === null ? name : `Buy ${name} at ${price(ask)}`}
          leg={
            ask === null
              ? null
              : {
                  market: { family: 'outcome', outcomeId: member.outcomeId, side: member.side },
                  asset: member.coin,
                  side: 'buy',
                  price: onTick(ask, tick, 'buy'),
                  size: null,
                }
          }
        >
          {member.name}
        </Take>
      </th>
      <td className={styles.number}>{price(bid)}</td>
      <td className={styles.number}>{price(ask)}</td>
      <td className={styles.number}>{share === null ? NONE : percentText(share)}</td>
      <td className={classNames(styles.number, styles.wideOnly, styles.quiet)}>
        {narrowed === null ? NONE : `${percentText(narrowed.low)} to ${percentText(narrowed.high)}`}
      </td>
      <td className={styles.number}>
        <QuoteAge age={books.age(member.coin)} />
      </td>
    </tr>
  )
}

const percentText = (share: Price): string => `${toPlaces((Number(share) * 100).toFixed(6) as Price, 1)} %`

function Sums({ view: { implied } }: { readonly view: QuestionView }): ReactNode {
  const sum = (value: Price | null | undefined): string => (value == null ? NONE : sumText(value))
  return (
    <tr className={styles.sums}>
      <th scope="row">Together</th>
      <td className={styles.number}>{sum(implied?.bids)}</td>
      <td className={styles.number}>{sum(implied?.asks)}</td>
      <td className={styles.number}>{implied?.shares == null ? NONE : '100 %'}</td>
      <td className={classNames(styles.number, styles.wideOnly)} />
      <td />
    </tr>
  )
}

function coherenceText({ rows, edges, implied }: QuestionView, isCut: boolean): string {
  const placed = edges === null ? ' Not all of them map to a temperature: sorted by name.' : ''
  if (isCut) return `Too many outcomes to watch all books at once, so nothing is implied.${placed}`
  if (implied === null) {
    const current = rows.filter(({ isRead, isStale }) => isRead && !isStale).length
    return `Prices of ${current} of ${rows.length} outcomes are current, so nothing is implied.${placed}`
  }
  return `${TEXTS[implied.coherence](implied)}${placed}`
}

/** To the third decimal at least, like ticks. */
const sumText = (value: Price): string => padTo(trimZeros(value), 3)

const TEXTS: { readonly [C in Implied['coherence']]: (implied: Implied) => string } = {
  coherent: ({ bids, asks }) =>
    asks === null
      ? `Books are consistent: one share of each sells for ${sumText(bids)}, not all are offered; the winner pays 1.`
      : `Books are consistent: one share of each sells for ${sumText(bids)} and costs ${sumText(asks)}; the winner pays 1.`,
  bids_above_one: ({ bids }) =>
    `Bids are inconsistent: one share of each sells for ${sumText(bids)}, but only one pays 1.`,
  asks_below_one: ({ asks }) =>
    asks === null
      ? 'Asks are inconsistent: one share of each costs less than 1, and one pays 1.'
      : `Asks are inconsistent: one share of each costs ${sumText(asks)}, and one pays 1.`,
  crossed: () => 'A book is crossed, so nothing is implied.',
}

/** @param edges temperatures between the columns, where all are placed on the axis; null where they are shown by name */
function ImpliedChart({
  columns,
  edges,
}: {
  readonly columns: readonly ChartColumn[]
  readonly edges: readonly string[] | null
}): ReactNode {
  const template = columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ')
  return (
    <figure className={styles.chart} aria-hidden="true">
      <div className={styles.plot} style={{ gridTemplateColumns: template }}>
        {[0.25, 0.5, 0.75].map((level) => (
          <span key={level} className={styles.gridline} style={{ bottom: `${level * 100}%` }}>
            {level * 100} %
          </span>
        ))}
        {columns.map(({ key, low, high, share, isStale }) => (
          <div key={key} className={classNames(styles.bar, isStale && styles.barStale)}>
            <span className={styles.weight} style={{ height: percent(share ?? low) }} />
            <span
              className={styles.band}
              style={{ bottom: percent(low), height: `max(2px, ${(Number(high) - Number(low)) * 100}%)` }}
            />
            {share !== null && <span className={styles.share} style={{ bottom: percent(share) }} />}
          </div>
        ))}
      </div>
      <div className={styles.labels} style={{ gridTemplateColumns: template }}>
        {columns.map(({ key, name }, at) => (
          <span key={key} className={styles.label} title={name}>
            {edges === null ? name : null}
            {edges?.[at] !== undefined && <span className={styles.edge}>{edges[at]}</span>}
          </span>
        ))}
      </div>
    </figure>
  )
}

const percent = (price: Price): string => `${Math.min(100, Number(price) * 100)}%`
