import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Size } from '../../contract/decimal.ts'
import { withoutPlanWords } from './exit-labels.ts'

const exit = (role: 'stop' | number, change: object = {}): ConditionalView =>
  ({
    kind: role === 'stop' ? 'stop' : 'take_profit',
    target: { asset: 'NYCTMP1' },
    ...{ position: 'long', state: 'armed', percent: '100', plan: { id: 'a', role, size: '50' } },
    ...change,
  }) as ConditionalView
const words = (held: readonly ConditionalView[], size: string | null = '50') =>
  withoutPlanWords('a', held, size as Size | null)

describe('what is said before an exit plan is cancelled', () => {
  it('names what ends, and how much of the position is without a stop then', () => {
    expect(words([exit('stop'), exit(0), exit(1)])).toBe(
      'Ends stop, target 1, target 2 of NYCTMP1. 50 of 50 will have no stop.',
    )
    const other = exit('stop', { plan: { id: 'b', role: 'stop', size: '38' } })
    expect(words([exit('stop'), other])).toBe('Ends stop of NYCTMP1. 12 of 50 will have no stop.')
    const alone = exit('stop', { plan: undefined })
    expect(words([exit('stop'), alone])).toBe('Ends stop of NYCTMP1. Other stops still cover all 50.')
  })
  it('says of one that waits for its order that its fills will have none', () => {
    expect(words([exit('stop', { state: 'waiting' })], null)).toMatch(/What its order fills will have no exits/)
  })
  it('ends nothing that has triggered', () => {
    expect(words([exit('stop', { state: 'submitted' })])).toMatch(/No exit of this plan is watched any more/)
  })
})
