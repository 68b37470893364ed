import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createPendingLimits } from './terminal-settings.ts'

function open(first: Partial<TradingLimits> = {}) {
  const clock = createFakeClock()
  const settings = {
    current: { limits: { ...DEFAULT_LIMITS, ...first } } as never as { limits: TradingLimits },
    failure: null as string | null,
    change(change: { limits?: TradingLimits }) {
      if (settings.failure !== null) throw new Error(settings.failure)
      settings.current = { ...settings.current, ...change } as never
    },
  }
  const notices = { add: vi.fn() }
  const onHeld = vi.fn()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const pending = createPendingLimits({ settings: settings as never, notices: notices as never, clock, onHeld, log })
  const save = (more: Partial<TradingLimits>) => pending.save({ ...settings.current.limits, ...more })
  return { clock, settings, notices, onHeld, pending, save, limits: () => settings.current.limits }
}
const VALUE = (value: string) => ({ orderValue: value as never })

describe('saved limits', () => {
  it('take effect at once where they tighten, and after a minute where they loosen', () => {
    const { clock, pending, save, limits, notices, onHeld } = open()
    save({ orderValue: '300000' as never, position: '10' as never })
    expect(limits()).toMatchObject({ orderValue: '250000', position: '10' })
    expect(pending.view()).toEqual([
      { field: 'orderValue', text: 'Max order value 250,000 → 300,000 USDC', until: clock.now() + 60_000 },
    ])
    clock.advance(59_999)
    expect([limits().orderValue, notices.add.mock.calls.length]).toEqual(['250000', 0])
    clock.advance(1)
    expect([limits().orderValue, limits().position]).toEqual(['300000', '10'])
    expect(pending.view()).toEqual([])
    expect(notices.add).toHaveBeenCalledWith('warning', 'Limits were loosened', expect.stringMatching(/300,000/))
    expect(onHeld).toHaveBeenLastCalledWith(['Max order value 250,000 → 300,000 USDC'])
  })

  it('wait for each kind of field, the arming setting, and a removed one', () => {
    for (const [more, was] of [
      [{ arm: 'never' }, 'live'],
      [{ dayLoss: null }, '5000'],
      [{ throttleSeconds: 5 }, 10],
      [{ depthShare: null }, 50],
    ] as const) {
      const { clock, pending, save, limits } = open()
      const [field, value] = Object.entries(more)[0] as [keyof TradingLimits, unknown]
      save(more as Partial<TradingLimits>)
      expect([pending.view().length, limits()[field]]).toEqual([1, was])
      clock.advance(60_000)
      expect(limits()[field]).toBe(value)
    }
  })

  it('wait again for another value, and not for repeated saves of the same or other fields', () => {
    const { clock, save, limits } = open()
    save(VALUE('300000'))
    clock.advance(30_000)
    save(VALUE('300000'))
    save({ armMinutes: 5 })
    clock.advance(30_000)
    expect(limits()).toMatchObject({ orderValue: '300000', armMinutes: 5 })
    save(VALUE('400000'))
    clock.advance(59_000)
    save(VALUE('500000'))
    clock.advance(59_999)
    expect(limits().orderValue).toBe('300000')
    clock.advance(1)
    expect(limits().orderValue).toBe('500000')
  })

  it('that are tightened or withdrawn meanwhile are not loosened after all', () => {
    const { clock, pending, save, limits } = open()
    save(VALUE('300000'))
    save(VALUE('200000'))
    expect([pending.view(), limits().orderValue]).toEqual([[], '200000'])
    save(VALUE('210000'))
    expect(pending.takeBack('orderValue')).toBe(true)
    expect(pending.takeBack('orderValue')).toBe(false)
    clock.advance(600_000)
    expect(limits().orderValue).toBe('200000')
  })

  it('that another field was saved with keep waiting only for their own', () => {
    const { clock, save, limits } = open()
    save(VALUE('300000'))
    clock.advance(30_000)
    save({ position: '9000' as never })
    clock.advance(30_000)
    expect(limits()).toMatchObject({ orderValue: '300000', position: '5000' })
    clock.advance(30_000)
    expect(limits().position).toBe('9000')
  })

  it('are forgotten when the terminal quits, and do not count time that the wall clock was advanced', () => {
    const { clock, settings, save, limits } = open()
    save(VALUE('300000'))
    const now = clock.now.bind(clock)
    clock.now = () => (now() + 3_600_000) as never
    clock.advance(59_000)
    expect(limits().orderValue).toBe('250000')
    const again = createPendingLimits({ settings, notices: { add: vi.fn() }, clock, onHeld: vi.fn(), log: {} } as never)
    expect(again.view()).toEqual([])
  })

  it('that cannot be written change nothing, now and later, and that is reported', () => {
    const { clock, settings, save, limits, notices, pending } = open()
    settings.failure = 'the disk is full'
    expect(() => save(VALUE('300000'))).toThrow('the disk is full')
    expect(pending.view()).toEqual([])
    settings.failure = null
    save(VALUE('300000'))
    settings.failure = 'the disk is full'
    clock.advance(60_000)
    expect(limits().orderValue).toBe('250000')
    expect(notices.add).toHaveBeenCalledWith('error', 'Limits were not loosened', expect.stringMatching(/disk is full/))
  })
})
