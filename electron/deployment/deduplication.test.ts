import { describe, expect, it } from 'vitest'
import type { ExternalTrade } from '../../contract/activity.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createDeduplication } from './account-notices.ts'

const trade = {
  id: '8',
  asset: 'NYCTMP1',
  side: 'sell',
  size: '10',
  price: '571.2',
  at: 5_000,
} as unknown as ExternalTrade
const ending = {
  id: 'NYCTMP1/1',
  asset: 'NYCTMP1',
  kind: 'closed_elsewhere',
  size: '10',
  at: 5_000,
} as unknown as PositionClose

function open() {
  const clock = createFakeClock()
  const once = createDeduplication(clock)
  const reports: string[] = []
  const end = (change: Partial<PositionClose> = {}) => once.ended({ ...ending, ...change }, () => reports.push('end'))
  return { clock, once, reports, end }
}

describe('the end of a position by a trade of another client', () => {
  it('is reported only by the alarm about the trade, whichever of them is found first', () => {
    const { clock, once, reports, end } = open()
    end()
    clock.advance(4_000)
    once.alarmed([trade])
    end()
    clock.advance(60_000)
    expect(reports).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('is reported as an end where no alarm comes', () => {
    const { clock, reports, end } = open()
    end()
    expect(reports).toEqual([])
    clock.advance(10_000)
    expect(reports).toEqual(['end'])
  })

  it.each<[what: string, other: Partial<ExternalTrade>]>([
    ['in another market', { asset: 'NYCTMP2' }],
    ['at another time', { at: 4_000 as never }],
    ['that opened it', { side: 'buy' }],
  ])('is reported as an end beside an alarm about a trade %s', (_, other) => {
    const { clock, once, reports, end } = open()
    once.alarmed([{ ...trade, ...other }])
    end()
    clock.advance(10_000)
    expect(reports).toEqual(['end'])
  })

  it('of a short is reported by the alarm about the purchase', () => {
    const { clock, once, reports, end } = open()
    once.alarmed([{ ...trade, side: 'buy' }])
    end({ size: '-10' as never })
    clock.advance(10_000)
    expect(reports).toEqual([])
  })

  it('is reported at once where it ended otherwise', () => {
    const { reports, end } = open()
    end({ kind: 'settled' })
    expect(reports).toEqual(['end'])
  })

  it('is reported, and leaves no timer, when the deployment is closed meanwhile', () => {
    const { clock, once, reports, end } = open()
    end()
    once.stop()
    expect(reports).toEqual(['end'])
    expect(clock.waiting).toBe(0)
  })
})
