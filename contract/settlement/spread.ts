/** How wide errors lie by time of day, and in which shape. Pure. */
import { NORMAL_SHAPE, SHAPE_POINTS, type Shape } from './distribution.ts'

const DAY = 86_400_000
/** How finely the width is told by time of day. */
const BINS = 24
/** A bin is taken with half of each neighbor. */
const NEIGHBOURS = [
  [-1, 0.5],
  [0, 1],
  [1, 0.5],
] as const
/** The width of a time of day counts as much as the width of all, where so many stretches of it are known. */
const BIN_TRUST = 8
/** The errors' own shape counts as much as a normal one, where so many stretches are known. */
const SHAPE_TRUST = 40

const binOf = (time: number): number => ((time % DAY) / DAY) * BINS

/** Errors as they come. */
export class Spread {
  readonly #stretches: number
  readonly #free: number
  readonly #errors: number[] = []
  readonly #times: number[] = []
  readonly #squares = new Float64Array(BINS)
  readonly #counts = new Float64Array(BINS)
  #shape: Shape | null = null
  #widths: Float64Array | null = null

  /** @param free stretches less what was fitted to them */
  constructor(stretches: number, free: number) {
    this.#stretches = stretches
    this.#free = free
  }

  add(time: number, error: number): void {
    this.#errors.push(error)
    this.#times.push(time)
    const bin = Math.floor(binOf(time))
    this.#squares[bin] = (this.#squares[bin] ?? 0) + error * error
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1
  }

  /** Mean square of the errors, as it would be of displacements that nothing was fitted to. */
  get square(): number {
    const total = this.#squares.reduce((sum, value) => sum + value, 0)
    return (total / Math.max(1, this.#errors.length)) * (this.#stretches / Math.max(1, this.#free))
  }

  /** Standard deviation at a time of day. */
  at(time: number): number {
    const position = binOf(time) - 0.5
    const index = Math.floor(position)
    const widths = this.#ofBins()
    const of = (bin: number): number => widths[(bin + BINS) % BINS] ?? 0
    return of(index) + (of(index + 1) - of(index)) * (position - index)
  }

  #ofBins(): Float64Array {
    if (this.#widths !== null) return this.#widths
    const all = this.square
    const factor = this.#stretches / Math.max(1, this.#free)
    const perExample = this.#stretches / Math.max(1, this.#errors.length)
    this.#widths = this.#squares.map((_, bin) => {
      let sum = 0
      let count = 0
      for (const [k, weight] of NEIGHBOURS) {
        const at = (bin + k + BINS) % BINS
        sum += weight * (this.#squares[at] ?? 0)
        count += weight * (this.#counts[at] ?? 0)
      }
      const own = count > 0 ? (sum / count) * factor : all
      const trust = (count * perExample) / (count * perExample + BIN_TRUST)
      return Math.sqrt(own * trust + all * (1 - trust))
    })
    return this.#widths
  }

  /** The shape of the errors by their own width, drawn to a normal one as far as few are known. */
  shape(): Shape {
    if (this.#shape !== null) return this.#shape
    const scaled = this.#errors.map((error, i) => error / (this.at(this.#times[i] ?? 0) || 1)).sort((a, b) => a - b)
    const trust = this.#stretches / (this.#stretches + SHAPE_TRUST)
    this.#shape = NORMAL_SHAPE.map((normal, i) => {
      const own = scaled[Math.floor(((i + 0.5) / SHAPE_POINTS) * scaled.length)] ?? normal
      return own * trust + normal * (1 - trust)
    })
    return this.#shape
  }
}
