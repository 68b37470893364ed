import { describe, expect, it } from 'vitest'
import { type Price, price } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import { createFakeClock } from '../../testing/index.ts'
import { showAtOnce } from './conversions.ts'

const WAIT_FOR_OTHERS_MS = 300
const side = (mark: string | null, time: number | null, over: object = {}) => ({
  mark: mark === null ? null : price(mark),
  mid: null,
  last: null,
  time: time as Millis | null,
  receivedAt: 0 as Millis,
  ...over,
})

function setup(sides: (ReturnType<typeof side> | undefined)[]) {
  const clock = createFakeClock()
  const shown: (readonly (Price | null)[])[] = []
  const moment = showAtOnce({ read: () => sides, after: clock.after, show: (prices) => shown.push(prices) })
  const report = (index: number, ticker: ReturnType<typeof side>): void => {
    sides[index] = ticker
    moment.changed()
  }
  return { clock, shown, notify: report, moment }
}

describe('the sides of an outcome', () => {
  it('are shown together, never one of this moment with the other of the previous one', () => {
    const { shown, notify } = setup([undefined, undefined])
    notify(0, side('0.631', 1000))
    notify(1, side('0.369', 1001))
    notify(0, side('0.629', 2000))
    notify(1, side('0.371', 2001))
    expect(shown).toEqual([
      ['0.631', '0.369'],
      ['0.629', '0.371'],
    ])
  })

  it('wait for one another only briefly', () => {
    const { clock, shown, notify } = setup([side('0.631', 1000), side('0.369', 1000)])
    notify(0, side('0.629', 2000))
    clock.advance(WAIT_FOR_OTHERS_MS - 1)
    expect(shown).toEqual([])
    clock.advance(1)
    expect(shown).toEqual([['0.629', '0.369']])
  })

  it('use the kind of price that all of them have', () => {
    const { shown, notify } = setup([undefined, side(null, 1000, { mid: price('0.369') })])
    notify(0, side('0.629', 1000, { mid: price('0.631') }))
    notify(1, side('0.371', 1000, { mid: price('0.369') }))
    expect(shown).toEqual([
      ['0.631', '0.369'],
      ['0.629', '0.371'],
    ])
  })

  it('are matched by arrival time where the service does not stamp them', () => {
    const { shown, notify } = setup([undefined, undefined])
    notify(0, side('0.6', null, { receivedAt: 5000 as Millis }))
    notify(1, side('0.4', 77, { receivedAt: 5010 as Millis }))
    expect(shown).toEqual([['0.6', '0.4']])
  })

  it('show nothing after the last viewer leaves', () => {
    const { clock, shown, notify, moment } = setup([side('0.631', 1000), side('0.369', 1000)])
    notify(0, side('0.629', 2000))
    moment.stop()
    clock.advance(WAIT_FOR_OTHERS_MS)
    expect(shown).toEqual([])
  })
})
