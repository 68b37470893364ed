import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const away = (distance: string) => ({ by: 'distance', distance: distance as Price }) as const
const TERMS: ExitTerms = {
  ...{ stop: away('0.50'), breakEven: null, trail: null, outBefore: null },
  targets: [{ level: away('0.50'), share: { of: 'position', percent: '50' as never } }],
}
const sizes = (setup: ConditionalSetup) => [...setup.taken.values()].map(({ size }) => Number(size))

describe('a stop beside the close of a target', () => {
  it.each([
    ['of half', true],
    ['of all', false],
  ])('%s is not blocked by one that waits: that is withdrawn, and the stop closes everything', async (_of, isHalf) => {
    const setup = openConditionalSetup()
    if (isHalf) await setup.plan({ terms: TERMS })
    else await setup.protect({ target: '571.50', stop: '570.50' })
    setup.holdsBack = true
    setup.mark('571.50')
    await setup.idle()
    expect(setup.taken.size).toBe(1)
    const [target] = [...setup.taken.keys()] as [string]
    setup.mark('570.50')
    await setup.idle()
    expect([...setup.withdrawn]).toEqual([target])
    expect(setup.taken.size).toBe(2)
    const [, stop] = [...setup.taken.values()]
    expect(Number(stop?.size)).toBe(10)
    // The target stays, and ends with the position.
    expect(setup.states().sort()).toEqual(['armed', 'submitted'])
    setup.finish('filled', { filled: '10' as never })
    await setup.flat()
    expect(setup.states().sort()).toEqual(['cancelled', 'done'])
  })

  it('closes at once what a sent one does not, and the rest where that does not fill', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: TERMS })
    setup.mark('571.50')
    await setup.idle()
    setup.mark('570.50')
    await setup.idle()
    expect(sizes(setup)).toEqual([5, 5])
    const [target, stop] = [...setup.taken.keys()] as [string, string]
    setup.position = '5'
    setup.finishOne(stop, 'filled', { filled: '5' as never })
    await setup.clock.advanceAsync(3_000)
    expect(setup.exit(plan, 'stop').state).toBe('triggered')
    expect(setup.taken.size).toBe(2)
    setup.finishOne(target, 'cancelled', { filled: '2' as never })
    setup.position = '3'
    await setup.clock.advanceAsync(3_000)
    expect(sizes(setup)).toEqual([5, 5, 3])
    setup.finish('filled', { filled: '3' as never })
    await setup.flat()
    expect(setup.states().sort()).toEqual(['done', 'done'])
  })

  it('ends with a target that closed everything meanwhile', async () => {
    const setup = openConditionalSetup()
    const whole = TERMS.targets.map((one) => ({ ...one, share: { of: 'position', percent: '100' as never } as const }))
    await setup.plan({ terms: { ...TERMS, targets: whole } })
    setup.mark('571.50')
    await setup.idle()
    setup.mark('570.50')
    await setup.clock.advanceAsync(2_000)
    expect(setup.taken.size).toBe(1)
    setup.finish('filled', { filled: '10' as never })
    await setup.flat()
    expect(setup.states().sort()).toEqual(['cancelled', 'done'])
    expect(setup.taken.size).toBe(1)
  })

  it('killed while it withdraws one goes first all the same', async () => {
    for (const at of [1, 2, 3, 4, 5, 6]) {
      const setup = openConditionalSetup()
      await setup.plan({ terms: TERMS })
      setup.holdsBack = true
      setup.mark('571.50')
      await setup.idle()
      let effects = 0
      setup.crashAt = () => {
        effects += 1
        return effects === at
      }
      setup.mark('570.50')
      await setup.idle()
      setup.crashAt = () => false
      await setup.restart()
      setup.mark('570.50')
      await setup.clock.advanceAsync(3_000)
      setup.mark('570.50')
      await setup.idle()
      const left = [...setup.taken].filter(([id]) => !setup.withdrawn.has(id))
      expect(left.map(([, { size }]) => Number(size))).toEqual([10])
    }
  })
})
