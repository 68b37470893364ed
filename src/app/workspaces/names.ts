/** Names for workspaces that are offered. Pure. */
import { TEMPLATE_NAMES } from '../../../contract/workspace.ts'

/** As much as a name may be long. */
export const LONGEST_NAME = 60

/** A name like the one given that is neither taken nor a template's: `Morning`, `Morning 2`, `Morning 3`. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (one: string): boolean =>
    [...TEMPLATE_NAMES, ...taken].some((other) => other.toLowerCase() === one.toLowerCase())
  if (!isTaken(name)) return name
  for (let count = 2; ; count += 1) {
    const suffix = ` ${count}`
    const next = `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`
    if (!isTaken(next)) return next
  }
}
