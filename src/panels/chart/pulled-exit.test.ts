import { describe, expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import { NO_ROOM } from '../../../contract/exit-rules.ts'
import { pulledExit } from './pulled-exit.ts'

const position = { family: 'scalar', asset: 'NYCTMP1', size: size('450'), entryPx: price('571.29') } as Position
const NOW = price('571.84')
const none = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const target = (percent: string) => ({ level: { by: 'price', price: '573' }, share: { of: 'position', percent } })
const planned = (terms: object, role: 'stop' | number = 'stop' in terms ? 'stop' : 0): ConditionalView =>
  ({
    kind: role === 'stop' ? 'stop' : 'take_profit',
    ...{ state: 'armed', position: 'long', target: { asset: 'NYCTMP1' } },
    plan: { id: 'p', role, terms: { ...none, ...terms }, filled: '450', gone: '0', size: '450', lot: '0.1' },
  }) as unknown as ConditionalView
const STOP = { stop: { by: 'price', price: '570' } }

const pull = (to: string, change: Partial<Parameters<typeof pulledExit>[0]> = {}) =>
  pulledExit({
    position,
    exits: [],
    to: price(to),
    now: NOW,
    share: '100',
    protection: { distance: price('0.10'), bound: price('1') },
    ...change,
  })

describe('an exit dragged out of the line of a position', () => {
  it('is a new plan where there is none, for all of a stop and the chosen share of a target', () => {
    expect(pull('570.95')).toMatchObject({
      plan: null,
      shares: false,
      size: '450',
      input: { asset: 'NYCTMP1', position: 'long', entry: null, covers: null, source: 'mark', terms: { targets: [] } },
    })
    expect(pull('570.95', { share: '25' })).toMatchObject({ size: '450' })
    expect(pull('573', { share: '25' })).toMatchObject({
      size: '112.5',
      shares: true,
      input: { terms: { stop: null, targets: [{ level: { price: '573' }, share: { percent: '25' } }] } },
    })
  })

  it('is for the held side', () => {
    const short = { ...position, size: size('-450') }
    expect(pull('573', { position: short })).toMatchObject({
      input: { position: 'short', terms: { stop: { price: '573' } } },
    })
    expect(pull('570', { position: short })).toMatchObject({ input: { terms: { stop: null } } })
  })

  it('joins the existing plan, with the part not covered by its targets', () => {
    const exits = [planned({ ...STOP, targets: [target('70')] })]
    expect(pull('573', { exits })).toMatchObject({
      plan: 'p',
      addition: { kind: 'target', price: '573', percent: '30' },
      size: '135',
    })
    expect(pull('570', { exits: [planned({ targets: [target('70')] })] })).toMatchObject({
      plan: 'p',
      addition: { kind: 'stop', price: '570', percent: '100' },
    })
  })

  it('restores the stop of a plan whose own was canceled alone', () => {
    const exits = [planned({ ...STOP, targets: [target('70')] }, 0)]
    expect(pull('570', { exits })).toMatchObject({ plan: 'p', addition: { kind: 'stop', price: '570' } })
  })

  it('is refused with a reason where the plans close the whole position', () => {
    expect(pull('570', { exits: [planned(STOP)] })).toEqual({ refusal: NO_ROOM.full })
    expect(pull('573', { exits: [planned({ ...STOP, targets: [target('100')] })] })).toEqual({ refusal: NO_ROOM.full })
    const fired = { ...planned({ targets: [target('50')] }), state: 'triggered' } as ConditionalView
    expect(pull('570', { exits: [fired] })).toEqual({ refusal: NO_ROOM.closing })
  })

  it('is a new plan beside one that still waits for its order', () => {
    const { plan, ...waits } = planned({})
    const exits = [{ ...waits, plan: { ...plan, filled: size('0') }, state: 'waiting' } as ConditionalView]
    expect(pull('570', { exits })).toMatchObject({ plan: null })
  })

  it('replaces a target that was canceled alone and closed nothing, with its share', () => {
    const terms = { ...STOP, targets: [target('70'), target('30')] }
    const canceled = { ...planned(terms, 1), state: 'cancelled' } as ConditionalView
    expect(pull('573', { exits: [planned(terms), canceled] })).toMatchObject({
      plan: 'p',
      addition: { kind: 'target', percent: '30' },
      size: '135',
    })
  })

  it('is null exactly at the price, and while that is unknown', () => {
    expect(pull('571.84')).toHaveProperty('refusal')
    expect(pull('570', { now: null })).toHaveProperty('refusal')
  })
})
