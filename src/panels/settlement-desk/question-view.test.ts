import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { BookView } from '../../../contract/market.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'
import type { JudgedBooks } from './legs.tsx'
import { questionView, setsOf, widthsOf } from './question-section.tsx'

const RULES = 'The highest of the readings, rounded to a whole °F, halves up. Exactly one of the outcomes is Yes.'

function market(id: number, name: string, over: Partial<OutcomeMarket> = {}): OutcomeMarket {
  return {
    outcomeId: id,
    name: name as never,
    sides: [
      { index: 0, name: 'Yes' as never, coin: `#${id}0` },
      { index: 1, name: 'No' as never, coin: `#${id}1` },
    ],
    questions: [
      {
        id: 1,
        title: 'New York high' as never,
        rules: RULES as never,
        exclusive: true,
        outcomes: [1, 2, 3],
        several: true,
      },
    ],
    expiry: millis(5000),
    expired: false,
    settling: false,
    winner: null,
    sizeDecimals: 2,
    tickSize: price('0.001'),
    ...over,
  }
}
const DAY = [market(1, '57 °F or higher'), market(2, '53 °F or lower'), market(3, '54 to 56 °F')]
const QUOTES: { readonly [coin: string]: readonly [bid: string, ask: string] } = {
  '#10': ['0.24', '0.28'],
  '#20': ['0.20', '0.24'],
  '#30': ['0.50', '0.54'],
}

function books(stale: readonly string[] = []): JudgedBooks {
  const last = (asset: string): BookView | null => {
    const quote = QUOTES[asset]
    if (quote === undefined) return null
    const side = (px: string) => [{ px: price(px), sz: size('9'), total: size('9'), depth: 1, own: false }]
    return {
      ...{ asset, bids: side(quote[0]), asks: side(quote[1]), spread: null, mid: null },
      ...{ time: millis(0), receivedAt: millis(0), stale: stale.includes(asset) },
    }
  }
  return {
    last,
    fresh: (asset) => (stale.includes(asset) ? null : last(asset)),
    age: (asset) => ({ receivedAt: millis(0), isStale: stale.includes(asset) }),
  }
}

describe('a question on the settlement desk', () => {
  const [set] = setsOf(DAY)
  if (set === undefined) throw new Error('no set')

  it('is ordered from low to high on the axis, with its implied probabilities', () => {
    const { rows, edges, implied } = questionView(set, DAY, books())
    expect(rows.map(({ member, share }) => [member.name, share])).toEqual([
      ['53 °F or lower', '0.22'],
      ['54 to 56 °F', '0.52'],
      ['57 °F or higher', '0.26'],
    ])
    expect(edges).toEqual(['53.5', '56.5'])
    expect(implied?.coherence).toBe('coherent')
    expect(widthsOf(rows)).toEqual([3, 3, 3])
  })

  it('implies nothing from a part of its outcomes: a stale quote is marked and ignored', () => {
    const { rows, implied } = questionView(set, DAY, books(['#30']))
    expect(implied).toBeNull()
    expect(rows.map(({ share, isStale, bid }) => [share, isStale, bid])).toEqual([
      [null, false, '0.20'],
      [null, true, '0.50'],
      [null, false, '0.24'],
    ])
  })

  it('is shown by name where its texts do not place all outcomes', () => {
    const odd = [market(1, '57 °F or higher'), market(2, 'A cold day'), market(3, '54 to 56 °F')]
    const { rows, edges, implied } = questionView(set, odd, books())
    expect(edges).not.toBeNull()
    const named = setsOf(odd)[0]
    if (named === undefined) throw new Error('no set')
    const view = questionView(named, odd, books())
    expect(view.edges).toBeNull()
    expect(view.rows.map(({ member }) => member.name)).toEqual(['57 °F or higher', 'A cold day', '54 to 56 °F'])
    expect([rows.length, implied?.coherence]).toEqual([3, 'coherent'])
  })
})

describe('the questions to choose from', () => {
  it('are listed once each, the earliest expiry first, including markets without a question', () => {
    const later = market(9, 'First day', {
      sides: ['June', 'July', 'Later'].map((name, index) => ({ index, name: name as never, coin: `#9${index}` })),
      questions: [],
      expiry: millis(9000),
    })
    expect(setsOf([later, ...DAY]).map(({ key }) => key)).toEqual(['question/1', 'outcome/9'])
    expect(setsOf(DAY.map((one) => ({ ...one, settling: true })))).toEqual([])
  })
})
