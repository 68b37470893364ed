import { describe, expect, it } from 'vitest'
import type { Fill, Position } from '../../../contract/account.ts'
import { type Money, type Size, ZERO } from '../../../contract/decimal.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { millis } from '../../../contract/time.ts'
import { memoryLedger } from '../../records/testing/memory-ledger.ts'
import { createWalletLedger } from './wallet-ledger.ts'

const ME = '0x01'
const OF = { profile: 'model', account: ME }
const ASSET = 'NYCTMP1'

function open() {
  const clock = createFakeClock()
  const kept = memoryLedger()
  const disk = { isFull: false, isWhole: true }
  const fills = {
    syncedAt: () => clock.monotonic(),
    knownSince: () => 0,
    isWhole: () => disk.isWhole,
    newest: (limit: number) => kept.fills.newest(OF, limit),
    since: (since: number) => ({ rows: kept.fills.since(OF, since), complete: true }),
  }
  const ledger = createWalletLedger({
    store: {
      ...kept.ledger,
      keep(of, state) {
        if (disk.isFull) throw new Error('the disk is full')
        kept.ledger.keep(of, state)
      },
    },
    ...{ profile: 'model', origin: 'o', fills, clock, transfers: { all: () => [] } },
    own: { isInDoubt: () => false, isUnlisted: () => false, hasConverted: () => false },
    endOf: () => null,
    markOf: () => null,
    outcomeCollateral: () => 'USDH',
    clockOffset: () => 0,
  })
  let tid = 0
  const fill = (side: 'buy' | 'sell', size: string): void => {
    tid += 1
    const terms = { asset: ASSET, side, size, price: '571', fee: '0', realizedPnl: null, liquidity: null }
    const one = { tid: String(tid), oid: String(tid), cause: null, ...terms, time: clock.now() } as unknown as Fill
    kept.fills.add(OF, [one])
  }
  const money = { equity: null, available: null, usdc: null, usdh: null, usdhOutcome: null }
  const look = (size: string) => {
    const position = { family: 'scalar', asset: ASSET, size, entryPx: '571', markPx: '571', liquidationPx: null }
    const positions = size === '0' ? [] : [position as unknown as Position]
    const [began, beganHere] = [clock.now(), clock.monotonic()]
    return ledger.look({ account: ME, began, beganHere, read: { positions, money: money as never } })
  }
  const looks = (size: string, seconds: number) => {
    const found = []
    for (let second = 0; second < seconds; second += 2) {
      found.push(...look(size))
      clock.advance(2_000)
    }
    return found
  }
  const held = (): Size => ledger.openPositions(ME)[0]?.size ?? (ZERO as Size)
  return { clock, ledger, disk, fill, look, looks, held }
}

describe('the stored ledger of a wallet', () => {
  it('books an entry once when its transaction fails', () => {
    const { clock, disk, fill, look, looks, held } = open()
    looks('0', 20)
    fill('buy', '2')
    disk.isFull = true
    expect(() => look('2')).toThrow('the disk is full')
    expect(() => look('2')).toThrow('the disk is full')
    disk.isFull = false
    clock.advance(2_000)
    look('2')
    expect(held()).toBe('2')
  })

  it('reports a change by another client once it can be stored', () => {
    const { disk, looks } = open()
    looks('0', 20)
    disk.isFull = true
    expect(() => looks('5', 40)).toThrow('the disk is full')
    disk.isFull = false
    expect(looks('5', 40)).toEqual([{ asset: ASSET, size: '5', by: '5' }])
  })

  it('reports no change by others while a fill cannot be read', () => {
    const { disk, looks, held } = open()
    looks('0', 20)
    disk.isWhole = false
    expect(looks('5', 40)).toEqual([])
    expect(held()).toBe('5')
  })

  it('knows the P&L of the day by fills that no look has booked yet', () => {
    const { clock, ledger, fill, looks } = open()
    looks('0', 20)
    fill('buy', '2')
    expect(ledger.day(ME, millis(clock.now())).books).toMatchObject([{ asset: ASSET, size: '2' }])
    expect(ledger.day(ME, millis(clock.now())).realised.USDC).toBe(ZERO as Money)
  })
})
