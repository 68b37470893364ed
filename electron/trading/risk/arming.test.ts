import { describe, expect, it } from 'vitest'
import type { Intent } from '../../../contract/intent.ts'
import type { ArmRule } from '../../../contract/limits.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { BUY, openTradingSetup } from '../testing/setup.ts'
import { createArming } from './arming.ts'

const close: Intent = {
  kind: 'close',
  position: 'long',
  asset: 'A',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const shares = {
  kind: 'outcome_order',
  asset: '#10',
  mode: { kind: 'market', protection: { kind: 'worst', price: '0.4' } },
}

function open(practice: boolean, arm: ArmRule = 'live') {
  const clock = createFakeClock()
  const limits = () => ({ arm, armMinutes: 60, hotMinutes: 10 })
  return { clock, arming: createArming({ clock, practice, limits, assetOf: () => 'A', isStale: () => false }) }
}

describe('a window', () => {
  it.each<[boolean, ArmRule, boolean]>([
    [true, 'live', false],
    [true, 'always', true],
    [true, 'never', false],
    [false, 'live', true],
    [false, 'always', true],
    [false, 'never', false],
  ])('practice %s, rule %s: must be armed %s', (practice, rule, required) => {
    const { arming } = open(practice, rule)
    expect(arming.view('w').required).toBe(required)
    expect(arming.refusal('w', BUY) !== null).toBe(required)
  })

  it('that is not armed sends what reduces or cancels, and nothing else', () => {
    const { arming } = open(false)
    expect(arming.refusal('w', BUY)).toMatchObject({ code: 'not_armed' })
    expect(arming.refusal('w', { ...BUY, reduceOnly: true })).toBeNull()
    expect(arming.refusal('w', close)).toBeNull()
    expect(arming.refusal('w', { kind: 'cancel', asset: 'A', oid: '1', cloid: null })).toBeNull()
  })

  it.each<[string, object, boolean]>([
    ['sets the leverage of binary assets', { kind: 'binary_setup' }, true],
    ['sells shares', { ...shares, side: 'sell' }, true],
    ['buys no shares', { ...shares, side: 'buy' }, false],
    [
      'buys no binary contracts',
      { kind: 'binary_predict', asset: 'B', direction: 'DOWN', protection: shares.mode.protection },
      false,
    ],
    ['transfers no collateral to outcome trading', { kind: 'transfer' }, false],
    ['converts nothing', { kind: 'convert', conversion: 'merge' }, false],
  ])('that is not armed %s', (_, intent, may) => {
    expect(open(false).arming.refusal('w', intent as Intent) === null).toBe(may)
  })

  it('is armed separately, for an hour, and shows why it no longer is', async () => {
    const { arming, clock } = open(false)
    arming.arm('w')
    expect(arming.refusal('w', BUY)).toBeNull()
    expect(arming.refusal('other', BUY)).not.toBeNull()
    expect(arming.view('w').armedUntil).toBe(clock.now() + 3_600_000)
    await clock.advanceAsync(3_599_999)
    expect(arming.refusal('w', BUY)).toBeNull()
    await clock.advanceAsync(1)
    expect(arming.refusal('w', BUY)?.message).toContain('Disarmed after 60 minutes.')
    expect(arming.view('w')).toMatchObject({
      required: true,
      armedUntil: null,
      armedFor: null,
      reason: 'Disarmed after 60 minutes.',
    })
  })

  it('is disarmed and notified when the machine sleeps', () => {
    const { arming } = open(false)
    let reported = 0
    arming.source('w').onChange(() => {
      reported += 1
    })
    arming.arm('w')
    arming.disarmAll('Asleep.')
    expect(arming.refusal('w', BUY)?.message).toContain('Asleep.')
    expect(reported).toBe(2)
  })

  it('that may not send an intent leaves it refused in the journal', async () => {
    const setup = await openTradingSetup()
    const { arming } = open(false)
    await setup.trading.submit(setup.id(1), BUY, { refusal: () => arming.refusal('w', BUY) })
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'not_armed' })
    expect(setup.venue.count('prepare')).toBe(0)
  })
})
