import { describe, expect, it } from 'vitest'
import type { FlattenView } from '../../contract/flatten.ts'
import { cutOffText, dayOf, underWayText } from './flatten-report.tsx'

const AT = Date.UTC(2026, 2, 4, 14, 3, 59)
const view = (change: Partial<FlattenView>): FlattenView =>
  ({ id: 'a', cancelOrders: true, state: 'cut_off', at: AT, left: null, ...change }) as FlattenView
const held = (asset: string, size: string) => ({ asset, size: size as never })
const textOf = (change: Partial<FlattenView>, today = '2026-03-04'): string => {
  const { lead, left } = cutOffText(view(change), today)
  return `${lead} ${left}`
}

describe('an interrupted flatten', () => {
  it('is shown with its time, possibly open orders, and positions', () => {
    expect(textOf({ left: { orders: 2, positions: [held('NYCTMP1', '10.0000')] } })).toBe(
      'Flatten of 14:03 was interrupted. 2 orders may be open, NYCTMP1 10 held.',
    )
    expect(textOf({ left: { orders: 1, positions: [held('NYCTMP1', '-3.5'), held('GBETA', '2')] } })).toBe(
      'Flatten of 14:03 was interrupted. 1 order may be open, NYCTMP1 short 3.5 held, GBETA 2 held.',
    )
  })
  it('reports when nothing remains, and when that is not known yet', () => {
    expect(textOf({ left: { orders: 0, positions: [] } })).toMatch(/No open orders and no positions now\.$/)
    expect(textOf({ left: null })).toMatch(/Flatten of 14:03 was interrupted\. Reading orders and positions\./)
  })
  it('that only closes positions mentions no orders', () => {
    expect(textOf({ cancelOrders: false, left: { orders: 2, positions: [held('NYCTMP1', '1')] } })).toBe(
      'Close all of 14:03 was interrupted. NYCTMP1 1 held.',
    )
  })
  it('is shown with its date when that is over', () => {
    expect(textOf({ left: { orders: 0, positions: [] } }, dayOf(AT + 86_400_000))).toMatch(
      /^Flatten of 2026-03-04 14:03/,
    )
  })
})

describe('a flatten in progress', () => {
  it('shows what it does', () => {
    expect(underWayText(view({ state: 'closing' }))).toBe(
      'Flatten in progress: closing positions and canceling orders.',
    )
    expect(underWayText(view({ state: 'asked', cancelOrders: false }))).toBe(
      'Close all in progress: closing positions.',
    )
  })
})
