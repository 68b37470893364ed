import { describe, expect, it } from 'vitest'
import { Tape } from './family.ts'

const HOUR = 3_600_000
const trade = (tid: number, time: number) =>
  ({ coin: 'NYCTMP1', side: 'B', px: '570.00', sz: '1.0000', time, tid }) as const

describe('the tape', () => {
  it('returns the last trades, newest first, and keeps at least 500', () => {
    const tape = new Tape()
    expect([tape.newest(5), tape.last()]).toEqual([[], null])
    for (let tid = 1; tid <= 5000; tid++) tape.add(trade(tid, tid), 1n)
    expect(tape.newest(2).map((t) => t.tid)).toEqual([5000, 4999])
    expect(tape.newest(500)).toHaveLength(500)
    expect(tape.newest(0)).toEqual([])
    expect(tape.last()?.tid).toBe(5000)
  })

  it('sums the value traded over 24 hours and drops older trades', () => {
    const tape = new Tape()
    tape.add(trade(1, 0), 100n)
    tape.add(trade(2, 12 * HOUR), 10n)
    tape.add(trade(3, 24 * HOUR - 1), 1n)
    expect(tape.volume(24 * HOUR - 1)).toBe(111n)
    expect(tape.volume(24 * HOUR)).toBe(11n)
    tape.add(trade(4, 24 * HOUR), 5n)
    expect(tape.volume(24 * HOUR)).toBe(16n)
    expect(tape.volume(72 * HOUR)).toBe(0n)
  })
})
