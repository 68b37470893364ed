import { describe, expect, it } from 'vitest'
import type { ReversalView } from '../../contract/reversal.ts'
import { joined } from '../trade-forms/index.ts'
import { reversalParts, reversalStateLabel, reversalTone } from './reverse-form.tsx'

const reversal = (more: object): ReversalView =>
  ({ asset: 'NYCTMP1', size: '40.0000', state: 'reversed', closed: '40', opened: '40', ...more }) as never

describe('the label of a reversal', () => {
  it.each([
    [{}, 'Reverse long 40 NYCTMP1 at market, closed 40, opened short 40', 'reversed', 'good'],
    [
      { size: '-3', closed: null, opened: null, state: 'closing' },
      'Reverse short 3 NYCTMP1 at market',
      'closing',
      'neutral',
    ],
    [{ closed: '30', opened: null, state: 'partly' }, 'Reverse long 40 NYCTMP1 at market, closed 30', 'stopped', 'bad'],
    [{ opened: '0', state: 'closed' }, 'Reverse long 40 NYCTMP1 at market, closed 40', 'closed only', 'bad'],
  ] as const)('%j', (more, text, state, tone) => {
    const one = reversal(more)
    expect([joined(reversalParts(one)), reversalStateLabel(one), reversalTone(one)]).toEqual([text, state, tone])
  })
})
