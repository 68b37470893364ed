import { describe, expect, it } from 'vitest'
import { money, size } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { sideName } from '../../../contract/outcome-names.ts'
import { millis } from '../../../contract/time.ts'
import { offeredConversions } from './conversions.ts'
import { groupsOf, lifeText } from './labels.ts'

const HOUR = 3_600_000
const market = (outcomeId: number, name: string, change: Partial<OutcomeMarket> = {}): OutcomeMarket => ({
  outcomeId,
  name: name as never,
  sides: [
    { index: 0, name: 'Yes' as never, coin: `#${outcomeId}0` },
    { index: 1, name: 'No' as never, coin: `#${outcomeId}1` },
  ],
  questions: [],
  expiry: millis(10 * HOUR),
  expired: false,
  settling: false,
  winner: null,
  sizeDecimals: 2,
  tickSize: null,
  ...change,
})
const high = {
  id: 9,
  title: 'New York high' as never,
  rules: 'By the gauge.' as never,
  exclusive: true,
  outcomes: [1, 2],
  several: true,
}
const above = market(1, 'Above 75 °F', { questions: [high] })
const below = market(2, 'Below 75 °F', { questions: [high] })
const rain = market(4, 'Rain', {
  questions: [
    { id: 8, title: 'Rain before midnight' as never, rules: null, exclusive: false, outcomes: [4], several: false },
  ],
  expiry: millis(HOUR),
})
const settling = market(5, 'Reading at 10:00', { settling: true, expiry: millis(0) })
const over = market(6, 'Reading at 09:00', { expired: true, winner: 1, expiry: millis(0) })
const all = [over, settling, above, rain, below]
const titles = (search: string, openOnly: boolean) => groupsOf(all, { search, openOnly }).map(({ title }) => title)

describe('the name of a side', () => {
  it('includes the outcome where the question has several, even when the service does not report that', () => {
    const unsaid = { ...high, outcomes: [] }
    const [yes] = above.sides
    if (yes === undefined) throw new Error('no side')
    expect(sideName(above, yes)).toBe('Yes, Above 75 °F')
    expect(sideName(market(2, 'Below 75 °F', { questions: [unsaid] }), yes)).toBe('Yes, Below 75 °F')
    expect(sideName(rain, yes)).toBe('Yes')
  })
})

describe('the list of outcome markets', () => {
  it('is by question, earliest expiry first, expired ones last', () => {
    expect(titles('', false)).toEqual(['Rain before midnight', 'New York high', 'Reading at 10:00', 'Reading at 09:00'])
    const [, second] = groupsOf(all, { search: '', openOnly: false })
    expect(second).toMatchObject({ many: true, markets: [above, below] })
  })
  it.each([
    ['', true, ['Rain before midnight', 'New York high', 'Reading at 10:00']],
    ['york ABOVE', false, ['New York high']],
    ['rain yes', false, ['Rain before midnight']],
    ['snow', false, []],
  ] as const)('%o, open only %s, leaves %o', (search, openOnly, left) => {
    expect(titles(search, openOnly)).toEqual(left)
  })
})

describe('the label of a market’s remaining life', () => {
  it.each([
    [above, 10 * HOUR - 5000, /^5\ss left$/],
    [above, 4 * HOUR, /^6\sh 00\smin left$/],
    [above, 11 * HOUR, /expired/],
    [settling, 0, /^settling$/],
    [over, 0, /^No won$/],
    [{ ...over, winner: null }, 0, /^expired$/],
    [{ ...above, expiry: null }, 0, /expiry unknown/],
  ])('%#', (one, now, text) => {
    expect(lifeText(one, now)).toMatch(text)
  })
  it('shows seconds only in the last ten minutes, and days where there are any', () => {
    const until = (ms: number) => lifeText({ ...above, expiry: millis(ms) }, 0)
    expect(until(HOUR / 2 + 1)).toMatch(/^30\smin left$/)
    expect(until(HOUR / 10)).toMatch(/^6\smin 00\ss left$/)
    expect(until(51 * HOUR)).toMatch(/^2\sd 3\sh left$/)
  })
})

describe('the conversions on offer', () => {
  const held = [
    { asset: '#10', size: size('12.50') },
    { asset: '#11', size: size('3.00') },
    { asset: '#20', size: size('4.00') },
  ]
  const holdings = { positions: held, collateral: money('200.000000') }
  const kinds = (one: OutcomeMarket, siblings = all) =>
    offeredConversions(one, siblings, holdings).map(({ kind }) => kind)
  it('are splitting and merging where the outcomes are not mutually exclusive', () => {
    expect(kinds(rain)).toEqual(['split', 'merge'])
  })
  it('are all of them for an exclusive question, and where the service does not say', () => {
    expect(kinds(above)).toEqual(['split', 'merge', 'merge_question', 'negate'])
    const unsaid = market(1, 'Above', { questions: [{ ...high, exclusive: null }] })
    expect(kinds(unsaid)).toContain('negate')
    expect(offeredConversions(unsaid, all, holdings).at(-1)?.text).toMatch(
      /A No of “Above” becomes a Yes of every other outcome of the question\. The venue does not report whether it allows this here\./,
    )
  })
  it('include a negation where the question has several outcomes without saying so, and then no merging', () => {
    const unlisted = market(1, 'Above', { questions: [{ ...high, outcomes: [] }] })
    expect(kinds(unlisted)).toEqual(['split', 'merge', 'negate'])
    expect(offeredConversions(unlisted, all, holdings).at(-1)).toMatchObject({ questionId: 9, most: '3.00' })
  })
  it('are none once the market settles or has expired', () => {
    expect([...kinds(settling), ...kinds(over)]).toEqual([])
  })
  it('have the maximum amount, and require an amount for a split and a negation', () => {
    const offered = offeredConversions(above, all, holdings)
    expect(offered.map(({ most }) => most)).toEqual(['200.000000', '3.00', '4.00', '3.00'])
    expect(offered.map(({ allowsAll }) => allowsAll)).toEqual([false, true, true, false])
    expect(offered.map(({ questionId }) => questionId)).toEqual([null, null, 9, 9])
    const unread = offeredConversions(above, all, { positions: null, collateral: null })
    expect(unread.map(({ most }) => most)).toEqual([null, null, null, null])
  })
})
