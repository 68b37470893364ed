/** Smooth one-dimensional noise that can be read at any time: hashed values on a lattice, joined by Catmull-Rom curves. */
import { mix32 } from '../random/index.ts'

/** A value in [−1, 1) that depends only on seed and index. */
const latticeValue = (seed: number, index: number): number =>
  mix32(Math.imul(index | 0, 0x9e3779b1) ^ seed) / 2147483648 - 1

/** One octave: a curve through random values `period` seconds apart, scaled by `amplitude`. */
export function createOctave(seed: number, period: number, amplitude: number): (seconds: number) => number {
  let cached = Number.NaN
  let before = 0
  let left = 0
  let right = 0
  let after = 0
  return (seconds) => {
    const position = seconds / period
    const index = Math.floor(position)
    if (index !== cached) {
      cached = index
      before = latticeValue(seed, index - 1)
      left = latticeValue(seed, index)
      right = latticeValue(seed, index + 1)
      after = latticeValue(seed, index + 2)
    }
    const f = position - index
    const slope = right - before
    const bend = 2 * before - 5 * left + 4 * right - after
    const twist = 3 * (left - right) + after - before
    return amplitude * (left + 0.5 * f * (slope + f * (bend + f * twist)))
  }
}
