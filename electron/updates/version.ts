/** Versions by the rules of semantic versioning 2.0, and nothing that only looks like one. Pure. */
import { coerce, compare, gte, parse, type SemVer } from 'semver'

/** Null for what is not exactly a version: `semver` alone also takes a `v` before it and spaces around it. */
export function parseVersion(text: string): SemVer | null {
  const version = parse(text)
  if (version === null) return null
  const build = version.build.length === 0 ? '' : `+${version.build.join('.')}`
  return `${version.version}${build}` === text ? version : null
}

/**
 * Below 0 where `a` comes before `b`, 0 where neither does, above 0 otherwise; what follows a `+` does not count.
 * @throws RangeError for what is no version: nothing may be decided by it.
 */
export const compareVersions = (a: string, b: string): number => compare(read(a), read(b))

function read(text: string): SemVer {
  const version = parseVersion(text)
  if (version === null) throw new RangeError(`not a version: ${text}`)
  return version
}

/**
 * Whether a system's version, as `os.release()` says it, is at least `minimum`: by its first three numbers, whatever follows them.
 * One without a number in it is taken as too old: what is said of it cannot be told to hold.
 */
export function isSystemAtLeast(release: string, minimum: string): boolean {
  const [has, wants] = [coerce(release), coerce(minimum)]
  return has !== null && wants !== null && gte(has, wants)
}
