import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Price } from '../../contract/decimal.ts'
import { moneyAt, moneyOf, smallExitText } from './exit-fields.tsx'
import { exitsDetail } from './exit-labels.ts'

const exit = (change: object): ConditionalView =>
  ({
    ...{ kind: 'stop', state: 'armed', position: 'long', trigger: '570.65' },
    target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
    plan: { size: '10', entryPx: '571' },
    ...change,
  }) as never
const held = { asset: 'NYCTMP1', side: 'long', entry: '571' as Price, takerBps: null } as const

describe('the results of exits', () => {
  it('are the exact totals of all stops, and of all targets, of the position', () => {
    const all = [
      exit({}),
      exit({ kind: 'take_profit', trigger: '571.50', plan: { size: '4' } }),
      exit({ kind: 'take_profit', trigger: '572.005', plan: { size: '6' } }),
    ]
    expect(moneyAt('stop', all, held)).toBe('-3.50')
    expect(moneyAt('take_profit', all, held)).toBe('8.03')
  })
  it('are after the fee of the close where its rate is known, and say so where it is not', () => {
    const rate = '4.5' as never
    // 10 contracts at 570.65: 2.57 USDC.
    expect(moneyAt('stop', [exit({})], { ...held, takerBps: rate })).toBe('-6.07')
    expect(moneyOf(exit({}), rate)).toBe('-6.07')
    const about = { asset: 'NYCTMP1', side: 'long', family: 'scalar', entry: '571' as Price } as const
    const lines = [rate, null].map((takerBps) =>
      exitsDetail([exit({ plan: { role: 'stop', size: '10', entryPx: '571' }, until: null })], { ...about, takerBps }),
    )
    expect(lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/: 10, − 6.07$/),
      expect.stringMatching(/: 10, − 3.50 before fees$/),
    ])
  })
  it('include the closed size of each, and exclude waiting or ended exits and those of another side or market', () => {
    expect(moneyAt('stop', [exit({ plan: { size: '5' } })], held)).toBe('-1.75')
    const none = [exit({ state: 'waiting' }), exit({ state: 'done' }), exit({ position: 'short' })]
    expect(moneyAt('stop', none, held)).toBeNull()
  })
  it('are of one exit by its plan’s entry price, and of DOWN contracts by the price of UP', () => {
    expect(moneyOf(exit({}), null)).toBe('-3.50')
    expect(moneyOf(exit({ position: 'short', trigger: '0.30', plan: { size: '100', entryPx: '0.45' } }), null)).toBe(
      '15.00',
    )
    expect(moneyOf(exit({ trigger: null }), null)).toBeNull()
    expect(moneyOf(exit({ plan: { size: '10', entryPx: null } }), null)).toBeNull()
  })
})

describe('exits of shares', () => {
  const terms = (more: object) =>
    ({ stop: null, targets: [], breakEven: null, trail: null, outBefore: null, ...more }) as never
  const of = { entry: '0.50', size: '100', tick: '0.001' } as never
  const at = (level: string, percent: string) => ({
    level: { by: 'price', price: level },
    share: { of: 'position', percent },
  })
  const minimum = '10' as never

  it('have a warning while the stop or a target is worth less than the minimum order value', () => {
    const stop = { by: 'distance', distance: '0.45' }
    expect(smallExitText(terms({ stop }), of, minimum)).toBe(
      'Too small to sell (Stop): it counts as 5.00 USDH; the minimum is 10 USDH.',
    )
    expect(smallExitText(terms({ targets: [at('0.60', '50'), at('0.95', '50')] }), of, minimum)).toBe(
      'Too small to sell (Target 2): it counts as 2.50 USDH; the minimum is 10 USDH.',
    )
  })

  it('have none where each can be sold, or no minimum is known', () => {
    const targets = [at('0.60', '50'), at('0.70', '50')]
    expect(smallExitText(terms({ targets }), of, minimum)).toBeNull()
    expect(smallExitText(terms({ targets: [at('0.99', '100')] }), of, null)).toBeNull()
  })
})
