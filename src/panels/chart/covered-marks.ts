/** Marks of a price scale beside the label of a newest price: a part of their text would show above or below the label, so they are hidden. */

/** Distance from the center of a label within which a mark's text is partly covered, in text sizes. */
const REACH = 1.35

interface CoveredMarksOptions {
  /** Pixel of a price; null while the scale has none. */
  readonly yOf: (price: number) => number | null
  /** Text size, px. */
  readonly text: () => number
}

export class CoveredMarks {
  readonly #options: CoveredMarksOptions
  #labels: readonly number[] = []
  #marks: readonly number[] = []
  /** Which marks were hidden when they were last drawn. */
  #leftOut = ''

  constructor(options: CoveredMarksOptions) {
    this.#options = options
  }

  /** The texts of a scale's marks; empty for a covered one. */
  write(marks: readonly number[], write: (mark: number) => string): string[] {
    this.#marks = marks
    this.#leftOut = this.#covered()
    return marks.map((mark) => (this.#isCovered(mark) ? '' : write(mark)))
  }

  /** The labels are at these prices now. @returns whether the marks must be written again */
  move(labels: readonly number[]): boolean {
    this.#labels = labels
    return this.#covered() !== this.#leftOut
  }

  #covered(): string {
    return this.#marks.filter((mark) => this.#isCovered(mark)).join(' ')
  }

  #isCovered(mark: number): boolean {
    const { yOf, text } = this.#options
    const y = yOf(mark)
    if (y === null) return false
    return this.#labels.some((label) => {
      const at = yOf(label)
      return at !== null && Math.abs(at - y) < REACH * text()
    })
  }
}
