/** Plays of what an order is held to by the book, and by the trader's own orders in it. */
import {
  add,
  type Decimal,
  divide,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { NotPlayable } from '../played.ts'
import { codesOf } from '../set-aside.ts'
import { limitOrder, type Play } from '../stage.ts'

/** What is offered at two prices, so far apart, °F: at the mark and below it, so that the band around the mark is not what holds first. */
const NEAR = '0.3' as Size
const FAR = '0.2' as Size
const APART = '0.2' as Price

export const playDepthShare: Play = async (stage) => {
  const share = stage.limits.depthShare
  if (share === null) throw new NotPlayable('It is off.')
  const player = await stage.player(codesOf('depthShare'))
  const { scalar } = player
  const last = subtract(scalar.mark(), scalar.tick)
  const best = subtract(last, APART)
  await stage.quote(limitOrder(scalar, 'sell', NEAR, best, 'GTC'))
  await stage.quote(limitOrder(scalar, 'sell', FAR, last, 'GTC'))
  const shown = add(NEAR, FAR)
  await stage.shows(player, scalar, shown)
  const inside = toStep(divide(multiply(shown, String(share) as Decimal), '100' as Decimal, 12) as Size, scalar.lot)
  if (signOf(inside) <= 0)
    throw new NotPlayable(`${share} % of ${shown} is less than the smallest order of ${scalar.lot}.`)
  const outside = add(inside, scalar.lot)
  // Behind the last level, so that all of it counts.
  const worst = add(last, scalar.tick)
  const said = (size: Size): string =>
    `Buy ${grouped(trimZeros(size))} up to ${priceWords(worst)}, where the book shows ${grouped(shown)} from ${priceWords(best)} to ${priceWords(last)}`
  await player.isRefused(said(outside), limitOrder(scalar, 'buy', outside, worst, 'IOC'))
  await player.goes(said(inside), limitOrder(scalar, 'buy', inside, worst, 'IOC'))
}

export const playSelfCross: Play = async (stage) => {
  const player = await stage.player(['self_cross'])
  const { scalar } = player
  const own = subtract(scalar.mark(), scalar.tick)
  await player.lead(limitOrder(scalar, 'buy', scalar.lot, own, 'GTC'))
  const said = (price: Price): string =>
    `Sell ${grouped(scalar.lot)} at ${priceWords(price)}, with an own order to buy resting at ${priceWords(own)}`
  await player.isRefused(said(own), limitOrder(scalar, 'sell', scalar.lot, own, 'GTC'))
  const beside = add(own, scalar.tick)
  await player.goes(said(beside), limitOrder(scalar, 'sell', scalar.lot, beside, 'GTC'))
}
