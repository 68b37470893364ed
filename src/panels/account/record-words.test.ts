import { describe, expect, it } from 'vitest'
import type { PrunePlan, RecordsView } from '../../../contract/record-keeping.ts'
import { millis } from '../../../contract/time.ts'
import { countWords, listWords, planWords } from './record-words.ts'

const plan = (more: Partial<PrunePlan> = {}): PrunePlan => ({
  ...{ cut: millis(Date.UTC(2025, 4, 26)), fills: 412_331, orders: 80_210, isHeldBack: false, bars: [] },
  ...more,
})
const records = (more: Partial<RecordsView>): RecordsView => ({
  ...{ keep: 'everything', fills: 1, orders: 1, oldestFill: null, oldestOrder: null, pruned: null },
  plans: { two_years: plan({ fills: 0, orders: 0 }), one_year: plan(), six_months: plan({ fills: 1, orders: 0 }) },
  file: { bytes: 1, free: 0 },
  ...more,
})

describe('what keeping less takes away, in words', () => {
  it('is how much before which day, what it waits for, and that it cannot be had back', () => {
    expect(planWords(records({}), 'one_year')).toEqual([
      '412,331 fills and 80,210 orders before 2025-05-26 are put together to sums, and each day those that become older than 1 year.',
      'They cannot be had back one by one. If you need every row, write Fills and Order history to CSV first.',
    ])
    const waits = records({
      plans: { ...records({}).plans, one_year: plan({ bars: ['fills', 'orders', 'books'], isHeldBack: true }) },
    })
    expect(planWords(waits, 'one_year')?.slice(1, 3)).toEqual([
      'What was made on 2025-05-26 or later stays for now: an order or an action of then is still at work.',
      'It begins once your fills are read back to their beginning, your orders are read back to their beginning and the results of every day before it are worked out.',
    ])
    expect(planWords(records({}), 'two_years')?.[0]).toContain('Nothing is older than 2 years yet.')
  })

  it('is nothing where no less is kept than now', () => {
    const now = records({ keep: 'one_year' })
    expect([planWords(now, 'everything'), planWords(now, 'two_years'), planWords(now, 'one_year')]).toEqual([
      null,
      null,
      null,
    ])
    expect(planWords(now, 'six_months')?.[0]).toContain('1 fill before')
  })

  it('names one and several', () => {
    expect([countWords(1, 2), countWords(0, 1), listWords(['a']), listWords(['a', 'b', 'c'])]).toEqual([
      '1 fill and 2 orders',
      '1 order',
      'a',
      'a, b and c',
    ])
  })
})
