/** Versions by the rules of semantic versioning 2.0: read, and compared. Pure. */

/** A version in its parts; what follows a `+` says nothing of its order and is left out. */
export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number]
  /** `beta`, `2` of `1.2.0-beta.2`; empty for a finished release. */
  readonly before: readonly string[]
}

const NUMBER = '(0|[1-9]\\d{0,8})'
const PART = '(?:0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const VERSION = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${PART}(?:\\.${PART})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
)

/** Null for what is no version. */
export function parseVersion(text: string): Version | null {
  const match = text.length > 100 ? null : VERSION.exec(text)
  if (match === null) return null
  const [, major, minor, patch, before] = match
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    before: before === undefined ? [] : before.split('.'),
  }
}

/**
 * Below 0 where `a` comes before `b`, 0 where neither does, above 0 otherwise.
 * @throws RangeError for what is no version: nothing may be decided by it.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [read(a), read(b)]
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  return compareBefore(one.before, other.before)
}

function read(text: string): Version {
  const version = parseVersion(text)
  if (version === null) throw new RangeError(`not a version: ${text}`)
  return version
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  // A finished release comes after all that was tried out before it.
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (const [index, one] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const difference = comparePart(one, other)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function comparePart(a: string, b: string): number {
  const [one, other] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : null))
  if (one != null && other != null) return one - other
  // Numbers come before words.
  if (one != null) return -1
  if (other != null) return 1
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * Whether a system's version, as `os.release()` says it, is at least `minimum`: by its numbers in turn, whatever follows them.
 * One without a number in it is taken as too old: what is said of it cannot be told to hold.
 */
export function isSystemAtLeast(release: string, minimum: string): boolean {
  const [has, wants] = [release, minimum].map((text) => /\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number) ?? null)
  if (has == null || wants == null) return false
  for (const [index, wanted] of wants.entries()) {
    const difference = (has[index] ?? 0) - wanted
    if (difference !== 0) return difference > 0
  }
  return true
}
