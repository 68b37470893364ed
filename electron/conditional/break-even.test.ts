import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { coveredAfter } from './plan-group.ts'
import { openConditionalSetup } from './testing/setup.ts'

const stop = { by: 'distance', distance: '0.50' as Price } as const
const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }

describe('a stop that goes to break-even', () => {
  it('waits where the price has not passed the fees, and so never triggers by moving there', async () => {
    const setup = openConditionalSetup()
    const breakEven = { when: 'moved', distance: '0.10' as Price } as const
    const plan = await setup.plan({ terms: { ...NONE, stop, breakEven } })
    // 5 bp of 571 twice are 0.571: break-even lies at 571.58.
    setup.mark('571.20')
    setup.mark('571.58')
    expect(Number(setup.exit(plan, 'stop').trigger)).toBe(570.5)
    await setup.clock.advanceAsync(1_000)
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    setup.mark('571.59')
    expect(Number(setup.exit(plan, 'stop').trigger)).toBe(571.58)
    expect(setup.taken.size).toBe(0)
  })

  it('also waits after the first target where the price has come back, and for a short', async () => {
    const setup = openConditionalSetup()
    setup.position = '-10'
    const share = { of: 'position', percent: '50' as never } as const
    const targets = [{ level: { by: 'distance', distance: '0.60' as Price } as const, share }]
    const plan = await setup.plan({
      position: 'short',
      terms: { ...NONE, stop, targets, breakEven: { when: 'first_target' } },
    })
    setup.mark('570.40')
    await setup.idle()
    setup.position = '-5'
    setup.mark('570.80')
    setup.finish('filled', { filled: '5' as never })
    setup.mark('570.80')
    expect(setup.exit(plan, 'stop')).toMatchObject({ state: 'armed', trigger: '571.50' })
    setup.mark('570.30')
    expect(Number(setup.exit(plan, 'stop').trigger)).toBe(570.42)
  })

  it('does not apply the fee of fewer contracts to more of them', () => {
    const before = {
      filled: '10',
      gone: '0',
      isEntryOver: false,
      isPriced: true,
      entryPx: '571',
      entryFee: '2',
    } as never
    const fill = { price: '571', fee: null, isOver: false, isRead: false } as const
    expect(coveredAfter(before, { ...fill, filled: '50' } as never).entryFee).toBeNull()
    expect(coveredAfter(before, { ...fill, filled: '10' } as never).entryFee).toBe('2')
  })
})
