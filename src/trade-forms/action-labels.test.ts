import { describe, expect, it } from 'vitest'
import type { ActionRecord, ActionState } from '../../contract/action.ts'
import { price, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { millis } from '../../contract/time.ts'
import { awaitsWord, intentWords, leverageSet, type Naming, stateLine, stateTone } from './action-labels.ts'

const buy: Intent = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.80'),
  size: size('150.0000'),
  tif: 'GTC',
  reduceOnly: false,
}
const rain = { kind: 'outcome_order', asset: '#40', side: 'buy', size: '10.00' } as const
const convert = { kind: 'convert', outcomeId: 4, questionId: null, amount: '5.00' } as const
const action = (state: ActionState, over: Partial<ActionRecord> = {}): ActionRecord => ({
  id: 'a',
  intent: buy,
  state,
  steps: [{ state, at: millis(0), detail: null }],
  createdAt: millis(0),
  updatedAt: millis(0),
  cloid: null,
  oid: '77',
  filled: null,
  code: null,
  message: null,
  field: null,
  mismatches: [],
  ...over,
})

describe('actions in words', () => {
  it.each([
    [buy, 'Buy 150 NYCTMP1 at 571.80 GTC'],
    [{ ...buy, side: 'sell', tif: 'IOC', reduceOnly: true }, 'Sell 150 NYCTMP1 at 571.80 IOC reduce-only'],
    [{ kind: 'cancel', asset: 'NYCTMP1', oid: '77', cloid: null }, 'Cancel buy 150 NYCTMP1 at 571.80'],
    [{ kind: 'cancel', asset: 'NYCTMP1', oid: '78', cloid: null }, 'Cancel order 78 in NYCTMP1'],
    [{ kind: 'close', asset: 'NYCTMP1', size: null, slippagePct: '0.5' }, 'Close NYCTMP1 at market'],
    [{ kind: 'leverage', asset: 'NYCTMP1', leverage: 5 }, 'Set NYCTMP1 leverage to 5×'],
    [{ kind: 'approve_agent' }, 'Approve agent wallet'],
    [{ kind: 'binary_setup' }, 'Set binary leverage to 2'],
    [
      { kind: 'binary_predict', asset: 'GBETA', direction: 'DOWN', amount: '25.00', slippagePct: '5' },
      'Predict DOWN 25 USDC GBETA',
    ],
    [{ ...rain, mode: { kind: 'limit', price: '0.21' } }, 'Buy 10 #40 at 0.21'],
    [{ ...rain, mode: { kind: 'market', slippagePct: '1.50' } }, 'Buy 10 #40 at market, slippage 1.5 %'],
    [{ kind: 'transfer', amount: '200' }, 'Move 200 USDH to outcome trading'],
    [{ ...convert, conversion: 'split' }, 'Split 5 USDH, outcome 4'],
    [{ ...convert, conversion: 'merge' }, 'Merge 5 into USDH, outcome 4'],
    [
      { ...convert, conversion: 'merge_question', questionId: 3, amount: null },
      'Merge all Yes of all into USDH, question 3',
    ],
    [{ ...convert, conversion: 'negate', questionId: 3 }, 'Negate 5 No, outcome 4'],
  ] as const)('%o', (intent, words) => {
    expect(intentWords(intent as Intent, [action('resting')])).toBe(words)
  })
  it('names markets as a person calls them', () => {
    const names: Naming = { asset: () => 'Yes, Rain', outcome: () => 'Rain', question: () => 'Rain today' }
    const limit = { ...rain, mode: { kind: 'limit', price: '0.21' } } as unknown as Intent
    expect(intentWords(limit, [], names)).toBe('Buy 10 Yes, Rain at 0.21')
    const cancel = { kind: 'cancel', asset: '#40', oid: '77', cloid: null } as Intent
    expect(intentWords(cancel, [action('resting', { intent: limit })], names)).toBe('Cancel buy 10 Yes, Rain at 0.21')
    expect(intentWords({ ...convert, conversion: 'merge' } as unknown as Intent, [], names)).toBe(
      'Merge 5 into USDH, Rain',
    )
  })
  it('the ticket follows the order in one line', () => {
    expect(stateLine(action('resting'))).toBe('Buy 150 at 571.80: resting')
    expect(stateLine(action('partly_filled', { filled: size('20.5000') }))).toBe('Buy 150 at 571.80: 20.5 filled')
  })
  it('an action that could not be verified waits for a word, and only while it is prepared', () => {
    const steps = [{ state: 'prepared' as const, at: millis(0), detail: 'not verified against your order: no nonce' }]
    expect(awaitsWord(action('prepared', { steps }))).toBe(true)
    expect(stateTone(action('prepared', { steps }))).toBe('waiting')
    expect(awaitsWord(action('signed', { steps }))).toBe(false)
    expect(awaitsWord(action('prepared'))).toBe(false)
    expect(awaitsWord(action('prepared', { code: 'awaiting_confirmation' }))).toBe(true)
  })
  it('the newest leverage that was set counts, and only when it was done', () => {
    const set = (leverage: number, state: ActionState) =>
      action(state, { intent: { kind: 'leverage', asset: 'NYCTMP1', leverage } })
    expect(leverageSet([set(3, 'rejected'), set(5, 'done'), set(7, 'done')], 'NYCTMP1')).toBe(5)
    expect(leverageSet([], 'NYCTMP1')).toBeNull()
  })
})
