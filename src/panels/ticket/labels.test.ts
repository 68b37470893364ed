import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../../contract/action.ts'
import type { FieldIssue, TicketSummary } from '../../markets/scalar/index.ts'
import { fieldText, rejectionOf } from './fields.tsx'
import { LEVERAGE_NOT_REPORTED, leverageChoices, leverageText } from './leverage-control.tsx'
import { signerText } from './ticket-parts.tsx'

describe('labels of the leverage', () => {
  it('choices end at the maximum and include the current one', () => {
    expect(leverageChoices(20, 7)).toEqual([1, 2, 3, 5, 7, 10, 15, 20])
    expect(leverageChoices(2, 2)).toEqual([1, 2])
  })

  it('an unreported leverage is shown as the market maximum until one is chosen, and not as an error', () => {
    expect(leverageText(10, false)).toBe('10× market maximum')
    expect(leverageText(5, true)).toBe('Isolated 5×')
    expect(LEVERAGE_NOT_REPORTED).toBe('Not reported by the venue: market maximum assumed')
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

describe('messages below a field', () => {
  it('an empty field is an error only after a side was clicked', () => {
    const missing = summary({ text: [issue('size', 'missing', 'Size is missing.')] })
    expect(fieldText('size', missing, null, null)).toBeNull()
    expect(fieldText('size', missing, 'buy', null)).toBe('Size is missing.')
  })
  it('an issue of one side only names the side', () => {
    const buyOnly = summary({ buy: [issue('size', 'exceeds_account', 'Needs more.')] })
    expect(fieldText('size', buyOnly, null, null)).toBe('Buy: Needs more.')
    expect(fieldText('price', buyOnly, null, null)).toBeNull()
  })
  it('reduce-only is no issue while its side was not clicked', () => {
    const reducing = summary({ buy: [issue('size', 'reduce_only_would_increase', 'Would add.')] })
    expect(fieldText('size', reducing, null, null)).toBeNull()
    expect(fieldText('size', reducing, 'buy', null)).toBe('Would add.')
  })
  it('the service’s message is shown where the field is valid', () => {
    const rejection = { message: 'Crosses the book.', field: 'price' } as const
    expect(fieldText('price', summary(), 'buy', rejection)).toBe('Crosses the book.')
    expect(fieldText('size', summary(), 'buy', rejection)).toBeNull()
  })
})

describe('the reason of a failed order', () => {
  const sent = { requestId: 'a', intent: { kind: 'approve_agent' } } as const
  const rejected = { state: 'rejected', message: 'Needs margin.', field: 'size', steps: [] } as unknown as ActionRecord
  it('is that of the call or the action', () => {
    expect(rejectionOf({ ...sent, state: 'failed', message: 'Too many.', answered: true }, undefined)).toEqual({
      message: 'Too many.',
      field: null,
    })
    expect(rejectionOf({ ...sent, state: 'accepted', actionId: 'a' }, rejected)).toEqual({
      message: 'Needs margin.',
      field: 'size',
    })
  })
  it('is null while it is pending', () => {
    expect(rejectionOf({ ...sent, state: 'sending' }, undefined)).toBeNull()
    expect(rejectionOf({ ...sent, state: 'accepted', actionId: 'a' }, { ...rejected, state: 'unknown' })).toBeNull()
  })
})

describe('the label of the signer', () => {
  const known = { off: null, wallet: '0x1111111111111111111111111111111111111111', agent: null } as never
  it('follows the chosen signer', () => {
    expect(signerText('agent', known)).toMatch(/^The agent signs/)
    expect(signerText('wallet', known)).toMatch(/Wallet 0x11…1111 signs the order\./)
    expect(signerText('wallet', { off: null, wallet: null, agent: null })).toMatch(
      /No wallet key: your browser wallet signs each order\./,
    )
  })
  it('and shows why the wallet is unavailable', () => {
    expect(signerText('agent', { off: 'Not offered here.', wallet: null, agent: null })).toMatch(
      /^The agent signs .* Your wallet cannot sign: Not offered here\.$/,
    )
  })
})
