import { describe, expect, it } from 'vitest'
import type { AccountView, Fill, Position } from '../../../contract/account.ts'
import { millis } from '../../../contract/time.ts'
import { createDayResult } from './day-result.ts'

const NOW = Date.UTC(2026, 2, 4, 13)
const fill = (realizedPnl: string | null, more: object = {}): Fill =>
  ({ tid: '1', asset: 'NYCTMP1', realizedPnl, fee: '1', time: NOW, ...more }) as unknown as Fill
const position = (more: object = {}): Position =>
  ({ family: 'binary', asset: 'GBETA', size: '2', entryPx: '0.5', markPx: null, unrealizedPnl: '-3', ...more }) as never

function dayOf(fills: readonly Fill[], positions: readonly Position[] = [], complete = true, changedAt = 10) {
  const asked = new Set<number>()
  let syncs = 0
  const day = createDayResult({
    fills: {
      sync: async () => {
        syncs += 1
      },
      syncedAt: () => 5,
      since: (since) => {
        asked.add(since)
        return { rows: fills, complete }
      },
    },
    account: async () => ({ positions }) as unknown as AccountView,
    mark: () => null,
    changedAt: () => changedAt,
    serverTime: () => millis(NOW),
  })
  return { day, asked, syncs: () => syncs }
}

describe('the day’s result', () => {
  it('is what fills since 00:00 UTC realised, fees off, and what positions would', async () => {
    const { day, asked } = dayOf([fill('-10'), fill('4')], [position()])
    expect(await day.read()).toEqual({ realised: '-8', unrealised: '-3', total: '-11' })
    expect([...asked]).toEqual([Date.UTC(2026, 2, 4)])
  })

  it('B2: is not known while not all of the day’s fills are', async () => {
    await expect(dayOf([fill('-10')], [], false).day.read()).rejects.toThrow(/not all fills of today/)
  })

  it('B3: is not known while the service does not say what a fill realised, or what a position would', async () => {
    await expect(dayOf([fill(null)]).day.read()).rejects.toThrow(/does not say what a fill of NYCTMP1 realised/)
    const dark = position({ unrealizedPnl: null })
    await expect(dayOf([], [dark]).day.read()).rejects.toThrow(/the position in GBETA is known/)
  })

  it('waits for a read only when the account has changed since the fills were read', async () => {
    const changed = dayOf([fill('1')], [], true, 10)
    await changed.day.read()
    expect(changed.syncs()).toBe(1)
    const same = dayOf([fill('1')], [], true, 3)
    await same.day.read()
    expect(same.syncs()).toBe(0)
  })
})
