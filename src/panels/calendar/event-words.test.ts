import { expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import type { CalendarEvent, Exposure } from '../../../contract/calendar/index.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { marketOf, mineWords, nameOf } from './event-words.ts'
import { leftText } from './left.ts'

const MINUTE = 60_000
const NOTHING: Exposure = {
  positions: [],
  value: null,
  worst: null,
  best: null,
  orders: 0,
  exits: 0,
  algos: 0,
  early: null,
}
const share = { family: 'outcome', asset: '#21', size: '12', entryPx: '0.4' } as unknown as Position
const markets = [1, 2].map((outcomeId) => ({
  outcomeId,
  sides: [0, 1].map((index) => ({ index, name: 'x', coin: `#${outcomeId}${index}` })),
})) as unknown as OutcomeMarket[]
const event = (change: Partial<CalendarEvent>): CalendarEvent =>
  ({ family: 'scalar', asset: 'A', name: 'A', markets: [], ...change }) as CalendarEvent

it('the time that is left goes by the minute, rounded up, and by the second at last', () => {
  const words = [-1, 4 * MINUTE + 11_500, 5 * MINUTE + 1, 59 * MINUTE + 1, 62 * MINUTE, 50 * 60 * MINUTE].map(leftText)
  expect(words.map((one) => one.replaceAll('\u00a0', ' '))).toEqual([
    'now',
    '4 min 12 s',
    '6 min',
    '1 h 00 min',
    '1 h 02 min',
    '2 d 2 h',
  ])
})

it('what is held stands first, then what ends with it', () => {
  const long = { family: 'scalar', asset: 'A', size: '40', entryPx: '554.5' } as unknown as Position
  const nameOfCoin = (coin: string): string => (coin === '#21' ? 'No, Rain' : coin)
  expect(mineWords({ ...NOTHING, positions: [long], orders: 2, exits: 1 }, nameOfCoin)).toBe(
    'long 40 at 554.50, 2 orders, 1 exit',
  )
  expect(mineWords({ ...NOTHING, positions: [share], algos: 1 }, nameOfCoin)).toBe('No, Rain 12 at 0.4, 1 algo order')
  expect(mineWords(NOTHING, nameOfCoin)).toBe('')
})

it('a row leads to its asset, and of outcomes to the side that is held, else to the first', () => {
  expect(marketOf(event({}), NOTHING)).toEqual({ family: 'scalar', asset: 'A' })
  expect(marketOf(event({ asset: null }), NOTHING)).toBeNull()
  const expiry = event({ family: 'outcome', asset: null, markets })
  expect(marketOf(expiry, { ...NOTHING, positions: [share] })).toEqual({ family: 'outcome', outcomeId: 2, side: 1 })
  expect(marketOf(expiry, NOTHING)).toEqual({ family: 'outcome', outcomeId: 1, side: 0 })
  expect(nameOf(event({ name: null, asset: null }))).toBe('The next scalar asset')
})
