import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const ENTRY = '11111111-0000-4000-8000-000000000001'
const at = (price: string) => ({ by: 'price', price: price as Price }) as const
const half = { of: 'position', percent: '50' as never } as const
const TERMS: ExitTerms = {
  stop: at('570.50'),
  targets: [
    { level: at('572.00'), share: half },
    { level: at('573.00'), share: half },
  ],
  breakEven: null,
  trail: null,
  outBefore: null,
}
const ONE_TARGET = { ...TERMS, targets: TERMS.targets.slice(0, 1) }
/** Everything that evaluates a plan again: account reads, its order, the clock, another start. */
const resume = async (setup: ConditionalSetup): Promise<void> => {
  for (let reads = 0; reads < 3; reads += 1) {
    await setup.accountChanged()
    setup.mark('571.10')
    await setup.clock.advanceAsync(30_000)
  }
  await setup.restart()
  setup.mark('571.05')
  await setup.accountChanged()
  await setup.clock.advanceAsync(5_000)
}
const expectStopCloses = async (setup: ConditionalSetup, plan: string, size: number): Promise<void> => {
  expect(setup.exit(plan, 'stop').state).toBe('armed')
  const before = setup.taken.size
  setup.mark('570.40')
  await setup.idle()
  expect([...setup.taken.values()].slice(before).map((close) => Number(close.size))).toEqual([size])
}

describe('canceling a single target', () => {
  it.each([
    ['one of two', TERMS],
    ['the only one', ONE_TARGET],
  ])('leaves the stop over the whole position, permanently: %s', async (_which, terms) => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms })
    setup.conditionals.cancel(setup.exit(plan, 0).id)
    await resume(setup)
    expect(setup.exit(plan, 0).state).toBe('cancelled')
    await expectStopCloses(setup, plan, 10)
  })

  it.each(['filled', 'partly_filled'] as const)('leaves the stop over what its order filled: %s', async (state) => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { state, filled: '10' as never, oid: '77', cloid: null })
    const plan = await setup.plan({ entry: ENTRY, terms: ONE_TARGET })
    await setup.clock.advanceAsync(1_000)
    setup.conditionals.cancel(setup.exit(plan, 0).id)
    await resume(setup)
    await expectStopCloses(setup, plan, 10)
  })

  it('leaves the stop over the rest after a manual partial close, also a stop that was added later', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { state: 'filled', filled: '10' as never })
    const plan = await setup.plan({ entry: ENTRY, terms: { ...TERMS, targets: [] } })
    setup.position = '7.0000'
    await setup.accountChanged()
    await setup.clock.advanceAsync(2_000)
    const added = { plan, kind: 'target', price: '572.00' as Price, percent: '100' as never } as const
    const { ids } = setup.conditionals.addExit(added)
    await setup.conditionals.move({ id: setup.exit(plan, 'stop').id, trigger: '570.49' as Price } as never)
    setup.conditionals.cancel(ids[0] as string)
    await resume(setup)
    await expectStopCloses(setup, plan, 7)
  })

  it('leaves the stop while another target closes its part', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: TERMS })
    setup.mark('572.00')
    await setup.idle()
    setup.conditionals.cancel(setup.exit(plan, 1).id)
    setup.position = '5.0000'
    setup.finish('filled', { filled: '5' as never })
    await resume(setup)
    await expectStopCloses(setup, plan, 5)
  })
})
