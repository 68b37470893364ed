/** `GET /v1/outcomes/price-history`: points by coin, or one list when one coin was asked for. */
import type { PricePoint } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'

const NAMES = ['history', 'prices'] as const

/** Points of the requested coins, oldest first; a coin without any in the answer is missing. */
export function priceHistoryOf(answer: Wire, coins: readonly string[]): Record<string, readonly PricePoint[]> {
  const history = answer.isList ? answer : answer.unwrapped(...NAMES)
  const list = [history, ...['data', ...NAMES].map((name) => history.at(name))].find((wire) => wire.isList)
  if (list !== undefined) {
    const [coin, ...others] = coins
    if (coin === undefined || others.length > 0) return list.fail('should be an object by coin')
    return { [coin]: pointsOf(list) }
  }
  const found = coins.map((coin) => [coin, history.at(coin)] as const).filter(([, points]) => !points.missing)
  return Object.fromEntries(found.map(([coin, points]) => [coin, pointsOf(points)]))
}

const pointsOf = (points: Wire): PricePoint[] =>
  points
    .items(...NAMES)
    .map(pointOf)
    .sort((a, b) => a.time - b.time)

/** `{time, price}`, or the pair of both. */
function pointOf(point: Wire): PricePoint {
  if (!point.isList) return { time: point.at('time', 't').time(), price: point.at('price', 'px', 'p').decimal() }
  const [time, price] = point.items()
  return time === undefined || price === undefined
    ? point.fail('should be a time and a price')
    : { time: time.time(), price: price.decimal() }
}
