/** Play of the loss for the day: a position is opened, the temperature falls, and one more order is asked for just before and just behind the limit. */
import {
  add,
  compare,
  divide,
  type Fahrenheit,
  greater,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../../contract/mark.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { Moved, NotPlayable } from '../played.ts'
import { codesOf } from '../set-aside.ts'
import { limitOrder, type Play } from '../stage.ts'

/** Where it begins, °F, and about how far it falls: not so far that the position is liquidated. */
const START = '60' as Fahrenheit
const FALL = '15' as Price
/** Finest that the temperature is pinned to, °F. */
const FINEST = '0.01' as Price

export const playDayLoss: Play = async (stage) => {
  const { dayLoss } = stage.limits
  if (dayLoss === null) throw new NotPlayable('It is off.')
  const player = await stage.player(codesOf('dayLoss'))
  const { scalar, trader } = player
  const entry = markOfFahrenheit(START)
  await stage.pin(player, START)
  const size = greater(toStep(divide(dayLoss, FALL, 12) as Size, scalar.lot), scalar.lot)
  // More than it takes, so that no share of the book holds it up.
  const offered = add(add(size, size), add(size, size))
  await stage.quote(limitOrder(scalar, 'sell', offered, entry, 'GTC'))
  await stage.shows(player, scalar, offered)
  await player.lead(limitOrder(scalar, 'buy', size, entry, 'IOC'))
  await stage.clearOther()
  const fees = await trader.fees()
  // Of the limit the fees are lost already.
  const fall = toStep(divide(subtract(dayLoss, fees), size, 12) as Price, FINEST)
  if (signOf(subtract(fall, FINEST)) <= 0)
    throw new NotPlayable(`The fees alone, ${grouped(fees)} USDC, come near to it.`)
  for (const [way, by] of [
    ['goes', subtract(fall, FINEST)],
    ['isRefused', add(fall, FINEST)],
  ] as const) {
    const mark = subtract(entry, by)
    await stage.pin(player, fahrenheitOfMark(mark))
    const result = negate(add(multiply(size, by) as Money, fees))
    const said = `Buy ${grouped(scalar.lot)} at ${priceWords(mark)} with a result of the day of ${grouped(result)} USDC`
    const tries = player.tries.length
    await player[way](said, limitOrder(scalar, 'buy', scalar.lot, mark, 'ALO'))
    if (compare(scalar.mark(), mark) !== 0) {
      player.tries.splice(tries)
      throw new Moved()
    }
  }
}
