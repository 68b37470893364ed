/** The effect of predicting a temperature, by the live book or by the service. Pure. */
import type { Estimate } from '../../../contract/action.ts'
import { compare, type Price, padTo, placesOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { PredictIntent } from '../../../contract/intent.ts'
import { sideOf } from '../../../contract/requested-order.ts'
import { grouped, temperatureText } from '../../format/index.ts'
import {
  bookOf,
  distanceFrom,
  type EstimateFacts,
  type EstimateFigures,
  type EstimateSource,
  type EstimateTerms,
  type FamilyEstimate,
  gain,
  limitFigure,
  marginName,
  plain,
  rowsOf,
  sizeFigure,
} from '../estimate.ts'
import { inBoth, priceIn } from './draft.ts'
import { summarize } from './summary.ts'

export const scalarEstimate: FamilyEstimate<PredictIntent> = { rows, figures, confirmText }

function rows({ leverage, target }: EstimateTerms) {
  return rowsOf({
    size: {},
    cost: {},
    margin: { name: marginName(leverage), title: 'Margin at the signed limit, USDC.' },
    fee: {},
    liquidation: {},
    average: {},
    worst: {},
    limit: {},
    won: {
      name: target === null ? 'At the target' : `At ${temperatureText(target)}`,
      title: 'P&L if it settles at the target, after fees, USDC.',
    },
  })
}

function figures(intent: PredictIntent, source: EstimateSource, facts: EstimateFacts): EstimateFigures {
  const { size, targetF } = intent
  const side = sideOf(intent.direction)
  const limit = limitOf(intent, source.kind === 'service' ? source.estimate : null)
  const { tickSize, sizeDecimals, maxLeverage, ticker, fees, position, available, leverage, unit } = facts
  if (tickSize === null || sizeDecimals === null) return {}
  const summary = summarize({
    draft: { price: limit, size, unit: 'mark', tif: 'IOC', reduceOnly: false },
    settleText: targetF,
    market: { tickSize, sizeDecimals, maxLeverage },
    ticker: ticker === null ? null : { ...ticker, temperature: null },
    book: source.kind === 'book' ? source.book : bookOf(source.estimate, side, size),
    position,
    accountKnown: true,
    available,
    leverage,
    fees,
    minimumValue: null,
  })
  const of = summary[side].figures
  if (of === null || of.walk === null) return {}
  const { walk, margin, closesOnly, fee, liquidation, settled } = of
  const worst = source.kind === 'service' ? source.estimate.worst : walk.worst
  return {
    size: sizeFigure(walk.filled, compare(walk.filled, size) < 0 ? size : null),
    cost: plain(grouped(toPlaces(walk.value, 2, 'up'))),
    margin: plain(closesOnly ? 'none (closes)' : grouped(toPlaces(margin, 2, 'up'))),
    ...(fee === null ? {} : { fee: plain(grouped(toPlaces(fee.total, 2, 'up'))) }),
    ...(liquidation === null ? {} : { liquidation: inBoth(liquidation.mark, unit) }),
    ...(walk.average === null ? {} : { average: inBoth(toPlaces(walk.average, placesOf(tickSize) + 2), unit) }),
    ...(worst === null ? {} : { worst: inBoth(padTo(worst, placesOf(tickSize)), unit) }),
    limit: limitFigure(inBoth(padTo(limit, placesOf(tickSize)), unit), distanceFrom(limit, side, 'scalar', ticker)),
    ...(settled === null || walk.average === null ? {} : { won: gain(settled) }),
  }
}

/** The signed limit: the service's own limit where it shows it, else the worst price fixed at the click. */
const limitOf = ({ protection }: PredictIntent, estimate: Estimate | null): Price => estimate?.limit ?? protection.price

function confirmText(
  intent: PredictIntent,
  estimate: Estimate,
  { tickSize, unit }: Pick<EstimateFacts, 'tickSize' | 'unit'>,
): string {
  const isLong = intent.direction === 'long'
  const size = grouped(trimZeros(intent.size))
  const limit = limitOf(intent, estimate)
  const at = priceIn(unit, tickSize === null ? limit : padTo(limit, placesOf(tickSize)))
  return isLong ? `buy ${size} at most ${at}` : `sell ${size} at least ${at}`
}
