import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../../contract/action.ts'
import { type Money, price, size } from '../../../contract/decimal.ts'
import type { FieldIssue, TicketSummary } from '../../markets/scalar/index.ts'
import { walkBook } from '../../trade-forms/index.ts'
import { fieldWords, rejectionOf } from './field-labels.ts'
import { feeWords, fillWords, ordinal, wholeFrom } from './figure-labels.ts'
import { leverageChoices } from './leverage-choices.ts'
import { signerWords } from './signer-choice.tsx'

const level = (px: string, sz: string) => ({ px: price(px), sz: size(sz) })
const book = {
  bids: [level('571.82', '100'), level('571.81', '50')],
  asks: [level('571.86', '20'), level('571.90', '30')],
}
const fills = (px: string, sz: string, tif: 'GTC' | 'IOC' | 'ALO' = 'GTC', unit: 'mark' | 'f' = 'mark') => {
  const walk = walkBook('buy', price(px), size(sz), book)
  return fillWords({ walk, wouldCross: tif === 'ALO' && walk.levels > 0 }, { tif, unit })
}

describe('money in a narrow column', () => {
  it.each([
    ['999999.991', 'up', '1,000,000.00'],
    ['999999.98', 'half-up', '999,999.98'],
    ['1000000.01', 'up', '1,000,001'],
    ['1234567.4', 'half-up', '1,234,567'],
  ] as const)('%s rounded %s is %s', (value, rounding, text) => {
    expect(wholeFrom(value as unknown as Money, rounding)).toBe(text)
  })
})

describe('what fills now and what rests, in words', () => {
  it.each([
    ['571.80', '150', 'GTC', ['0', null], ['150', '3rd']],
    ['571.81', '150', 'GTC', ['0', null], ['150', '2nd']],
    ['571.86', '20', 'GTC', ['20', '571.86'], ['0', null]],
    ['571.86', '1500', 'GTC', ['20', '571.86'], ['1,480', '1st']],
    ['571.86', '30', 'IOC', ['20', '571.86'], ['10', 'cancelled']],
    ['571.90', '40', 'GTC', ['40', '571.88'], ['0', null]],
    ['580', '90', 'GTC', ['50+', '571.88'], ['40', '1st']],
    ['571.86', '20', 'ALO', ['crosses', null], ['refused', null]],
  ] as const)('%s × %s %s', (px, sz, tif, now, rest) => {
    expect(fills(px, sz, tif)).toMatchObject({
      now: { main: now[0], note: now[1] },
      rest: { main: rest[0], note: rest[1] },
    })
  })
  it('says the worst price too when it takes several levels', () => {
    expect(fills('571.90', '40')?.now.title).toContain('2 levels, the worst at 571.90')
  })
  it('B17: says prices in the unit that the ticket is typed in', () => {
    const { now } = fills('571.90', '40', 'GTC', 'f') ?? {}
    expect(now).toMatchObject({ note: '71.88 °F', title: expect.stringContaining('the worst at 71.90 °F') })
  })
  it('says nothing without a book', () => {
    expect(fillWords({ walk: null, wouldCross: false }, { tif: 'GTC', unit: 'mark' })).toBeNull()
  })
})

describe('small words', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [21, '21st'],
    [113, '113th'],
  ])('%i is %s', (place, word) => expect(ordinal(place)).toBe(word))
  it('a fee says who pays it', () => {
    const fee = (taker: string, maker: string) =>
      feeWords({ taker: taker as Money, maker: maker as Money, total: '0' as Money })?.kind
    expect([fee('1', '0'), fee('0', '1'), fee('1', '1')]).toEqual(['taker', 'maker', 'both'])
  })
  it('leverage choices end at the maximum and hold the present one', () => {
    expect(leverageChoices(20, 7)).toEqual([1, 2, 3, 5, 7, 10, 15, 20])
    expect(leverageChoices(2, 2)).toEqual([1, 2])
  })
})

const issue = (field: FieldIssue['field'], code: FieldIssue['code'], message: string): FieldIssue => ({
  field,
  code,
  message,
})
const summary = (over: { text?: FieldIssue[]; buy?: FieldIssue[]; sell?: FieldIssue[] } = {}): TicketSummary => {
  const side = (which: 'buy' | 'sell', issues: FieldIssue[]) => ({ side: which, max: null, issues, figures: null })
  return {
    price: null,
    size: null,
    settle: null,
    settleIssue: null,
    issues: over.text ?? [],
    buy: side('buy', over.buy ?? []),
    sell: side('sell', over.sell ?? []),
  }
}

describe('words below a field', () => {
  it('an empty field is wrong only once a side was pressed', () => {
    const missing = summary({ text: [issue('size', 'missing', 'Size is missing.')] })
    expect(fieldWords('size', missing, null, null)).toBeNull()
    expect(fieldWords('size', missing, 'buy', null)).toBe('Size is missing.')
  })
  it('what is wrong with one side only names the side', () => {
    const buyOnly = summary({ buy: [issue('size', 'exceeds_account', 'Needs more.')] })
    expect(fieldWords('size', buyOnly, null, null)).toBe('Buy: Needs more.')
    expect(fieldWords('price', buyOnly, null, null)).toBeNull()
  })
  it('reduce-only is not held against the side that nobody pressed', () => {
    const reducing = summary({ buy: [issue('size', 'reduce_only_would_increase', 'Would add.')] })
    expect(fieldWords('size', reducing, null, null)).toBeNull()
    expect(fieldWords('size', reducing, 'buy', null)).toBe('Would add.')
  })
  it("the service's words stand where the field is in order", () => {
    const rejection = { message: 'Crosses the book.', field: 'price' } as const
    expect(fieldWords('price', summary(), 'buy', rejection)).toBe('Crosses the book.')
    expect(fieldWords('size', summary(), 'buy', rejection)).toBeNull()
  })
})

describe('why an order came to nothing', () => {
  const sent = { requestId: 'a', intent: { kind: 'approve_agent' } } as const
  const rejected = { state: 'rejected', message: 'Needs margin.', field: 'size', steps: [] } as unknown as ActionRecord
  it('is what the call or the action said', () => {
    expect(rejectionOf({ ...sent, state: 'failed', message: 'Too many.', answered: true }, undefined)).toEqual({
      message: 'Too many.',
      field: null,
    })
    expect(rejectionOf({ ...sent, state: 'accepted', actionId: 'a' }, rejected)).toEqual({
      message: 'Needs margin.',
      field: 'size',
    })
  })
  it('is nothing while it is under way', () => {
    expect(rejectionOf({ ...sent, state: 'sending' }, undefined)).toBeNull()
    expect(rejectionOf({ ...sent, state: 'accepted', actionId: 'a' }, { ...rejected, state: 'unknown' })).toBeNull()
  })
})

describe('B16: who signs, in words', () => {
  const known = { off: null, wallet: '0x1111111111111111111111111111111111111111', agent: null } as never
  it('follows the signer that is chosen', () => {
    expect(signerWords('agent', known)).toMatch(/^The agent signs/)
    expect(signerWords('wallet', known)).toMatch(/^Wallet 0x11.* signs the order itself/)
    expect(signerWords('wallet', { off: null, wallet: null, agent: null })).toMatch(/your browser wallet is asked/)
  })
  it('and says why the wallet cannot', () => {
    expect(signerWords('agent', { off: 'Not offered here.', wallet: null, agent: null })).toMatch(
      /^The agent signs .* Your wallet cannot: Not offered here\.$/,
    )
  })
})
