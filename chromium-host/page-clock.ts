/**
 * Gives pages a clock of their own, for test runs in which main's is not the machine's. Under Electron both have one; libfaketime moves
 * that of Node, and Chromium does not start under it.
 */

/** How far the pages' clock goes ahead of the machine's, ms; negative for behind. */
export const PAGE_CLOCK_AHEAD = 'ISOTHERM_TEST_PAGE_CLOCK_AHEAD'

/** A script that moves `Date` in the world it runs in. @param aheadMs whole ms. */
export const clockSource = (aheadMs: number): string => `{
  const Real = Date
  const now = () => Real.now() + ${aheadMs}
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
}`

/** What the environment asks for, or null. @throws RangeError for a value that is no whole number. */
export function pageClockAhead(environment: Readonly<Record<string, string | undefined>>): number | null {
  const text = environment[PAGE_CLOCK_AHEAD]
  if (text === undefined || text === '') return null
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw new RangeError(`${PAGE_CLOCK_AHEAD} must be whole milliseconds; ${text} is not`)
}
