/** Quick orders in a scalar market: the ticket's own order and figures. Pure. */

import {
  absolute,
  compare,
  type Fahrenheit,
  type Money,
  type Price,
  padTo,
  placesOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { bothPrices, grouped, priceLabel, signed } from '../../format/index.ts'
import type {
  FamilyQuickOrder,
  QuickOrder,
  QuickOrderFacts,
  QuickOrderFigure,
  QuickOrderPlan,
  ReadPrice,
} from '../quick-order.ts'
import type { TicketDraft } from './draft.ts'
import { firstIssue, placeIntentOf } from './draft.ts'
import { type SideFigures, summarize } from './summary.ts'

export const scalarQuickOrder: FamilyQuickOrder<ScalarInstrument> = {
  unit: 'contracts',
  off: null,
  reverseOff: null,
  termsIssue: () => null,
  readPrice(typed, { instrument: { tick }, ticker }): ReadPrice {
    if (typed.unit === 'percent') return { issue: 'Price must be a mark or a temperature: 571.5 or 71.5F.' }
    const places = tick === null ? 0 : placesOf(tick)
    if (typed.unit === 'fahrenheit') return { price: padTo(markOfFahrenheit(typed.value as Fahrenheit), places) }
    const price = padTo(typed.value as Price, places)
    const mark = ticker?.mark ?? null
    const meant = markOfFahrenheit(typed.value as Fahrenheit)
    // Typing 71.5 for 71.5 °F as a mark would sell at any price.
    if (mark !== null && compare(distance(meant, mark), distance(price, mark)) < 0) {
      return { issue: `${typed.value} could be a temperature. Type ${typed.value}F, or the mark: ${meant}.` }
    }
    return { price }
  },
  plan,
}

const distance = (a: Price, b: Price): Price => absolute(subtract(a, b))

function plan(order: QuickOrder, facts: QuickOrderFacts<ScalarInstrument>): QuickOrderPlan {
  const { instrument, market, ticker, book, account, fees, leverage, minimumValue } = facts
  const { asset } = instrument
  const nothing = (issue: string): QuickOrderPlan => ({ intent: null, issue, figures: [] })
  if (asset === null) return nothing('No live bucket to trade.')
  if (market === null) return nothing(COMMON.loadingMarket)
  const draft: TicketDraft = {
    price: order.price,
    size: order.size,
    unit: 'mark',
    tif: order.tif,
    reduceOnly: order.reduceOnly,
  }
  const summary = summarize({
    draft,
    settleText: '',
    market,
    ticker,
    book,
    position: account?.positions.find((one) => one.family === 'scalar' && one.asset === asset) ?? null,
    accountKnown: account !== null,
    available: account?.money.available ?? null,
    leverage,
    fees,
    minimumValue,
  })
  const { issues, figures } = summary[order.side]
  const issue = firstIssue([...summary.issues, ...issues])?.message ?? null
  const crossing =
    figures?.wouldCross === true ? 'Post-only, but it would trade at once. Choose a price that does not cross.' : null
  const price = summary.price?.mark ?? null
  const intent = placeIntentOf(asset, order.side, draft, { price, size: summary.size })
  const found = issue ?? crossing
  return {
    intent: found === null ? intent : null,
    issue: found,
    figures: figures === null ? [] : figuresOf(figures, order, leverage, instrument),
  }
}

function figuresOf(
  figures: SideFigures,
  order: QuickOrder,
  leverage: number,
  { tick }: ScalarInstrument,
): readonly QuickOrderFigure[] {
  const { walk, margin, worstCase, liquidation, settled, fee } = figures
  const places = tick === null ? 2 : placesOf(tick)
  const found: (QuickOrderFigure | null)[] = [
    walk === null
      ? null
      : {
          name: 'Fills now',
          value:
            walk.average === null
              ? '0'
              : filledText(
                  grouped(trimZeros(walk.filled)),
                  priceLabel(padTo(toPlaces(walk.average, places), places)),
                  walk.beyondShown,
                ),
        },
    walk === null ? null : { name: order.tif === 'IOC' ? 'Canceled' : 'Rests', value: grouped(trimZeros(walk.rest)) },
    { name: `Margin at ${leverage}×`, value: figures.closesOnly ? 'none (closes)' : usdc(margin) },
    fee === null ? null : { name: 'Fee', value: usdc(fee.total) },
    worstCase === null || figures.closesOnly ? null : { name: 'Max loss', value: usdc(worstCase) },
    liquidation === null ? null : { name: 'Liquidation', value: bothPrices(liquidation.mark) },
    settled === null ? null : { name: 'If settled here', value: `${signed(toPlaces(settled, 2, 'down'))} USDC` },
  ]
  return found.filter((figure) => figure !== null)
}

/** To the cent; requirements are rounded up. */
const usdc = (value: Money): string => `${grouped(toPlaces(value, 2, 'up'))} USDC`

const filledText = (size: string, at: string, isMore: boolean): string =>
  isMore ? `${size}+ at ${at}` : `${size} at ${at}`
