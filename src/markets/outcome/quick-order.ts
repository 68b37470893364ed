/** Quick orders in an outcome market: the ticket's own order and figures. Pure. */
import {
  divide,
  HUNDRED,
  type Price,
  padTo,
  placesOf,
  type Size,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { OutcomeInstrument } from '../../../contract/instrument.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import { atPlaces, grouped, moneyUnit } from '../../format/index.ts'
import type { FamilyQuickOrder, QuickOrder, QuickOrderFacts, QuickOrderPlan } from '../quick-order.ts'
import { type OutcomeDraft, outcomeBound, outcomeFigures, outcomeIntentOf, outcomeIssues } from './draft.ts'

const RESTS = 'Post-only and reduce-only are not available for shares.'

export const outcomeQuickOrder: FamilyQuickOrder<OutcomeInstrument> = {
  unit: 'shares',
  off: null,
  reverseOff: 'Shares cannot be reversed: sell them, then buy the other side.',
  termsIssue: ({ tif, reduceOnly }) => (tif !== 'ALO' && !reduceOnly ? null : RESTS),
  readPrice({ value, unit }, { instrument: { tick } }) {
    if (unit === 'fahrenheit') return { issue: 'Price must be between 0 and 1: 0.62, or 62%.' }
    const places = tick === null ? 0 : placesOf(tick)
    const price = unit === 'percent' ? trimZeros(divide(value, HUNDRED, placesOf(value) + 2)) : value
    return { price: padTo(price as Price, places) }
  },
  plan,
}

/** An order that trades at once is a market order: its limit is the worst price. */
function termsOf({ tif }: QuickOrder, intent: OutcomeOrderIntent | null): OutcomeOrderIntent | null {
  if (tif !== 'IOC' || intent?.mode.kind !== 'limit') return intent
  return { ...intent, mode: { kind: 'market', protection: { kind: 'worst', price: intent.mode.price } } }
}

function plan(
  order: QuickOrder,
  { instrument, book, account, minimumValue }: QuickOrderFacts<OutcomeInstrument>,
): QuickOrderPlan {
  const { asset: coin, tick: tickSize, sizeDecimals } = instrument
  if (coin === null) return { intent: null, issue: 'This market is not trading now.', figures: [] }
  const draft: OutcomeDraft = { side: order.side, mode: 'limit', price: order.price, distance: '', size: order.size }
  const held = account === null ? null : (account.positions.find((one) => one.asset === coin)?.size ?? ZERO)
  const terms = { coin, tickSize, sizeDecimals, minimumValue, held }
  const issue = outcomeIssues(draft, terms)[0]?.message ?? null
  const figures = outcomeFigures(draft, { ...terms, held: null }, book, null)
  const places = tickSize === null ? 3 : placesOf(tickSize)
  const shares = (size: Size): string => grouped(trimZeros(size))
  return {
    intent:
      issue === null ? termsOf(order, outcomeIntentOf(draft, terms, outcomeBound(draft, terms, null, null))) : null,
    issue,
    figures:
      figures === null
        ? []
        : [
            {
              name: 'Fills now',
              value:
                figures.average === null
                  ? '0'
                  : `${shares(figures.fills)} at ${atPlaces(toPlaces(figures.average, places), places)}`,
            },
            { name: order.tif === 'IOC' ? 'Canceled' : 'Rests', value: shares(figures.rest) },
            ...(figures.money === null
              ? []
              : [
                  {
                    name: order.side === 'buy' ? 'Max cost' : 'Min proceeds',
                    value: `${grouped(toPlaces(figures.money, 2, order.side === 'buy' ? 'up' : 'down'))} ${moneyUnit('outcome')}`,
                  },
                ]),
            {
              name: `Pays if ${instrument.sideName}`,
              value: `${grouped(toPlaces(figures.payout, 2, 'down'))} ${moneyUnit('outcome')}`,
            },
          ],
  }
}
