import { describe, expect, it } from 'vitest'
import type { AccountView, Position } from '../../../contract/account.ts'
import { millis } from '../../../contract/time.ts'
import { createDayResult } from './day-result.ts'

const NOW = Date.UTC(2026, 2, 4, 13)
const position = (more: object = {}): Position =>
  ({ family: 'binary', asset: 'GBETA', size: '2', entryPx: '0.5', markPx: null, unrealizedPnl: '-3', ...more }) as never

interface SetUp {
  readonly positions?: readonly Position[]
  /** The ledger's position in GBETA. */
  readonly size?: string
  readonly isComplete?: boolean
  readonly changedAt?: number
  readonly ledger?: () => never
  readonly mark?: string
}

function dayOf({ positions = [], size = '2', isComplete = true, changedAt = 10, ledger, mark }: SetUp = {}) {
  const requests = new Set<number>()
  let syncs = 0
  let begun = 0
  const sums = {
    realised: { USDC: '-6', USDH: '1' },
    fees: { USDC: '2', USDH: '1' },
    books: size === '0' ? [] : [{ asset: 'NYCTMP1', family: 'scalar', size, cost: '1142', posted: '1142' }],
  }
  const day = createDayResult({
    fills: {
      sync: async () => {
        syncs += 1
      },
      syncedAt: () => 5,
      since: (since) => {
        requests.add(since)
        return { rows: [], complete: isComplete }
      },
    },
    ledger: { day: ledger ?? (() => sums as never), current: () => (begun > 0 ? ({} as never) : null) },
    beginLedger: async () => {
      begun += 1
    },
    account: async () => ({ address: '0x01', positions }) as unknown as AccountView,
    mark: () => (mark ?? null) as never,
    changedAt: () => changedAt,
    serverTime: () => millis(NOW),
  })
  return { day, asked: requests, syncs: () => syncs, begun: () => begun }
}

describe('the day’s result', () => {
  it('is the ledger’s result since 00:00 UTC net of fees, in both currencies, plus the unrealized result', async () => {
    const held = position({ family: 'scalar', asset: 'NYCTMP1', entryPx: '571' })
    const { day, asked } = dayOf({ positions: [held], mark: '570' })
    expect(await day.read()).toEqual({ realised: '-8', unrealised: '-2', total: '-10' })
    expect([...asked]).toEqual([Date.UTC(2026, 2, 4)])
  })

  it('uses the fills’ position where a read does not show it yet', async () => {
    expect(await dayOf({ mark: '570' }).day.read()).toMatchObject({ unrealised: '-2' })
    const before = position({ family: 'scalar', asset: 'NYCTMP1', size: '500', entryPx: '571' })
    expect(await dayOf({ positions: [before], mark: '570' }).day.read()).toMatchObject({ unrealised: '-2' })
  })

  it('counts no position that the fills have closed, though a read still shows it', async () => {
    expect(await dayOf({ size: '0', positions: [position()] }).day.read()).toMatchObject({ unrealised: '0' })
  })

  it('is unknown while the day’s fills are incomplete', async () => {
    await expect(dayOf({ isComplete: false }).day.read()).rejects.toThrow(/not all fills of today/)
  })

  it('is unknown while the ledger does not know it, or a position has no price', async () => {
    const ledger = () => {
      throw new Error('no fill explains the position change in NYCTMP1')
    }
    await expect(dayOf({ ledger }).day.read()).rejects.toThrow(/no fill explains the position change in NYCTMP1/)
    await expect(dayOf().day.read()).rejects.toThrow(/the position in NYCTMP1 is known/)
  })

  it('waits for a read only when the account has changed since the fills were read', async () => {
    const changed = dayOf({ size: '0', changedAt: 10 })
    await changed.day.read()
    expect(changed.syncs()).toBe(1)
    const same = dayOf({ size: '0', changedAt: 3 })
    await same.day.read()
    expect(same.syncs()).toBe(0)
  })

  it('starts the ledger of a wallet that has none yet', async () => {
    const { day, begun } = dayOf({ size: '0' })
    await day.read()
    await day.read()
    expect(begun()).toBe(1)
  })
})
