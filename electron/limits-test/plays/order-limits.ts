/** Plays of what one order is held to by itself and by what is held: its value, its size, the position, the worst case. */
import {
  add,
  compare,
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
import { limitOrder, type Place, type Play, type Player, shares } from '../stage.ts'

/** So low a price that shares of a large size are worth little. */
const CHEAP = '0.05' as Price

const worth = (price: Price, size: Size, unit: string): string => `worth ${grouped(multiply(price, size))} ${unit}`
const buying = (size: Size, price: Price): string => `Buy ${grouped(trimZeros(size))} at ${priceWords(price)}`

function sizeWithin(value: Decimal, price: Price, lot: Size): Size {
  const size = toStep(divide(value, price, 12) as Size, lot)
  if (signOf(size) <= 0)
    throw new NotPlayable(`At ${priceWords(price)} not even the smallest order of ${lot} is inside.`)
  return size
}

/** An order that rests, of the smallest size: if this does not go, no refusal says anything. */
export const playControl: Play = async (stage) => {
  const player = await stage.player('any')
  const { scalar } = player
  const price = scalar.mark()
  await player.goes(
    `${buying(scalar.lot, price)}, the smallest order`,
    limitOrder(scalar, 'buy', scalar.lot, price, 'ALO'),
  )
}

export const playOrderValue: Play = async (stage) => {
  const player = await stage.player(codesOf('orderValue'))
  const { scalar } = player
  const price = scalar.mark()
  const inside = sizeWithin(stage.limits.orderValue, price, scalar.lot)
  const outside = add(inside, scalar.lot)
  const said = (size: Size): string => `${buying(size, price)}, ${worth(price, size, 'USDC')}`
  await player.isRefused(said(outside), limitOrder(scalar, 'buy', outside, price, 'ALO'))
  await player.goes(said(inside), limitOrder(scalar, 'buy', inside, price, 'ALO'))
}

export const playOrderSize: Play = async (stage) => {
  const player = await stage.player(codesOf('orderSize'))
  const { outcome } = player
  await player.trader.payForShares()
  const inside = toStep(stage.limits.orderSize, outcome.lot)
  if (signOf(inside) <= 0) throw new NotPlayable(`It is smaller than the smallest order of ${outcome.lot}.`)
  const outside = add(inside, outcome.lot)
  await player.isRefused(sharesSaid(outside), shares(outcome, 'buy', outside, CHEAP))
  await player.goes(sharesSaid(inside), shares(outcome, 'buy', inside, CHEAP))
}

const sharesSaid = (size: Size): string => `${buying(size, CHEAP)}, shares of one outcome`

/** More orders than this are not sent to come near a position. */
const MOST_STEPS = 12

export const playPosition: Play = async (stage) => {
  const player = await stage.player(codesOf('position'))
  const { outcome } = player
  await player.trader.payForShares()
  const whole = toStep(stage.limits.position, outcome.lot)
  if (signOf(whole) <= 0) throw new NotPlayable(`It is smaller than the smallest order of ${outcome.lot}.`)
  await comeNear(player, outcome, whole, toStep(stage.limits.orderSize, outcome.lot))
  await player.isRefused(
    `${buying(outcome.lot, CHEAP)} more, so that ${grouped(add(whole, outcome.lot))} shares could be held`,
    shares(outcome, 'buy', outcome.lot, CHEAP),
  )
}

/** Orders up to exactly the whole, each no larger than one may be. */
async function comeNear(player: Player, outcome: Place, whole: Size, most: Size): Promise<void> {
  let left = whole
  for (let step = 1; ; step += 1) {
    const isLast = compare(left, most) <= 0 || step >= MOST_STEPS
    if (isLast) {
      const said = `${buying(left, CHEAP)}, so that ${grouped(trimZeros(whole))} shares could be held`
      await player.goes(said, shares(outcome, 'buy', left, CHEAP))
      return
    }
    await player.lead(shares(outcome, 'buy', most, CHEAP))
    left = subtract(left, most)
  }
}

export const playWorstCase: Play = async (stage) => {
  const player = await stage.player(codesOf('worstCase'))
  const { scalar } = player
  const { worstCase } = stage.limits
  if (worstCase === null) throw new NotPlayable('It is off.')
  const price = scalar.mark()
  const leverage = String(scalar.leverage) as Decimal
  const inside = sizeWithin(multiply(worstCase, leverage), price, scalar.lot)
  const outside = add(inside, scalar.lot)
  const said = (size: Size): string =>
    `${buying(size, price)} at leverage ${leverage}, which could lose ${grouped(divide(multiply(price, size), leverage, 6))} USDC`
  await player.isRefused(said(outside), limitOrder(scalar, 'buy', outside, price, 'ALO'))
  await player.goes(said(inside), limitOrder(scalar, 'buy', inside, price, 'ALO'))
}
