/** The columns of the list of markets. */

import type { Decimal, Price } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import type { Quote } from '../../../contract/quote.ts'
import { grouped } from '../../format/index.ts'
import { sectionOf } from '../../markets/family/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import {
  AgeCell,
  AskCell,
  BidCell,
  ChangeCell,
  DepthCell,
  GroupName,
  InterestCell,
  interestText,
  LifeCell,
  Name,
  PositionCell,
  PriceCell,
  RowAge,
  SpreadCell,
  StateCell,
  TrendCell,
  VolumeCell,
  volumeText,
} from './cells.tsx'
import { groupOf, linkGroupLabel, type ShownMarkets } from './market-rows.ts'
import { MESSAGES } from './messages.ts'
import { changeOf, changeText, depthOf, depthText, priceOf, type RowFacts, spreadOf } from './quote-figures.ts'

/**
 * What is hidden in a narrow panel, first to last. The market, its price and the star always stay; of the others, a group's head shows the remaining
 * time, and a name the position's size.
 */
const GIVES_WAY = ['interest', 'volume', 'depth', 'trend', 'age', 'spread', 'position', 'life', 'change'] as const

/** Alone in a line: includes the day and the following label that are beside it on screen. */
const copiedName = (row: Instrument): string => [linkGroupLabel(row), fullTitleOf(row)].filter(Boolean).join(' ')

/** @param now the current facts, for sorting and copies; no cell subscribes to them */
export function marketsSpec(
  now: () => RowFacts,
  shown: Pick<ShownMarkets, 'byQuestion' | 'bothSides'> & {
    /** Prices that need a sign and a unit beside their digits. */
    readonly hasLongPrices: boolean
  },
): TableSpec<Instrument> {
  const quoteOf = ({ asset }: Instrument): Quote | null => now().prices.read(asset ?? '')?.quote ?? null
  const positionOf = ({ asset }: Instrument): Decimal | null => now().positions.get(asset ?? '')?.size ?? null
  const sortBy = (pick: (quote: Quote) => Decimal | null) => ({
    by: 'decimal' as const,
    of: (row: Instrument) => {
      const quote = quoteOf(row)
      return quote === null ? null : pick(quote)
    },
  })
  const text = (write: (quote: Quote, row: Instrument) => string | null) => (row: Instrument) => {
    const quote = quoteOf(row)
    return (quote === null ? null : write(quote, row)) ?? ''
  }
  /** Prices are copied in the chosen unit; in CSV they stay the market's own. */
  const price = (pick: (quote: Quote) => Price | null) =>
    text((quote, row) => {
      const found = pick(quote)
      return found === null ? null : now().viewOf(row).named(found)
    })
  const figure = { isNumeric: true, isLive: true } as const
  const columns: readonly Column<Instrument>[] = [
    {
      id: 'market',
      title: MESSAGES.market,
      least: 120,
      fit: 'clip',
      // With less, questions that differ by a number or a time would be indistinguishable.
      share: 0.48,
      stays: true,
      Cell: Name,
      // For the filter and for copies: station, question and family too.
      text: (row) => {
        const name = copiedName(row)
        return [...new Set([name, row.subtitle, sectionOf(row)])]
          .filter((part) => part !== null && (part === name || !name.includes(part)))
          .join(' · ')
      },
      csv: copiedName,
      csvAlso: { title: MESSAGES.marketKey, of: ({ key }) => key },
      sort: { by: 'text', of: ({ title }) => title },
    },
    {
      ...figure,
      id: 'price',
      title: MESSAGES.price,
      explanation: MESSAGES.priceDetail,
      least: shown.hasLongPrices ? 80 : 60,
      stays: true,
      Cell: PriceCell,
      text: price(priceOf),
      sort: sortBy(priceOf),
    },
    {
      ...figure,
      id: 'change',
      title: MESSAGES.change,
      explanation: MESSAGES.changeDetail,
      least: 66,
      Cell: ChangeCell,
      text: text((quote, row) => changeText(quote, now().viewOf(row))),
      sort: sortBy(changeOf),
    },
    {
      ...figure,
      id: 'bid',
      title: MESSAGES.bid,
      least: 60,
      isExtra: true,
      Cell: BidCell,
      text: price(({ bid }) => bid),
      sort: sortBy(({ bid }) => bid),
    },
    {
      ...figure,
      id: 'ask',
      title: MESSAGES.ask,
      least: 60,
      isExtra: true,
      Cell: AskCell,
      text: price(({ ask }) => ask),
      sort: sortBy(({ ask }) => ask),
    },
    {
      ...figure,
      id: 'spread',
      title: MESSAGES.spread,
      least: 54,
      first: 'ascending',
      Cell: SpreadCell,
      text: text((quote, row) => {
        const spread = spreadOf(quote)
        return spread === null ? null : now().viewOf(row).namedDistance(spread)
      }),
      sort: sortBy(spreadOf),
    },
    {
      ...figure,
      id: 'depth',
      title: MESSAGES.depth,
      explanation: MESSAGES.depthDetail,
      least: 108,
      Cell: DepthCell,
      text: text((quote) => depthText(quote, grouped)),
      csv: text((quote) => depthOf(quote)),
      sort: sortBy(depthOf),
    },
    {
      ...figure,
      id: 'volume',
      title: MESSAGES.volume,
      unit: 'USDC',
      explanation: MESSAGES.volumeDetail,
      least: 76,
      Cell: VolumeCell,
      text: text(volumeText),
      sort: sortBy(({ volume24h }) => volume24h),
    },
    {
      ...figure,
      id: 'interest',
      title: MESSAGES.openInterest,
      least: 84,
      Cell: InterestCell,
      text: text(interestText),
      sort: sortBy(({ openInterest }) => openInterest),
    },
    {
      id: 'trend',
      title: MESSAGES.trend,
      explanation: MESSAGES.trendDetail,
      least: 72,
      isTight: true,
      Cell: TrendCell,
    },
    {
      id: 'life',
      title: MESSAGES.left,
      explanation: MESSAGES.leftDetail,
      least: 80,
      isNumeric: true,
      first: 'ascending',
      Cell: LifeCell,
      csv: ({ end }) => (end === null ? '' : new Date(end).toISOString()),
      text: ({ phase }) => phase.text,
      sort: { by: 'count', of: ({ end }) => end },
    },
    {
      id: 'state',
      title: MESSAGES.state,
      least: 80,
      isExtra: true,
      Cell: StateCell,
      text: ({ phase }) => phase.text,
      sort: { by: 'text', of: ({ phase }) => phase.text },
    },
    {
      ...figure,
      id: 'position',
      title: MESSAGES.position,
      explanation: MESSAGES.positionDetail,
      least: 64,
      Cell: PositionCell,
      text: (row) => positionOf(row) ?? '',
      sort: { by: 'decimal', of: positionOf },
    },
    {
      ...figure,
      id: 'age',
      title: MESSAGES.age,
      explanation: MESSAGES.ageDetail,
      least: 52,
      Cell: AgeCell,
      sort: { by: 'count', of: (row) => quoteOf(row)?.time ?? null },
    },
  ]
  return {
    columns,
    idOf: ({ key }) => key,
    nameOf: ({ title }) => title,
    givesWay: GIVES_WAY,
    Provider: RowAge,
    isEnded: ({ phase }) => phase.state === 'over',
    isUniform: true,
    ...(shown.byQuestion && {
      groups: {
        of: (row: Instrument) => groupOf(row, shown),
        Title: GroupName,
        textOf: ({ rows: [first] }) => (first === undefined ? '' : sectionOf(first)),
      },
    }),
  }
}
