import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeBlock, safeText } from '../../../contract/safe-text.ts'
import type { Notice } from '../../../contract/session.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import { type Box, STILL_AFTER_MS } from '../../ui/index.ts'
import { changesWithTime, placeOf, type Slots, slotsAfter } from './toast-slots.ts'

const notice = (id: string, level: Notice['level'], at: number): Notice => ({
  ...{ id, level, title: safeText(id), detail: safeBlock(''), at: millis(at), isDismissed: false, act: null },
})
const shown = (slots: Slots): readonly (string | null)[] =>
  slots.map((slot) => (slot === null || slot.leftAt !== null ? null : slot.notice.id))

describe('toasts', () => {
  it('go by themselves after a time by their level, except errors', () => {
    const notices = [notice('stop failed', 'error', 0), notice('fill', 'info', 0), notice('token', 'warning', 0)]
    let slots: Slots = []
    const at = (now: number): readonly (string | null)[] => {
      slots = slotsAfter(slots, { notices, now, capacity: 4, isHeld: false })
      return shown(slots)
    }
    expect(at(0)).toEqual(['stop failed', 'token', 'fill', null])
    expect(at(5_999)).toEqual(['stop failed', 'token', 'fill', null])
    expect(at(6_000)).toEqual(['stop failed', 'token', null, null])
    expect(at(15_000)).toEqual(['stop failed', null, null, null])
    expect(at(3_600_000)).toEqual(['stop failed', null, null, null])
  })

  it('stay while the pointer or the focus is on them', () => {
    const facts = { notices: [notice('fill', 'info', 0)], capacity: 1 }
    const before = slotsAfter([], { ...facts, now: 0, isHeld: false })
    expect(slotsAfter(before, { ...facts, now: 60_000, isHeld: true })).toBe(before)
  })

  it('of a burst are shown up to the capacity, never older than their time, and errors leave a place for others', () => {
    const fills = Array.from({ length: 40 }, (_, i) => notice(`fill ${i}`, 'info', 0))
    const errors = Array.from({ length: 9 }, (_, i) => notice(`error ${i}`, 'error', 0))
    const facts = { notices: [...errors, ...fills], capacity: 4, isHeld: false }
    let slots = slotsAfter([], { ...facts, now: 0 })
    expect(shown(slots)).toEqual(['error 0', 'error 1', 'error 2', 'fill 0'])
    for (let now = 6_000; now <= 20_000; now += 100) slots = slotsAfter(slots, { ...facts, now })
    expect(shown(slots)).toEqual(['error 0', 'error 1', 'error 2', null])
  })

  it('of the most severe come first, and an offer makes way for news until there is room again', () => {
    const offer = { ...notice('offer', 'info', 0), act: { kind: 'first_steps' as const } }
    let slots: Slots = []
    const at = (now: number, notices: Parameters<typeof slotsAfter>[1]['notices']): readonly (string | null)[] => {
      slots = slotsAfter(slots, { notices, now, capacity: 2, isHeld: false })
      return shown(slots)
    }
    expect(at(0, [offer])).toEqual(['offer', null])
    const news = [notice('settled', 'info', 1000), notice('expiring', 'warning', 1000), offer]
    expect(at(1000, news)).toEqual([null, 'expiring'])
    expect(at(1000 + STILL_AFTER_MS, news)).toEqual(['settled', 'expiring'])
    expect(at(10_000, news)).toEqual([null, 'expiring'])
    expect(at(10_000 + STILL_AFTER_MS, news)).toEqual(['offer', 'expiring'])
    // Errors beyond their places are no reason to go.
    const errors = [notice('first', 'error', 30_000), notice('second', 'error', 30_000), offer]
    expect(at(30_000, errors)).toEqual(['offer', null])
    expect(at(30_000 + STILL_AFTER_MS, errors)).toEqual(['offer', 'first'])
    expect(at(40_000, errors)).toEqual(['offer', 'first'])
  })

  it('that stay until they are dismissed do not change with time, others do', () => {
    const offer = { ...notice('offer', 'info', 0), act: { kind: 'first_steps' as const } }
    const later = (notices: Parameters<typeof slotsAfter>[1]['notices'], now = 0, before: Slots = []) => {
      const facts = { notices, now, capacity: 2 }
      const slots = slotsAfter(before, { ...facts, isHeld: false })
      return { slots, changes: changesWithTime(slots, facts) }
    }
    expect(later([]).changes).toBe(false)
    expect(later([offer, notice('failed', 'error', 0)]).changes).toBe(false)
    const withFill = later([offer, notice('fill', 'info', 0)])
    expect(withFill.changes).toBe(true)
    // The place of the toast that went becomes free.
    const gone = later([offer, notice('fill', 'info', 0)], 6_000, withFill.slots)
    expect(gone.changes).toBe(true)
    expect(later([offer, notice('fill', 'info', 0)], 6_000 + STILL_AFTER_MS, gone.slots).changes).toBe(false)
    // A second error waits for a place.
    expect(later([notice('first', 'error', 0), notice('second', 'error', 0)]).changes).toBe(true)
    expect(changesWithTime([], { notices: [notice('fill', 'info', 0)], now: 0, capacity: 0 })).toBe(false)
  })

  it('never change places, and none appears where another just was', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        level: fc.constantFrom<Notice['level']>('info', 'warning', 'error'),
      }),
      fc.record({ kind: fc.constant('dismiss' as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 7_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (steps, capacity) => {
        let [notices, slots, now]: [readonly Notice[], Slots, number] = [[], [], 0]
        const last = new Map<number, { id: string; at: number }>()
        const places = new Map<string, number>()
        for (const [count, one] of steps.entries()) {
          if (one.kind === 'add') notices = [notice(String(count), one.level, now), ...notices]
          else if (one.kind === 'dismiss')
            notices = notices.map((n, at) => (at === one.at ? { ...n, isDismissed: true } : n))
          else now += one.ms
          slots = slotsAfter(slots, { notices, now, capacity, isHeld: false })
          if (!changesWithTime(slots, { notices, now, capacity }))
            expect(slotsAfter(slots, { notices, now: now + 60_000, capacity, isHeld: false })).toBe(slots)
          const ids = shown(slots).filter((id) => id !== null)
          expect(new Set(ids).size).toBe(ids.length)
          for (const [at, id] of shown(slots).entries()) {
            const before = last.get(at)
            if (id === null) continue
            expect(places.get(id) ?? at).toBe(at)
            places.set(id, at)
            if (before !== undefined && before.id !== id) expect(now - before.at).toBeGreaterThanOrEqual(STILL_AFTER_MS)
            last.set(at, { id, at: now })
          }
        }
      }),
      { numRuns: runs(100, 5_000) },
    )
  })
})

describe('the corner of toasts', () => {
  const area: Box = { left: 0, top: 40, width: 1000, height: 600 }
  const size = { width: 348, height: 72 }
  const place = (...busy: readonly Box[]) => placeOf({ area, busy, orders: [], ...size })
  const column = (left: number, top: number, height: number): Box => ({ left, top, width: 300, height })

  it('is the bottom right one, unless a ticket or a ladder is there', () => {
    expect(place()).toMatchObject({ corner: 'bottom-right', capacity: 4 })
    expect(place(column(700, 40, 400))).toMatchObject({ corner: 'bottom-right', capacity: 2 })
    expect(place(column(700, 40, 500))).toMatchObject({ corner: 'bottom-left', capacity: 4 })
    expect(place(column(700, 40, 600), column(0, 340, 300))).toMatchObject({ corner: 'top-left', capacity: 4 })
  })

  it('has space for one where no corner has more, and does not exist where none has', () => {
    expect(place(column(700, 40, 500), column(0, 40, 600))).toMatchObject({ corner: 'bottom-right', capacity: 1 })
    expect(place(column(700, 40, 600), column(0, 40, 600))).toBe(null)
    expect(placeOf({ area: { ...area, width: 300 }, busy: [], orders: [], ...size })).toBe(null)
  })

  it('reports whether a toast there covers positions or orders: an offer must not', () => {
    const over = (...orders: readonly Box[]) => placeOf({ area, busy: [], orders, ...size })?.isOverOrders
    expect(over()).toBe(false)
    expect(over(column(700, 340, 300))).toBe(true)
    expect(over(column(0, 340, 300), column(700, 40, 500))).toBe(false)
  })
})
