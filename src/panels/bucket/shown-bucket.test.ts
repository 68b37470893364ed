import { describe, expect, it } from 'vitest'
import type { Bucket } from '../../../contract/market.ts'
import { LIVE, type MarketRef } from '../../../contract/market-ref.ts'
import { millis } from '../../../contract/time.ts'
import { isRunning, notRunningText } from './bucket-panel.tsx'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 2, 4, 12)
const bucket = (asset: string, start: number): Bucket => ({
  asset,
  start: millis(start),
  end: millis(start + 2 * HOUR),
  phaseText: null,
})
const ONE = bucket('NYCTMP1', NOON)
const TWO = bucket('NYCTMP2', NOON + 2 * HOUR)
const of = (asset: string): { readonly ref: MarketRef; readonly asset: string } => ({
  ref: { family: 'scalar', asset },
  asset,
})

describe('the market of a bucket strip', () => {
  it('that follows the live one shows the service’s state, also in the gap of a settlement', () => {
    const live = { ref: LIVE, asset: null }
    expect(isRunning(live, { current: ONE, next: TWO })).toBe(true)
    expect(isRunning(live, { current: null, next: null })).toBe(true)
  })

  it('that is an asset runs while it is live and while it settles, and not before it opens', () => {
    expect(isRunning(of('NYCTMP1'), { current: ONE, next: TWO })).toBe(true)
    expect(isRunning(of('NYCTMP2'), { current: ONE, next: TWO })).toBe(false)
    expect(isRunning(of('NYCTMP1'), { current: null, next: TWO })).toBe(true)
    expect(isRunning(of('NYCTMP2'), { current: null, next: TWO })).toBe(false)
  })

  it('that does not run shows when it does, and what trades until then', () => {
    const two = { ...of('NYCTMP2'), title: 'NYCTMP2', start: TWO.start, end: TWO.end }
    expect(notRunningText(two, { current: ONE, next: TWO }, NOON + HOUR)).toEqual({
      whole: 'NYCTMP2 opens 14:00 UTC and settles 16:00 UTC. NYCTMP1 trades until 14:00 UTC.',
      short: 'Opens 14:00 UTC.',
    })
    expect(notRunningText(two, { current: null, next: null }, NOON + 5 * HOUR).whole).toBe('NYCTMP2 ended 16:00 UTC.')
    const unnamed = { ...two, start: null, end: null }
    expect(notRunningText(unnamed, { current: ONE, next: null }, NOON).whole).toBe(
      'NYCTMP2 has no bucket now. NYCTMP1 trades until 14:00 UTC.',
    )
  })
})
