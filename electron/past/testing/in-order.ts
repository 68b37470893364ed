/** Sort order of rows, as tests check it. */
import { expect } from 'vitest'

/** Unknown values are last, and no two neighbors of the others are in the wrong order. @param compare negative where the first comes first. */
export function expectInOrder<Key>(
  keys: readonly (Key | null)[],
  direction: string,
  compare: (a: Key, b: Key) => number,
): void {
  const known = keys.filter((one): one is Key & {} => one !== null)
  expect(keys.slice(0, known.length)).toEqual(known)
  for (const [i, one] of known.entries()) {
    const before = known[i - 1]
    if (before === undefined) continue
    expect(compare(before, one) * (direction === 'ascending' ? 1 : -1)).toBeLessThanOrEqual(0)
  }
}
