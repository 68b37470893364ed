import { afterEach, describe, expect, it } from 'vitest'
import type { ActionRecord, ActionState } from '../../contract/action.ts'
import { price, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { millis } from '../../contract/time.ts'
import { setFormat } from '../format/index.ts'
import {
  actionParts,
  awaitsConfirmation,
  leverageSet,
  stateLabel,
  stateLine,
  stateTone,
  stepLabel,
} from './action-labels.ts'
import { intentText, joined, type Naming, PLAIN_NAMES } from './intent-labels.ts'

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

describe('with °F as the preferred unit', () => {
  const USUAL = { zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' } as const
  afterEach(() => setFormat(USUAL))
  it('orders are described in it', () => {
    setFormat({ ...USUAL, prices: 'temperature' })
    expect(intentText({ ...buy, tif: 'IOC' })).toBe('Buy 150 NYCTMP1 at 71.80\u00a0°F IOC')
    expect(intentText({ ...rain, mode: { kind: 'limit', price: price('0.62') } } as Intent)).toContain('at 0.62')
  })
})

describe('labels of actions', () => {
  it.each([
    [buy, 'Buy 150 NYCTMP1 at 571.80 GTC'],
    [{ ...buy, side: 'sell', tif: 'IOC', reduceOnly: true }, 'Sell 150 NYCTMP1 at 571.80 IOC reduce-only'],
    [{ kind: 'cancel', asset: 'NYCTMP1', oid: '77', cloid: null }, 'Cancel buy 150 NYCTMP1 at 571.80'],
    [{ kind: 'cancel', asset: 'NYCTMP1', oid: '78', cloid: null }, 'Cancel order 78 in NYCTMP1'],
    [
      {
        kind: 'close',
        asset: 'NYCTMP1',
        size: null,
        protection: { kind: 'distance', distance: '3', bound: null } as never,
      },
      'Close NYCTMP1 at market',
    ],
    [{ kind: 'leverage', asset: 'NYCTMP1', leverage: 5 }, 'Set NYCTMP1 leverage to 5×'],
    [{ kind: 'approve_agent' }, 'Approve agent wallet'],
    [{ kind: 'binary_setup' }, 'Set binary leverage to 2×'],
    [
      {
        kind: 'binary_predict',
        asset: 'GBETA',
        direction: 'DOWN',
        amount: '25.00',
        protection: { kind: 'worst', price: '0.4' },
      },
      'Predict DOWN 25 USDC GBETA',
    ],
    [{ ...rain, mode: { kind: 'limit', price: '0.21' } }, 'Buy 10 #40 at 0.21'],
    [
      { ...rain, mode: { kind: 'market', protection: { kind: 'worst', price: '0.62' } } },
      'Buy 10 #40 at market, no worse than 0.62',
    ],
    [{ kind: 'transfer', amount: '200' }, 'Move 200 USDH to outcomes balance'],
    [{ ...convert, conversion: 'split' }, 'Split 5 USDH, outcome 4'],
    [{ ...convert, conversion: 'merge' }, 'Merge 5 into USDH, outcome 4'],
    [
      { ...convert, conversion: 'merge_question', questionId: 3, amount: null },
      'Merge all sets of Yes into USDH, question 3',
    ],
    [{ ...convert, conversion: 'negate', questionId: 3 }, 'Negate 5 No, outcome 4'],
  ] as const)('%o', (intent, text) => {
    expect(intentText(intent as Intent, [action('resting')])).toBe(text)
  })
  it('contain the display names of markets', () => {
    const names: Naming = {
      ...PLAIN_NAMES,
      asset: () => 'Yes, Rain',
      outcome: () => 'Rain',
      question: () => 'Rain today',
    }
    const limit = { ...rain, mode: { kind: 'limit', price: '0.21' } } as unknown as Intent
    expect(intentText(limit, [], names)).toBe('Buy 10 Yes, Rain at 0.21')
    const cancel = { kind: 'cancel', asset: '#40', oid: '77', cloid: null } as Intent
    expect(intentText(cancel, [action('resting', { intent: limit })], names)).toBe('Cancel buy 10 Yes, Rain at 0.21')
    expect(intentText({ ...convert, conversion: 'merge' } as unknown as Intent, [], names)).toBe(
      'Merge 5 into USDH, Rain',
    )
  })
  it('the ticket follows the order in one line', () => {
    expect(stateLine(action('resting'))).toBe('Buy 150 at 571.80: working')
    expect(stateLine(action('partly_filled', { filled: size('20.5000') }))).toBe('Bought 20.5 of 150; rest: working')
  })
  it('an unverified action waits for confirmation, and only while it is prepared', () => {
    const asks = { code: 'awaiting_confirmation' } as const
    expect(awaitsConfirmation(action('prepared', asks))).toBe(true)
    expect(stateTone(action('prepared', asks))).toBe('waiting')
    expect(awaitsConfirmation(action('signed', asks))).toBe(false)
    expect(awaitsConfirmation(action('prepared'))).toBe(false)
    // An unverified estimate is confirmed where it is shown, and nowhere else.
    expect(awaitsConfirmation(action('prepared', { code: 'awaiting_estimate', unverified: 'No nonce.' }))).toBe(false)
  })
  it('waiting is determined by its code, never by the text of a step', () => {
    const steps = [{ state: 'prepared' as const, at: millis(0), detail: 'Not verified against your order. No nonce.' }]
    expect(awaitsConfirmation(action('prepared', { steps, message: 'Not verified' }))).toBe(false)
  })
  it('the newest successful leverage change counts', () => {
    const set = (leverage: number, state: ActionState) =>
      action(state, { intent: { kind: 'leverage', asset: 'NYCTMP1', leverage } })
    expect(leverageSet([set(3, 'rejected'), set(5, 'done'), set(7, 'done')], 'NYCTMP1')).toBe(5)
    expect(leverageSet([], 'NYCTMP1')).toBeNull()
  })
})

const names: Naming = {
  ...PLAIN_NAMES,
  of: (asset) => ({
    family: asset.startsWith('#') ? 'outcome' : asset === 'GBETA' ? 'binary' : 'scalar',
    tickSize: price(asset === 'NYCTMP1' ? '0.01' : '0.001'),
  }),
}
const filled = (intent: object, execution: object, over: Partial<ActionRecord> = {}): ActionRecord =>
  action('filled', {
    intent: intent as Intent,
    execution: {
      side: 'buy',
      size: size('40'),
      average: price('554.096'),
      fee: '9.97' as never,
      realised: '0' as never,
      token: 'USDC',
      at: millis(0),
      ...execution,
    },
    ...over,
  })
const close = {
  kind: 'close',
  position: 'long',
  asset: 'NYCTMP1',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const binary = { kind: 'binary_predict', asset: 'GBETA', amount: '20', protection: { kind: 'worst', price: '0.4' } }
const held = { side: 'sell', size: '10', average: '0.25', realised: '1.204', fee: '0.004' }

describe('a fill is described at its price', () => {
  it.each([
    ['never at the cap', { ...buy, price: '556.86' }, {}, 'Bought 40 at 554.096 (54.10 °F), fee 9.97 USDC'],
    ['on the tick', buy, { average: '554.1' }, 'Bought 40 at 554.10 (54.10 °F), fee 9.97 USDC'],
    ['sold', { ...buy, side: 'sell' }, { side: 'sell' }, 'Sold 40 at 554.096 (54.10 °F), fee 9.97 USDC'],
    [
      'a reducing order shows its result',
      { ...buy, side: 'sell' },
      { realised: '-3.456' },
      'Sold 40 at 554.096 (54.10 °F), −\u00a03.46 realized, fee 9.97 USDC',
    ],
    [
      'a close',
      close,
      { side: 'sell', realised: '12.4' },
      'Closed 40 NYCTMP1 at 554.096 (54.10 °F), +\u00a012.40 realized, fee 9.97 USDC',
    ],
    ['a close without result', close, { realised: null }, 'Closed 40 NYCTMP1 at 554.096 (54.10 °F), fee 9.97 USDC'],
    ['a fee below a cent', buy, { fee: '0.0004' }, 'Bought 40 at 554.096 (54.10 °F), fee <0.01 USDC'],
    ['an unreported fee', buy, { fee: null }, 'Bought 40 at 554.096 (54.10 °F)'],
    [
      'UP',
      { ...binary, direction: 'UP' },
      { size: '36.81', average: '0.566' },
      'Bought 36.81 UP GBETA at 0.566, fee 9.97 USDC',
    ],
    [
      'DOWN at 1 − price',
      { ...binary, direction: 'DOWN' },
      { size: '36.81', average: '0.566' },
      'Bought 36.81 DOWN GBETA at 0.434, fee 9.97 USDC',
    ],
    [
      'a close of UP',
      { ...close, asset: 'GBETA' },
      held,
      'Closed 10 UP GBETA at 0.250, +\u00a01.20 realized, fee <0.01 USDC',
    ],
    [
      'a close of DOWN',
      { ...close, asset: 'GBETA', position: 'short' },
      { ...held, side: 'buy' },
      'Closed 10 DOWN GBETA at 0.750, +\u00a01.20 realized, fee <0.01 USDC',
    ],
    [
      'shares in USDH',
      { ...rain, mode: { kind: 'market', protection: { kind: 'worst', price: '0.22' } } },
      { size: '10', average: '0.2105', token: 'USDH', fee: '0' },
      'Bought 10 #40 at 0.2105, fee 0.00 USDH',
    ],
  ])('%s', (_, intent, execution, text) => {
    expect(stateLine(filled(intent, execution), names).replace('\u00a0°F', ' °F')).toBe(text)
  })

  it('with a size and no price while the fills are not read', () => {
    expect(stateLine(action('filled', { filled: size('150.0000') }), names)).toBe('Bought 150')
    const unconfirmed = action('filled', { filled: size('150.0000'), execution: null })
    expect([stateLabel(unconfirmed), stateTone(unconfirmed)]).toEqual(['unconfirmed', 'waiting'])
    expect(stateLine(unconfirmed, names)).toMatch(/: reported as filled, no fill received yet$/)
    const some = filled(buy, {}, { state: 'partly_filled', filled: size('60') })
    expect(stateLine(some, names)).toBe('Bought 60 of 150; rest: working')
    expect(stateLine(action('filled', { intent: close as Intent }), names)).toBe('Closed NYCTMP1')
  })

  it('as a part, and the fate of the rest', () => {
    const part = (state: ActionState) => stateLine(filled(buy, {}, { state, filled: size('40') }), names)
    expect(part('partly_filled')).toMatch(/^Bought 40 of 150 at 554\.096 .*; rest: working$/)
    expect(part('cancelled')).toMatch(/; rest: canceled$/)
    expect(part('expired')).toMatch(/; rest: expired$/)
  })

  it('and the unfilled part as it was requested', () => {
    expect(joined(actionParts(action('cancelled', { filled: size('0') }), [], names))).toBe(
      'Buy 150 NYCTMP1 at 571.80 GTC',
    )
  })
})

describe('the state of an action in trading terms', () => {
  it.each([
    ['journalled', {}, 'checking', 'neutral'],
    ['sent', {}, 'sent', 'neutral'],
    ['prepared', { code: 'awaiting_estimate' }, 'needs confirmation', 'waiting'],
    ['resting', {}, 'working', 'neutral'],
    ['partly_filled', {}, 'partially filled', 'good'],
    ['rejected', {}, 'refused', 'bad'],
    ['refused', { code: 'limit_order_value' }, 'refused', 'bad'],
    ['refused', { code: 'declined' }, 'discarded', 'neutral'],
    ['refused', { code: 'not_confirmed' }, 'expired', 'neutral'],
    ['unknown', {}, 'unknown', 'waiting'],
  ] as const)('%s %o: %s', (state, over, text, tone) => {
    expect([stateLabel(action(state, over)), stateTone(action(state, over))]).toEqual([text, tone])
  })

  it.each([
    ['journalled', 'journaled'],
    ['acknowledged', 'accepted'],
    ['partly_filled', 'partially filled'],
    ['cancelled', 'canceled'],
    ['sent', 'sent'],
  ] as const)('writes the step %s as %s', (state, text) => {
    expect(stepLabel(state)).toBe(text)
  })
})
