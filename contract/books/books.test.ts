import { describe, expect, it } from 'vitest'
import type { Family } from '../account.ts'
import { add, money, multiply, price, size } from '../decimal.ts'
import type { ConversionKind } from '../outcome.ts'
import { millis } from '../time.ts'
import { createBooks, unrealisedAt } from './books.ts'
import { type ConversionEntry, conversionEntryOf, type FillEntry } from './entry.ts'
import { conversionOf, fillOf } from './testing/entries.ts'

let tid = 0
const fill = (
  family: Family,
  side: 'buy' | 'sell',
  amount: string,
  at: string,
  more: Partial<FillEntry> = {},
): FillEntry => fillOf(family, [side, amount, at, more], { tid: ++tid, time: 1_000 + tid })
const convert = (conversion: ConversionKind, amount: string, gives: string[], takes: string[]): ConversionEntry =>
  conversionOf(conversion, amount, [gives, takes], { id: String(++tid), time: 1_000 + tid })

/** What each of a series of fills realizes, and the final positions. */
function play(...entries: readonly (FillEntry | ConversionEntry)[]) {
  const books = createBooks()
  const realised = entries.flatMap((entry) => books.apply(entry).map(({ computed }) => computed))
  return { realised, held: books.held().map((one) => [one.asset, one.size, one.cost]) }
}

describe('a fee taken in shares', () => {
  const paid = { fee: money('0.3304'), feeShares: size('0.56') }

  it('leaves fewer shares than were bought, and costs their value at the price of the fill', () => {
    const books = createBooks()
    const [bought] = books.apply(fill('outcome', 'buy', '950', '0.59', paid))
    expect(bought).toMatchObject({ change: '949.44', opened: '949.44', fee: '0.3304', realised: '0' })
    expect(books.held()).toMatchObject([{ size: '949.44', cost: '560.1696' }])
    // Cost and fee add up to what was paid.
    expect(add(money('560.1696'), paid.fee)).toBe(multiply(price('0.59'), size('950')))
  })

  it('takes more shares than were sold', () => {
    const books = createBooks()
    books.apply(fill('outcome', 'buy', '950.56', '0.5'))
    const [sold] = books.apply(fill('outcome', 'sell', '950', '0.59', paid))
    expect(sold).toMatchObject({ change: '-950.56', closed: '950.56', realised: '85.5504', fee: '0.3304' })
    expect(books.held()).toEqual([])
  })
})

describe('average cost', () => {
  it.each<[string, FillEntry[], (string | null)[], (string | null)[][]]>([
    [
      'of a long that is increased and closed in parts',
      [
        fill('scalar', 'buy', '10', '570'),
        fill('scalar', 'buy', '10', '572'),
        fill('scalar', 'sell', '5', '575'),
        fill('scalar', 'sell', '15', '570'),
      ],
      ['0', '0', '20', '-15'],
      [],
    ],
    [
      'of a short',
      [fill('scalar', 'sell', '4', '570.50'), fill('scalar', 'buy', '1', '569.50')],
      ['0', '1'],
      [['NYCTMP1', '-3', '-1711.5']],
    ],
    [
      'of a fill that flips a long: the rest opens again',
      [fill('scalar', 'buy', '2', '570'), fill('scalar', 'sell', '5', '571')],
      ['0', '2'],
      [['NYCTMP1', '-3', '-1713']],
    ],
    [
      'of DOWN: it costs 1 minus the price of UP',
      [fill('binary', 'sell', '10', '0.400'), fill('binary', 'buy', '5', '0.300')],
      ['0', '0.5'],
      [['GALPHA', '-5', '3']],
    ],
    [
      'of a contract that pays nothing: the lent half of its cost is not lost again',
      [fill('binary', 'buy', '10', '0.600'), fill('binary', 'sell', '10', '0')],
      ['0', '-3'],
      [],
    ],
    [
      'of shares, with the cost of a part truncated to the micro-unit',
      [fill('outcome', 'buy', '3', '0.333'), fill('outcome', 'buy', '4', '0.5'), fill('outcome', 'sell', '1', '1')],
      ['0', '0', '0.571572'],
      [['#360', '6', '2.570572']],
    ],
  ])('%s', (_, entries, realised, held) => {
    expect(play(...entries)).toEqual({ realised, held })
  })
})

describe('conversions', () => {
  it('a split costs 1 per set, evenly, and merging it realizes nothing', () => {
    const split = convert('split', '50', [], ['#360', '#361'])
    expect(play(split).held).toEqual([
      ['#360', '50', '25'],
      ['#361', '50', '25'],
    ])
    expect(play(split, convert('merge', '50', ['#360', '#361'], []))).toEqual({
      realised: ['0', '0', '0', '0'],
      held: [],
    })
  })

  it('a merge realizes 1 minus the cost of its shares', () => {
    const cheap = { asset: '#361' }
    const { realised } = play(
      fill('outcome', 'buy', '10', '0.40'),
      fill('outcome', 'buy', '10', '0.50', cheap),
      convert('merge', '10', ['#360', '#361'], []),
    )
    expect(realised).toEqual(['0', '0', '1', '0'])
  })

  it('a negation carries the cost over, to the last unit', () => {
    const no = { asset: '#361' }
    const { realised, held } = play(
      fill('outcome', 'buy', '1', '0.10', no),
      convert('negate', '1', ['#361'], ['#370', '#380', '#390']),
    )
    expect(realised).toEqual(['0', '0', '0', '0', '0'])
    expect(held).toEqual([
      ['#370', '1', '0.033333'],
      ['#380', '1', '0.033333'],
      ['#390', '1', '0.033334'],
    ])
  })

  it('takes its shares from the markets, and none when they do not list them', () => {
    const side = (coin: string, index: number) => ({ coin, index, name: '' as never })
    const question = { id: 7 } as never
    const markets = [37, 36].map((outcomeId) => ({
      outcomeId,
      sides: [side(`#${outcomeId}0`, 0), side(`#${outcomeId}1`, 1)],
      questions: [question],
    }))
    const one = { id: 'c1', kindText: '', amount: size('5'), outcomeId: 36, questionId: 7, time: millis(1) }
    const coins = (kind: ConversionKind | null, change = {}) => {
      const entry = conversionEntryOf({ ...one, kind, ...change }, markets)
      return entry === null ? null : [entry.gives, entry.takes]
    }
    expect(coins('split')).toEqual([[], ['#360', '#361']])
    expect(coins('merge')).toEqual([['#360', '#361'], []])
    expect(coins('merge_question')).toEqual([['#360', '#370'], []])
    expect(coins('negate')).toEqual([['#361'], ['#370']])
    expect(coins('negate', { outcomeId: 99 })).toBeNull()
    expect(coins('merge', { amount: null })).toBeNull()
    expect(coins(null)).toBeNull()
  })
})

describe('a position from before the records begin', () => {
  const begin = [{ asset: 'NYCTMP1', family: 'scalar', size: size('10'), cost: null, posted: null }] as const

  it("has no cost: only the service's own result counts", () => {
    const books = createBooks(begin)
    expect(books.apply(fill('scalar', 'sell', '4', '571'))[0]).toMatchObject({
      computed: null,
      realised: null,
      closed: '4',
    })
    const reported = fill('scalar', 'sell', '6', '571', { realizedPnl: money('3') })
    expect(books.apply(reported)[0]).toMatchObject({ computed: null, realised: '3', isHeld: false })
  })

  it('supplies any size closed beyond the known position', () => {
    const books = createBooks()
    books.apply(fill('outcome', 'buy', '5', '0.5'))
    const [gone] = books.apply(convert('merge', '8', ['#360', '#361'], []))
    expect(gone).toMatchObject({ change: '-5', computed: null })
    expect(books.held()).toEqual([])
  })

  it('ends with a settlement that opens nothing', () => {
    const books = createBooks()
    const [gone] = books.apply(
      fill('scalar', 'sell', '5', '571', { oid: 'settlement', cause: 'settlement', realizedPnl: money('2') }),
    )
    expect([gone?.realised, gone?.computed, books.held()]).toEqual(['2', null, []])
  })
})

describe('a computed settlement', () => {
  it('is booked at the price rounded to nine places, even if the mark has more', () => {
    const books = createBooks()
    books.apply(fill('scalar', 'buy', '2', '570'))
    const at = { kind: 'settlement', id: 's', asset: 'NYCTMP1', family: 'scalar', time: millis(9_000) } as const
    const [gone] = books.apply({ ...at, price: price('571.0000000000001') })
    expect([gone?.realised, books.held()]).toEqual(['2', []])
  })
})

describe('saved books', () => {
  it('continue as if never saved', () => {
    const first = [
      fill('binary', 'buy', '10', '0.6'),
      fill('scalar', 'sell', '3', '570'),
      convert('split', '5', [], ['#360', '#361']),
    ]
    const then = [
      fill('binary', 'sell', '10', '0'),
      fill('scalar', 'buy', '3', '569'),
      fill('outcome', 'sell', '2', '0.9'),
    ]
    const whole = createBooks()
    const begun = createBooks()
    for (const entry of first) for (const books of [whole, begun]) books.apply(entry)
    const again = createBooks(JSON.parse(JSON.stringify(begun.save())))
    for (const entry of then) expect(again.apply(entry)).toEqual(whole.apply(entry))
    expect(again.save()).toEqual(whole.save())
  })
})

describe('unrealized P&L', () => {
  it.each<[Family, string, string, string, string]>([
    ['scalar', '2', '1140', '571.5', '3'],
    ['scalar', '-2', '-1140', '571.5', '-3'],
    ['binary', '10', '6', '0.7', '1'],
    ['binary', '-10', '4', '0.7', '-1'],
    ['binary', '10', '6', '0.1', '-3'],
    ['outcome', '10', '6', '0.7', '1'],
  ])('%s %s with a cost of %s, at %s', (family, amount, cost, at, profit) => {
    const posted = money(family === 'binary' ? String(Number(cost) / 2) : cost)
    const held = { asset: 'x', family, size: size(amount), cost: money(cost), posted }
    expect(unrealisedAt(held, price(at))).toBe(profit)
    expect(unrealisedAt({ ...held, cost: null }, price(at))).toBeNull()
  })
})
