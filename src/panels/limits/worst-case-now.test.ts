import { describe, expect, it } from 'vitest'
import { money } from '../../../contract/decimal.ts'
import { partText } from './limits-panel.tsx'

const part = (asset: string, loss: string) => ({ asset, loss: money(loss) })
const nameOf = (asset: string): string =>
  asset === '#10' ? 'Above 54 °F, Yes' : asset === '#11' ? 'Above 54 °F, No' : asset

describe('the markets of the worst case', () => {
  it('are listed with their maximum loss, never understated', () => {
    expect(partText([part('NYCTMP1', '1114.101'), part('#10 #11', '28')], nameOf)).toBe(
      'NYCTMP1 1,114.11, Above 54 °F, Yes and Above 54 °F, No 28.00',
    )
  })

  it('are counted beyond the first five', () => {
    const parts = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((asset) => part(asset, '1'))
    expect(partText(parts, nameOf)).toBe('A 1.00, B 1.00, C 1.00, D 1.00, E 1.00 and 2 more')
  })
})
