import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../../contract/action.ts'
import type { FieldIssue, TicketSummary } from '../../markets/scalar/index.ts'
import { fieldText, rejectionOf } from './fields.tsx'
import { LEVERAGE_UNTOLD, leverageChoices, leverageText } from './leverage-control.tsx'
import { signerText } from './ticket-form.tsx'

describe('small words', () => {
  it('leverage choices end at the maximum and hold the present one', () => {
    expect(leverageChoices(20, 7)).toEqual([1, 2, 3, 5, 7, 10, 15, 20])
    expect(leverageChoices(2, 2)).toEqual([1, 2])
  })

  it('a leverage that nobody told is the market maximum until one is chosen, and reads like no fault', () => {
    expect(leverageText(10, false)).toBe('10× market maximum until you choose')
    expect(leverageText(5, true)).toBe('Isolated 5×')
    expect(LEVERAGE_UNTOLD).not.toContain('assumed')
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
    expect(fieldText('size', missing, null, null)).toBeNull()
    expect(fieldText('size', missing, 'buy', null)).toBe('Size is missing.')
  })
  it('what is wrong with one side only names the side', () => {
    const buyOnly = summary({ buy: [issue('size', 'exceeds_account', 'Needs more.')] })
    expect(fieldText('size', buyOnly, null, null)).toBe('Buy: Needs more.')
    expect(fieldText('price', buyOnly, null, null)).toBeNull()
  })
  it('reduce-only is not held against the side that nobody pressed', () => {
    const reducing = summary({ buy: [issue('size', 'reduce_only_would_increase', 'Would add.')] })
    expect(fieldText('size', reducing, null, null)).toBeNull()
    expect(fieldText('size', reducing, 'buy', null)).toBe('Would add.')
  })
  it("the service's words stand where the field is in order", () => {
    const rejection = { message: 'Crosses the book.', field: 'price' } as const
    expect(fieldText('price', summary(), 'buy', rejection)).toBe('Crosses the book.')
    expect(fieldText('size', summary(), 'buy', rejection)).toBeNull()
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

describe('who signs, in words', () => {
  const known = { off: null, wallet: '0x1111111111111111111111111111111111111111', agent: null } as never
  it('follows the signer that is chosen', () => {
    expect(signerText('agent', known)).toMatch(/^The agent signs/)
    expect(signerText('wallet', known)).toMatch(/^Wallet 0x11.* signs the order itself/)
    expect(signerText('wallet', { off: null, wallet: null, agent: null })).toMatch(/your browser wallet is asked/)
  })
  it('and says why the wallet cannot', () => {
    expect(signerText('agent', { off: 'Not offered here.', wallet: null, agent: null })).toMatch(
      /^The agent signs .* Your wallet cannot: Not offered here\.$/,
    )
  })
})
