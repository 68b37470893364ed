import { describe, expect, it } from 'vitest'
import { Tape } from './asset-topics.ts'

describe('the tape', () => {
  const trade = (tid: number | string, time: number) =>
    ({ tid: String(tid), asset: 'A', side: 'buy', px: '1', sz: '1', time }) as never
  it('contains each trade once, newest first, in any order of arrival', () => {
    const tape = new Tape()
    expect(tape.add([trade(1, 10), trade(2, 20)])).toHaveLength(2)
    expect(tape.add([trade(2, 20), trade(3, 30)])).toHaveLength(1)
    tape.add([trade(4, 15)])
    expect(tape.trades.map(({ tid }) => tid)).toEqual(['3', '2', '4', '1'])
  })

  it('keeps the order of trades in one millisecond, and stays short', () => {
    const tape = new Tape()
    for (let i = 0; i < 3000; i += 1) tape.add([trade(i, 5)])
    expect(tape.trades).toHaveLength(100)
    expect(tape.trades[0]?.tid).toBe('2999')
    expect(tape.add([trade(2999, 5)])).toEqual([])
  })
})
