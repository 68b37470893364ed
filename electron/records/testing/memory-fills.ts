/** Fills in memory, stored as on a disk. */
import { type Fill, fillIdOf } from '../../../contract/account.ts'
import type { FillStore, PastOf, Stretch } from '../../storage/index.ts'

const isTouching = (a: Stretch, b: Stretch): boolean => a.since <= b.until + 1 && b.since <= a.until + 1
const joined = (stretches: readonly Stretch[]): Stretch => ({
  since: Math.min(...stretches.map(({ since }) => since)),
  until: Math.max(...stretches.map(({ until }) => until)),
})

export function memoryFills(): FillStore {
  const kept = new Map<string, { fills: Map<string, Fill>; stretches: readonly Stretch[] }>()
  const at = ({ profile, account }: PastOf) => {
    const key = `${profile}/${account}`
    const found = kept.get(key) ?? { fills: new Map<string, Fill>(), stretches: [] }
    kept.set(key, found)
    return found
  }
  const newestFirst = (of: PastOf): Fill[] => [...at(of).fills.values()].sort((a, b) => b.time - a.time)
  return {
    add: (of, fills) =>
      fills.filter((fill) => {
        const key = fillIdOf(fill)
        const isNew = !at(of).fills.has(key)
        at(of).fills.set(key, fill)
        return isNew
      }),
    since: (of, since) => newestFirst(of).filter(({ time }) => time >= since),
    ofOrder: (of, oid) => newestFirst(of).filter((fill) => fill.oid === oid),
    newest: (of, limit) => newestFirst(of).slice(0, limit),
    stretches: (of) => at(of).stretches,
    extend(of, stretch) {
      const { stretches } = at(of)
      const whole = joined([...stretches.filter((one) => isTouching(one, stretch)), stretch])
      at(of).stretches = [...stretches.filter((one) => !isTouching(one, stretch)), whole].sort(
        (a, b) => a.since - b.since,
      )
    },
  }
}
