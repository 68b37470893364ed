/** Least squares of a few predictors, held back a little so that what says nothing weighs nothing. Pure. */

/** Part of a predictor's own square that is added to it. */
const RIDGE = 0.01

/** Sums of squares and products of rows as they come. */
export class LeastSquares {
  readonly #width: number
  readonly #products: Float64Array
  readonly #targets: Float64Array

  constructor(width: number) {
    this.#width = width
    this.#products = new Float64Array(width * width)
    this.#targets = new Float64Array(width)
  }

  add(row: readonly number[], target: number): void {
    for (let i = 0; i < this.#width; i++) {
      const value = row[i] ?? 0
      this.#targets[i] = (this.#targets[i] ?? 0) + value * target
      for (let j = 0; j < this.#width; j++) {
        const at = i * this.#width + j
        this.#products[at] = (this.#products[at] ?? 0) + value * (row[j] ?? 0)
      }
    }
  }

  /** A weight for each predictor; 0 for one that never moved. */
  weights(): readonly number[] {
    const n = this.#width
    const rows = Array.from({ length: n }, (_, i) => {
      const row = Array.from(this.#products.subarray(i * n, i * n + n))
      const own = row[i] ?? 0
      row[i] = own > 0 ? own * (1 + RIDGE) : 1
      return [...row, this.#targets[i] ?? 0]
    })
    // A symmetric matrix with a raised diagonal: no pivot of it is 0.
    for (let i = 0; i < n; i++) eliminate(rows, i)
    return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
  }
}

function eliminate(rows: number[][], pivot: number): void {
  const from = rows[pivot] ?? []
  for (const [i, row] of rows.entries()) {
    if (i === pivot) continue
    const factor = (row[pivot] ?? 0) / (from[pivot] ?? 1)
    for (let j = pivot; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (from[j] ?? 0)
  }
}
