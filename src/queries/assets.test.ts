import { describe, expect, it } from 'vitest'
import type { BinaryMarket } from '../../contract/binary.ts'
import { price } from '../../contract/decimal.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { assetsOf } from './assets.ts'

const scalar = { asset: 'NYCTMP1', tickSize: price('0.01'), sizeDecimals: 4 } as ScalarMarket
const binary = { asset: 'GBETA', tickSize: price('0.001'), sizeDecimals: 2 } as BinaryMarket
const outcome = (outcomeId: number, name: string, question: object): OutcomeMarket => ({
  outcomeId,
  name: name as never,
  sides: [
    { index: 0, name: 'Yes' as never, coin: `#${outcomeId}0` },
    { index: 1, name: 'No' as never, coin: `#${outcomeId}1` },
  ],
  questions: [
    {
      id: 9,
      title: 'New York high' as never,
      rules: null,
      exclusive: true,
      outcomes: [4, 5],
      several: true,
      ...question,
    },
  ],
  expiry: null,
  expired: false,
  settling: false,
  winner: null,
  sizeDecimals: 2,
  tickSize: null,
})
const assets = assetsOf(
  [scalar],
  [binary],
  [
    outcome(4, 'Above 75 °F', {}),
    outcome(7, 'Rain', { id: 8, title: 'Rain before midnight' as never, outcomes: [7], several: false }),
  ],
)

describe('an asset looked up by name', () => {
  it.each([
    ['NYCTMP1', 'scalar', 'NYCTMP1', '0.01', 4],
    ['GBETA', 'binary', 'GBETA', '0.001', 2],
    ['#40', 'outcome', 'Yes, Above 75 °F, New York high', null, 2],
    ['#71', 'outcome', 'No, Rain before midnight', null, 2],
    ['#990', 'outcome', '#990', null, null],
    ['OLD', 'scalar', 'OLD', null, null],
  ] as const)('%s is %s, called %s', (asset, family, name, tickSize, sizeDecimals) => {
    expect(assets.of(asset)).toMatchObject({ family, name, tickSize, sizeDecimals })
    expect(assets.asset(asset)).toBe(name)
  })
  it('includes the outcome wherever its side is named, although the service never reports which outcomes a question has', () => {
    const unsaid = { outcomes: [], several: true }
    const two = assetsOf([], [], [outcome(1, 'Above 75 °F', unsaid), outcome(2, 'Below 75 °F', unsaid)])
    expect(['#10', '#20', '#21'].map(two.asset)).toEqual([
      'Yes, Above 75 °F, New York high',
      'Yes, Below 75 °F, New York high',
      'No, Below 75 °F, New York high',
    ])
    expect([two.outcome(1), two.outcome(2)]).toEqual(['Above 75 °F, New York high', 'Below 75 °F, New York high'])
  })

  it('falls back to the ids of unknown markets and questions', () => {
    expect([assets.outcome(7), assets.outcome(99)]).toEqual(['Rain before midnight', 'outcome 99'])
    expect([assets.question(9), assets.question(99)]).toEqual(['New York high', 'question 99'])
  })
})
