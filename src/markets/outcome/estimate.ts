/** The effect of an order for shares, by the live book. Pure. */

import {
  add,
  compare,
  type Money,
  multiply,
  negate,
  ONE,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { shareFee } from '../../../contract/shares.ts'
import { grouped, moneyUnit } from '../../format/index.ts'
import { walkBook } from '../../trade-forms/index.ts'
import {
  distanceFrom,
  type EstimateFacts,
  type EstimateFigure,
  type EstimateFigures,
  type EstimateRow,
  type EstimateSource,
  type EstimateTerms,
  type FamilyEstimate,
  gain,
  limitFigure,
  plain,
  rowsOf,
} from '../estimate.ts'
import { OUTCOME_LEVELS } from './draft.ts'

export const outcomeEstimate: FamilyEstimate<OutcomeOrderIntent> = {
  rows,
  figures,
  confirmText: ({ side, size }) => `${side} ${grouped(trimZeros(size))}`,
}

function rows({ sideName, isSale, rests }: EstimateTerms): readonly EstimateRow[] {
  const money = moneyUnit('outcome')
  const result = isSale
    ? `P&L of the sale versus keeping the shares, ${money}, including known fees.`
    : `P&L after cost and known fees, ${money}.`
  return rowsOf({
    size: { title: null },
    rest: rests ? {} : { name: 'Canceled', title: COMMON.restingSize },
    cost: { name: isSale ? 'Proceeds' : 'Cost', title: `${money}, from the live book. Shares are paid in full.` },
    fee: {
      title: isSale
        ? `${money}, estimated from your last sale; the venue publishes no rate.`
        : `${money}, estimated from your last purchase; the venue publishes no rate.`,
    },
    average: {},
    worst: {},
    limit: {},
    won: { name: `If ${sideName}`, title: result },
    lost: { name: 'If not', title: result },
  })
}

function figures(
  { side, size, mode }: OutcomeOrderIntent,
  source: EstimateSource,
  { tickSize, ticker, shareFees }: EstimateFacts,
): EstimateFigures {
  const bound = mode.kind === 'limit' ? mode.price : mode.protection.price
  if (source.kind !== 'book') return {}
  const { book } = source
  const buying = side === 'buy'
  const walk = walkBook(side, bound, size, book)
  // More may fill beyond the watched levels: then the whole size counts.
  const mayFillMore = walk.beyondShown && (buying ? book.asks : book.bids).length >= OUTCOME_LEVELS
  const part = mode.kind === 'market' && !mayFillMore ? walk.filled : size
  // The immediate fill trades at book prices, the rest at the limit; the unfilled part of a market order is canceled.
  const money: Money = add(walk.value, multiply(bound, subtract(part, walk.filled)))
  const most: Money = multiply(bound, part)
  const payout: Money = multiply(part, ONE)
  const places = tickSize === null ? placesOf(trimZeros(bound)) : placesOf(tickSize)
  const price = (of: Price, title: string | null = null): EstimateFigure => {
    const exact = trimZeros(of)
    return { ...plain(placesOf(exact) > places ? toPlaces(of, places + 1) : padTo(exact, places)), title }
  }
  const paid = grouped(toPlaces(payout, 2))
  const pays = buying ? `pays ${paid}` : `forgoes ${paid}`
  const rate = buying ? shareFees.buy : shareFees.sell
  const fee = rate === null ? null : shareFee(money, rate)
  // Shares held to settlement are charged there.
  const atEnd = shareFees.settled === null ? null : shareFee(payout, shareFees.settled)
  const paidOut = subtract(payout, atEnd ?? ZERO)
  const now = buying ? negate(add(money, fee ?? ZERO)) : subtract(money, fee ?? ZERO)
  const won = buying ? add(now, paidOut) : subtract(now, paidOut)
  const ends = atEnd === null || signOf(atEnd) === 0 ? null : `${grouped(toPlaces(atEnd, 2, 'up'))} at settlement`
  const distance = distanceFrom(bound, side, 'outcome', ticker)
  const isAnything = signOf(part) > 0
  return {
    size: plain(
      `${grouped(trimZeros(walk.filled))}${walk.beyondShown && compare(walk.rest, '0' as never) > 0 && mayFillMore ? '+' : ''}`,
    ),
    rest: plain(grouped(trimZeros(walk.rest))),
    cost: {
      ...plain(grouped(toPlaces(money, 2, buying ? 'up' : 'down'))),
      note: buying ? `at most ${grouped(toPlaces(most, 2, 'up'))}` : `at least ${grouped(toPlaces(most, 2, 'down'))}`,
    },
    ...(fee === null ? {} : { fee: { ...plain(grouped(toPlaces(fee, 2, 'up'))), note: ends } }),
    ...(walk.average === null ? {} : { average: price(walk.average) }),
    ...(walk.worst === null ? {} : { worst: price(walk.worst) }),
    limit: limitFigure(price(bound), distance),
    ...(isAnything ? { won: { ...gain(won), note: pays }, lost: gain(now) } : {}),
  }
}
