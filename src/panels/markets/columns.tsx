/** The columns of the list of markets. */

import type { Decimal, Price } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import type { Quote } from '../../../contract/quote.ts'
import { sectionOf } from '../../markets/family/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { countColumn, decimalColumn, isoOf, plainColumn, textColumn } from '../columns.tsx'
import {
  AgeCell,
  AskCell,
  BidCell,
  ChangeCell,
  DepthCell,
  depthCellText,
  GroupName,
  InterestCell,
  interestText,
  LifeCell,
  Name,
  PositionCell,
  PriceCell,
  priceIn,
  type QuoteText,
  RowAge,
  SpreadCell,
  TrendCell,
  VolumeCell,
  volumeText,
} from './cells.tsx'
import { groupOf, linkGroupLabel, type ShownMarkets } from './market-rows.ts'
import { MESSAGES } from './messages.ts'
import { changeOf, changeText, depthOf, priceOf, type RowFacts, spreadOf } from './quote-figures.ts'

/**
 * What is hidden in a narrow panel, first to last. The market, its price and the star always stay; of the others, a group's head shows the remaining
 * time, and a name the position's size.
 */
const GIVES_WAY = ['interest', 'volume', 'depth', 'trend', 'age', 'spread', 'position', 'life', 'change'] as const

/** Alone in a line: includes the day and the following label that are beside it on screen. */
const copiedName = (row: Instrument): string => [linkGroupLabel(row), fullTitleOf(row)].filter(Boolean).join(' ')

/** For the filter and for copies: station, question and family too. */
function searchedName(row: Instrument): string {
  const name = copiedName(row)
  return [...new Set([name, row.subtitle, sectionOf(row)])]
    .filter((part) => part !== null && (part === name || !name.includes(part)))
    .join(' · ')
}

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
  /** Prices are copied in the chosen unit; in CSV they stay the market's own. */
  const quoted = (
    id: string,
    title: string,
    least: number,
    pick: (quote: Quote) => Decimal | null,
    copied: QuoteText,
    more: Pick<Column<Instrument>, 'Cell'> & Partial<Column<Instrument>>,
  ): Column<Instrument> => {
    const of = (row: Instrument): Decimal | null => {
      const quote = quoteOf(row)
      return quote === null ? null : pick(quote)
    }
    const text = (row: Instrument): string => {
      const quote = quoteOf(row)
      return (quote === null ? null : copied(quote, now().viewOf(row))) ?? ''
    }
    return decimalColumn(id, title, least, of, { text, isLive: true, ...more })
  }
  const price = (id: string, title: string, pick: (quote: Quote) => Price | null, Cell: Column<Instrument>['Cell']) =>
    quoted(id, title, 60, pick, priceIn(pick, 'named'), { Cell, isExtra: true })
  const columns: readonly Column<Instrument>[] = [
    plainColumn('market', MESSAGES.market, 120, searchedName, {
      fit: 'clip',
      // With less, questions that differ by a number or a time would be indistinguishable.
      share: 0.48,
      stays: true,
      Cell: Name,
      csv: copiedName,
      csvAlso: { title: MESSAGES.marketKey, of: ({ key }) => key },
      sort: { by: 'text', of: ({ title }) => title },
    }),
    quoted('price', MESSAGES.price, shown.hasLongPrices ? 80 : 60, priceOf, priceIn(priceOf, 'named'), {
      explanation: MESSAGES.priceDetail,
      stays: true,
      Cell: PriceCell,
    }),
    quoted('change', MESSAGES.change, 66, changeOf, changeText, {
      explanation: MESSAGES.changeDetail,
      Cell: ChangeCell,
    }),
    price('bid', MESSAGES.bid, ({ bid }) => bid, BidCell),
    price('ask', MESSAGES.ask, ({ ask }) => ask, AskCell),
    quoted('spread', MESSAGES.spread, 54, spreadOf, priceIn(spreadOf, 'namedDistance'), {
      first: 'ascending',
      Cell: SpreadCell,
    }),
    quoted('depth', MESSAGES.depth, 108, depthOf, depthCellText, {
      explanation: MESSAGES.depthDetail,
      Cell: DepthCell,
    }),
    quoted('volume', MESSAGES.volume, 76, ({ volume24h }) => volume24h, volumeText, {
      unit: 'USDC',
      explanation: MESSAGES.volumeDetail,
      Cell: VolumeCell,
    }),
    quoted('interest', MESSAGES.openInterest, 84, ({ openInterest }) => openInterest, interestText, {
      Cell: InterestCell,
    }),
    {
      id: 'trend',
      title: MESSAGES.trend,
      explanation: MESSAGES.trendDetail,
      least: 72,
      isTight: true,
      Cell: TrendCell,
    },
    countColumn('life', MESSAGES.left, 80, ({ end }) => end, {
      text: ({ phase }) => phase.text,
      explanation: MESSAGES.leftDetail,
      first: 'ascending',
      Cell: LifeCell,
      csv: ({ end }) => isoOf(end),
    }),
    textColumn('state', MESSAGES.state, 80, ({ phase }) => phase.text, { isExtra: true }),
    decimalColumn('position', MESSAGES.position, 64, positionOf, {
      explanation: MESSAGES.positionDetail,
      isLive: true,
      Cell: PositionCell,
    }),
    {
      id: 'age',
      title: MESSAGES.age,
      explanation: MESSAGES.ageDetail,
      isNumeric: true,
      isLive: true,
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
