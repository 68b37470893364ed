/**
 * Plans of a whole position that have closed all they knew of. What filled while their close was out may not be in any read yet, so that they
 * go on until one that certainly began after it shows nothing beyond: a read may be an older one that is shared.
 */
import { signOf, ZERO } from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { ConditionalTrading } from './ports.ts'

/** A read that is asked for may be one that began so long before, ms. */
const SHARED = 500
/** Between two reads for a plan of which the first ones did not tell, ms. */
const LOOK_AGAIN = 3_000

interface Settling {
  /** As a read begins, with the keys of what is settling: those of which the read says the last word. */
  begins(keys: readonly string[]): ReadonlySet<string>
  /** Once it is taken, with the keys of what is settling then. */
  ended(keys: readonly string[]): void
  /** Whether a read is due for one of them. */
  isDue(keys: readonly string[]): boolean
  /** Whether the trader has opened the position again since the plan closed it: that one is not the plan's. */
  isReopened(group: readonly StoredConditional[]): boolean
}

/** Each time that a plan settles has a key of its own. */
export const settlingKey = (group: readonly StoredConditional[]): string =>
  [group[0]?.plan.id, ...group.map(({ attempt }) => attempt)].join('/')

export function createSettling({
  trading,
  clock,
}: {
  readonly trading: Pick<ConditionalTrading, 'topics'>
  readonly clock: Pick<Clock, 'monotonic'>
}): Settling {
  /** By key, monotonic ms: the first read that ended since it settled, and the last one that began. */
  const seen = new Map<string, { readonly first: number | null; readonly last: number }>()
  const NEVER = Number.NEGATIVE_INFINITY

  return {
    begins(keys) {
      const now = clock.monotonic()
      for (const id of seen.keys()) if (!keys.includes(id)) seen.delete(id)
      for (const id of keys) seen.set(id, { first: seen.get(id)?.first ?? null, last: now })
      return new Set(keys.filter((id) => now - (seen.get(id)?.first ?? now) > SHARED))
    },
    ended(keys) {
      const now = clock.monotonic()
      for (const id of keys) {
        const one = seen.get(id)
        if (one !== undefined && one.first === null) seen.set(id, { ...one, first: now })
      }
    },
    isDue(keys) {
      const now = clock.monotonic()
      return keys.some((id) => {
        const { first, last } = seen.get(id) ?? { first: null, last: NEVER }
        const isFresh = first !== null && last <= first
        return now - last > (isFresh ? SHARED : LOOK_AGAIN)
      })
    },
    isReopened(group) {
      const [one] = group
      if (one === undefined) return false
      const since = Math.max(...group.map(({ updatedAt }) => updatedAt))
      return (trading.topics.view({ kind: 'actions' }) ?? []).some(
        ({ intent, createdAt, filled }) =>
          OPENS.has(intent.kind) &&
          'asset' in intent &&
          intent.asset === one.target.asset &&
          createdAt >= since &&
          signOf(filled ?? ZERO) > 0,
      )
    },
  }
}

/** Intents that may open a position. */
const OPENS: ReadonlySet<string> = new Set(['place', 'predict', 'binary_predict', 'outcome_order'])
