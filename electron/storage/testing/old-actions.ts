/** Old actions, and a clock without waits. */
import type { Clock } from '../../../contract/time.ts'
import type { StoredAction } from '../journal.ts'

export const OLD_OF = { profile: 'practice', account: `0x${'01'.repeat(20)}` }
/** The current time of the tests. */
export const OLD_NOW = Date.UTC(2026, 10, 26, 12)

/** Wall time is fixed; waits resolve at once. */
export const quickClock = (now: () => number = () => OLD_NOW): Pick<Clock, 'now' | 'monotonic' | 'after'> => ({
  now: now as Clock['now'],
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms >= 1_000 ? 2 ** 31 - 1 : 0)
    return () => clearTimeout(timer)
  },
})

/** An action that was made at that time and ended a second later. */
export function oldAction(number: number, createdAt: number, more: Partial<StoredAction> = {}): StoredAction {
  const state = more.state ?? 'filled'
  return {
    ...{ id: `a${number}`, ...OLD_OF, state, createdAt, updatedAt: createdAt + 1_000, clockOffset: 3 },
    intent: { kind: 'place', asset: 'NYCTMP1', side: 'buy', price: '553.00', size: '2', tif: 'GTC', reduceOnly: false },
    steps: (['drafted', 'sent', state] as const).map((step, i) => ({
      ...{ state: step, at: createdAt + i * 500, detail: i === 1 ? `step ${number} “°F”` : null },
    })),
    ...{ cloid: `0xc${number}`, oid: `o${number}`, filled: '2', code: null, message: null, field: null },
    ...{ mismatches: [], prepared: null },
    ...more,
  } as unknown as StoredAction
}
