import { describe, expect, it } from 'vitest'
import { alertRule } from '../../../contract/alert.ts'
import { createFakeTerminal } from '../../testing/fake-terminal.ts'
import { type AlertDraft, draftOf, EMPTY_DRAFT, KIND_GROUPS, ruleOf, ruleText } from './alert-kinds.ts'

const typed = (change: Partial<AlertDraft>) => ruleOf({ ...EMPTY_DRAFT, ...change })

describe('the form of an alert', () => {
  it.each<[Partial<AlertDraft>, string]>([
    [{ kind: 'temperature', value: '72.5', direction: 'up' }, 'Temperature rises to 72.5\u00a0°F'],
    [{ kind: 'price', value: '571.80', direction: 'either' }, 'Mark crosses 571.80'],
    [{ kind: 'temperature', value: '-3', direction: 'down' }, 'Temperature falls to −3\u00a0°F'],
    [{ kind: 'bucket_close', value: '5' }, 'Bucket closes in 5 min'],
    [{ kind: 'market_end', value: '30' }, 'Any position settles or expires in 30 min'],
    [{ kind: 'market_end', asset: '#40' }, '#40 settles or expires in 15 min, and you hold it'],
    [{ kind: 'token_expiry', value: '5.0' }, 'Access token expires in 5 min'],
    [{ kind: 'phase', phase: 'settling' }, 'Market phase: Settling'],
    [{ kind: 'phase' }, 'Market opens, pauses or settles'],
    [{ kind: 'fill' }, 'Any of your orders fills'],
    [{ kind: 'probability', asset: '#40', value: '0.4', direction: 'down' }, 'Probability of #40 falls to 0.4'],
    [{ kind: 'liquidation', value: '0.5' }, 'A position is 0.5 from its liquidation'],
    [{ kind: 'liquidation', by: 'percent', value: '80' }, 'A position has 80 % of its distance to liquidation left'],
    [{ kind: 'order_end' }, 'An order ends'],
    [
      { kind: 'order_end', orderEnd: 'refused', includesManual: true },
      'An order ends: rejected by the venue, including my cancels',
    ],
    [{ kind: 'position_end', positionEnd: 'settled' }, 'A position settles'],
  ])('%o becomes a rule that main accepts: %s', (change, text) => {
    const read = typed(change)
    if (!('rule' in read)) throw new Error(read.issue)
    expect(ruleText(read.rule)).toBe(text)
    expect(alertRule.safeParse(read.rule).success).toBe(true)
  })

  it.each<[Partial<AlertDraft>, RegExp]>([
    [{ kind: 'temperature', value: '' }, /Enter a value/],
    [{ kind: 'price', value: 'abc' }, /not a number/],
    [{ kind: 'price', value: '0' }, /greater than 0/],
    [{ kind: 'bucket_close', value: '1.5' }, /Whole minutes/],
    [{ kind: 'bucket_close', value: '1441' }, /Whole minutes/],
    [{ kind: 'liquidation', value: '0' }, /greater than 0/],
    [{ kind: 'liquidation', by: 'percent', value: '100' }, /Must be below 100; 100 % is liquidation\./],
    [{ kind: 'probability', value: '0.4' }, /Choose what/],
    [{ kind: 'probability', asset: '#40', value: '1.2' }, /between 0 and 1/],
  ])('%o is refused with a reason', (change, text) => {
    const read = typed(change)
    expect('issue' in read ? read.issue : '').toMatch(text)
  })

  it('shows the display name of a coin', () => {
    const read = typed({ kind: 'probability', asset: '#40', value: '0.4', direction: 'up' })
    expect('rule' in read && ruleText(read.rule, () => 'Yes, Rain')).toBe('Probability of Yes, Rain rises to 0.4')
  })

  it.each<Partial<AlertDraft>>([
    { kind: 'price', value: '571.80', direction: 'down' },
    // An alert set on the chart of one market stays an alert of that market.
    { kind: 'price', asset: 'NYCTMP1', value: '571.80' },
    { kind: 'liquidation', by: 'percent', value: '80' },
    { kind: 'order_end', orderEnd: 'cancelled', includesManual: true },
    { kind: 'position_end', positionEnd: 'stopped' },
    { kind: 'market_end', asset: '#40', value: '60' },
  ])('opens an alert for editing as it was set: %o', (change) => {
    const draft: AlertDraft = { ...EMPTY_DRAFT, ...change, repeat: true }
    const read = ruleOf(draft)
    if (!('rule' in read)) throw new Error(read.issue)
    const record = { id: 'a', rule: read.rule, repeat: true, state: 'on', timesFired: 0 } as const
    expect(draftOf({ ...record, createdAt: 0 as never, lastFiredAt: null, lastMessage: null, account: null })).toEqual(
      draft,
    )
  })
})

it('every kind of alert was recorded for component tests as available or not', () => {
  const recorded = Object.keys(createFakeTerminal().payload({ kind: 'alerts' }).kinds)
  expect(new Set(recorded)).toEqual(new Set(KIND_GROUPS.flatMap(({ kinds }) => kinds)))
})
