import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { TopicChange } from '../topics/index.ts'
import { createPriceRecorder, createPriceWatchList } from './price-recorder.ts'

const SECOND = 1_000

function open(offset = 0) {
  const clock = createFakeClock(Date.UTC(2026, 2, 4))
  const start = clock.now() + offset
  const changes = new Listeners<[change: TopicChange]>()
  const state = { mark: '0.4' as string | null, stale: false, needed: new Set<string>() }
  const seen = createPriceRecorder({
    clock,
    feed: {
      ticker: (asset) => (asset === '#360' ? { mark: state.mark as Price | null, stale: state.stale } : null),
      need(asset) {
        state.needed.add(asset)
        return () => void state.needed.delete(asset)
      },
      clockOffset: () => offset,
      markets: { onChange: changes.on },
    },
  })
  const say = (mark: string): void => {
    state.mark = mark
    changes.notify({ kind: 'ticker', asset: '#360' })
  }
  const ranges = () => seen.of('#360').map(({ from, to, low, high }) => [from - start, to - start, low, high].join(' '))
  return { clock, seen, state, say, ranges }
}

describe('prices that the terminal saw', () => {
  it('are valid until the next one, by the service’s clock', () => {
    const { clock, seen, say, ranges, state } = open(7_000)
    seen.start()
    seen.follow(['#360'])
    expect([...state.needed]).toEqual(['#360'])
    clock.advance(10 * SECOND)
    say('0.5')
    clock.advance(500)
    say('0.3')
    clock.advance(5_500)
    expect(ranges()).toEqual(['0 10000 0.4 0.4', '10000 10500 0.5 0.5', '10500 16001 0.3 0.3'])
  })

  it('of one moment are its low and its high', () => {
    const { seen, say, ranges } = open()
    seen.start()
    seen.follow(['#360'])
    say('0.6')
    say('0.2')
    expect(ranges()).toEqual(['0 1 0.2 0.6'])
  })

  it('are missing while out of date, and while nothing is held', () => {
    const { clock, seen, say, ranges, state } = open()
    seen.start()
    seen.follow(['#360'])
    clock.advance(2 * SECOND)
    state.stale = true
    clock.advance(10 * SECOND)
    state.stale = false
    say('0.45')
    clock.advance(SECOND)
    seen.follow([])
    expect(state.needed.size).toBe(0)
    say('0.9')
    clock.advance(3 * SECOND)
    seen.follow(['#360'])
    clock.advance(SECOND)
    expect(ranges()).toEqual(['0 2001 0.4 0.4', '12000 13001 0.45 0.45', '16000 17001 0.9 0.9'])
  })

  it('of a closed position are dropped after an hour, and all when the terminal quits', () => {
    const { clock, seen, ranges } = open()
    seen.start()
    seen.follow(['#360'])
    clock.advance(SECOND)
    seen.follow([])
    clock.advance(3_599 * SECOND)
    expect(ranges()).toHaveLength(1)
    clock.advance(3 * SECOND)
    expect(ranges()).toEqual([])
    seen.stop()
    expect(clock.waiting).toBe(0)
  })

  it('are watched from a fill on, before a read of the account shows the position', () => {
    const { clock, seen, ranges } = open()
    const followed = createPriceWatchList(seen, clock)
    seen.start()
    followed.held([])
    followed.filled([{ asset: '#360', time: (clock.now() - 400) as never }], clock.now())
    clock.advance(2 * SECOND)
    followed.held([])
    clock.advance(2 * SECOND)
    followed.held(['#360'])
    clock.advance(40 * SECOND)
    followed.held([])
    clock.advance(5 * SECOND)
    expect(ranges()).toEqual(['0 44001 0.4 0.4'])
    // An old fill says nothing about current positions.
    followed.filled([{ asset: '#360', time: (clock.now() - 60_000) as never }], clock.now())
    clock.advance(5 * SECOND)
    expect(ranges()).toHaveLength(1)
  })
})
