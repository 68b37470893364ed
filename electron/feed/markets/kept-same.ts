/** Keeps objects that a new answer says again, so that whoever compares by identity sees what really changed. */

/**
 * `next`, with every entry that says the same as one of `before` replaced by that one; `before` itself when nothing changed.
 * Entries are plain data.
 */
export function keptSame<T>(before: readonly T[], next: readonly T[]): readonly T[] {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]))
  const kept = next.map((entry) => known.get(JSON.stringify(entry)) ?? entry)
  return kept.length === before.length && kept.every((entry, i) => entry === before[i]) ? before : kept
}
