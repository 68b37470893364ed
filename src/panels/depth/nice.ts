/** Round numbers for axes. Pure; numbers here only place pixels. */

const STEPS = [1, 2, 5, 10] as const
const ENDS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const

/** The smallest of `mantissas` times a power of ten that is not below `least`. */
function roundUp(least: number, mantissas: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(least))
  // What is rounded already must not be pushed on by the last bit of a division.
  const found = mantissas.find((one) => one >= least / power - 1e-9) ?? 10
  return found * power
}

/** The distance between marks of an axis so that about `count` of them stand on `span`; never below `least`. */
export const niceStep = (span: number, count: number, least: number): number =>
  Math.max(least, roundUp(span / count, STEPS))

/** An end of an axis that leaves room for `value`; 1 for nothing. */
export const niceEnd = (value: number): number => (value > 0 ? roundUp(value, ENDS) : 1)

/** The marks from `low` to `high`, each a multiple of `step`. */
export function marksBetween(low: number, high: number, step: number): readonly number[] {
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}
