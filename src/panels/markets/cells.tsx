/** The cells of the list of markets. */

import { createContext, type ReactNode, useContext } from 'react'
import { absolute, type Price, signOf, trimZeros } from '../../../contract/decimal.ts'
import { hasBuckets } from '../../../contract/family-rules.ts'
import { MINUS } from '../../../contract/grouped.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { PricePoint } from '../../../contract/outcome.ts'
import type { Quote } from '../../../contract/quote.ts'
import { grouped, NONE } from '../../format/index.ts'
import { useServerClockValue } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import { sectionOf } from '../../markets/family/index.ts'
import { Clip, classNames, type Group, Shortened, useGone } from '../../ui/index.ts'
import { linkGroupLabel } from './market-rows.ts'
import styles from './markets.module.css'
import { MESSAGES } from './messages.ts'
import {
  ageOf,
  ageText,
  changeOf,
  depthText,
  lifeText,
  priceOf,
  spreadOf,
  useRowFacts,
  useRowPrice,
} from './quote-figures.ts'

interface Box {
  readonly width: number
  readonly height: number
}

/** Null where there are too few points for a line. Flat prices are in the middle. */
export function sparklinePath(points: readonly PricePoint[], { width, height }: Box): string | null {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.time <= first.time) return null
  const prices = points.map(({ price }) => Number(price))
  const least = Math.min(...prices)
  const range = Math.max(...prices) - least
  const x = (time: number): string => (((time - first.time) / (last.time - first.time)) * width).toFixed(1)
  const y = (price: number): string =>
    (range === 0 ? height / 2 : height - ((price - least) / range) * height).toFixed(1)
  const steps = points.slice(1).map(({ time }, i) => `H${x(time)}V${y(prices[i + 1] as number)}`)
  return `M0 ${y(prices[0] as number)}${steps.join('')}`
}

interface CellProps {
  readonly row: Instrument
}

function Favorite({ row }: CellProps): ReactNode {
  const { favourites, onFavourite } = useRowFacts()
  const is = favourites.has(row.key)
  return (
    <button
      type="button"
      className={classNames(styles.star, is && styles.starred)}
      aria-pressed={is}
      aria-label={`Favorite: ${row.title}`}
      title={is ? MESSAGES.removeFavorite : MESSAGES.addFavorite}
      onClick={() => onFavourite(row)}
    >
      {is ? '★' : '☆'}
    </button>
  )
}

export function Name({ row }: CellProps): ReactNode {
  const { shown, isUnderHead } = useRowFacts()
  const label = linkGroupLabel(row)
  const subtitle = isUnderHead(row) ? null : row.subtitle
  return (
    <>
      <Favorite row={row} />
      <Clip title={row.subtitle === null ? row.title : `${row.title} · ${row.subtitle}`}>
        <span className={styles.line}>
          {row.key === shown && (
            <span className={styles.shown} role="img" aria-label={MESSAGES.shownNow}>
              ●
            </span>
          )}
          {label !== null && <span className={styles.word}>{label}</span>}{' '}
          <Shortened className={styles.name} text={row.title} />{' '}
          {subtitle !== null && (
            <span data-cut className={styles.subtitle}>
              {subtitle}
            </span>
          )}
          {useGone('position') && (
            <span className={styles.held}>
              <PositionCell row={row} />
            </span>
          )}
        </span>
      </Clip>
    </>
  )
}

export function GroupName({ group }: { group: Group<Instrument> }): ReactNode {
  const [first] = group.rows
  const isTimed = useGone('life') && first !== undefined && !hasBuckets(first.family)
  return (
    <>
      <span className={styles.groupName}>{first !== undefined && sectionOf(first)}</span>{' '}
      <span className={styles.count}>{group.rows.length}</span>
      {isTimed && (
        <span className={styles.groupLife}>
          <LifeCell row={first} />
        </span>
      )}
    </>
  )
}

/** A price that is not live, and older than this, is dimmed as well as dated, ms. */
const OLD = 60_000

/** Whether a row's prices are old: determined once for all of its cells. */
const OldContext = createContext(false)

export function RowAge({ row, children }: CellProps & { readonly children: ReactNode }): ReactNode {
  const isLive = useRowPrice(row, (price) => price?.isLive === true)
  const isOld = useAge(row, (age) => age !== null && age > OLD)
  return <OldContext value={!isLive && isOld}>{children}</OldContext>
}

/** A figure of a quote as text; null where it has none. */
export type QuoteText = (quote: Quote, view: PriceView) => string | null

/** A price of a quote, as the view writes it. */
export const priceIn =
  (pick: (quote: Quote) => Price | null, as: 'named' | 'price' | 'second' | 'distance' | 'namedDistance'): QuoteText =>
  (quote, view) => {
    const found = pick(quote)
    return found === null ? null : view[as](found)
  }

/** The cell of a figure of the quote, dimmed where it is old. @param hint what a hover shows */
const quoteCell = (write: QuoteText, hint: QuoteText = () => null) =>
  function QuoteCell({ row }: CellProps): ReactNode {
    const view = useRowFacts().viewOf(row)
    // One text, so that a cell follows its row's price once.
    const texts = useRowPrice(row, (price) =>
      price === undefined ? null : `${write(price.quote, view) ?? NONE}\n${hint(price.quote, view) ?? ''}`,
    )
    const [text = NONE, title = ''] = texts?.split('\n') ?? []
    return (
      <span
        className={classNames(styles.figure, useContext(OldContext) && styles.old)}
        title={title === '' ? undefined : title}
      >
        {text}
      </span>
    )
  }

/** A selection of the age of a row's price, ms; null without one. */
function useAge<Value>(row: Instrument, pick: (age: number | null) => Value): Value {
  const quote = useRowPrice(row, (price) => price?.quote)
  return useServerClockValue((now) => pick(quote === undefined ? null : ageOf(quote, now)))
}

export function ChangeCell({ row }: CellProps): ReactNode {
  const view = useRowFacts().viewOf(row)
  const change = useRowPrice(row, (price) => (price === undefined ? null : changeOf(price.quote)))
  if (change === null) return NONE
  const sign = signOf(change)
  return (
    <span className={classNames(styles.figure, sign > 0 && styles.up, sign < 0 && styles.down)}>
      {sign > 0 ? '+' : sign < 0 ? MINUS : ''}
      {view.distance(absolute(change))}
    </span>
  )
}

export const volumeText: QuoteText = ({ volume24h }) =>
  volume24h === null ? null : grouped(volume24h.split('.')[0] as typeof volume24h)
export const interestText: QuoteText = ({ openInterest }) =>
  openInterest === null ? null : grouped(trimZeros(openInterest))
export const depthCellText: QuoteText = (quote) => depthText(quote, grouped)

export const PriceCell = quoteCell(priceIn(priceOf, 'named'), priceIn(priceOf, 'second'))
export const BidCell = quoteCell(priceIn(({ bid }) => bid, 'price'))
export const AskCell = quoteCell(priceIn(({ ask }) => ask, 'price'))
export const SpreadCell = quoteCell(priceIn(spreadOf, 'distance'))
export const DepthCell = quoteCell(depthCellText)
export const VolumeCell = quoteCell(volumeText)
export const InterestCell = quoteCell(interestText)

export function LifeCell({ row }: CellProps): ReactNode {
  const text = useServerClockValue((now) => lifeText(row, now))
  const isFinal = row.phase.state === 'final'
  return (
    <span className={classNames(styles.figure, isFinal && styles.final)} title={isFinal ? row.phase.text : undefined}>
      {text}
    </span>
  )
}

export function PositionCell({ row }: CellProps): ReactNode {
  const held = useRowFacts().positions.get(row.asset ?? '')
  if (held === undefined) return ''
  const sign = signOf(held.size)
  return (
    <span className={classNames(styles.figure, sign > 0 ? styles.up : styles.down)}>
      {sign > 0 ? '+' : MINUS}
      {grouped(trimZeros(absolute(held.size)))}
    </span>
  )
}

export function AgeCell({ row }: CellProps): ReactNode {
  const isLive = useRowPrice(row, (price) => price?.isLive === true)
  const text = useAge(row, (age) => (age === null ? NONE : ageText(age)))
  return <span className={classNames(styles.figure, isLive && styles.live)}>{isLive ? 'live' : text}</span>
}

const SPARK = { width: 64, height: 14 } as const

export function TrendCell({ row }: CellProps): ReactNode {
  const path = useRowPrice(row, (price) => (price?.trend == null ? null : sparklinePath(price.trend, SPARK)))
  if (path === null) return null
  return (
    <svg className={styles.spark} viewBox={`-1 -1 ${SPARK.width + 2} ${SPARK.height + 2}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
