/** What a section of the bench gives: rows of the printed table, and what goes into the JSON. */

/** One line of the table. */
export interface Row {
  readonly figure: string
  readonly measured: string
  readonly aim: string
}

/** What a section measured. */
export interface Measured {
  readonly rows: readonly Row[]
  /** Goes under the section's name. */
  readonly json: unknown
  /** Goes beside it. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** A part of the bench that runs by itself. */
export interface Section {
  readonly name: string
  /** Runs only when it is asked for by name: it takes long. */
  readonly byName?: true
  run(): Promise<Measured>
}

export const row = (figure: string, measured: string, aim = ''): Row => ({ figure, measured, aim })
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const percent = (value: number): string => `${value.toFixed(0)} %`
export const tenths = (value: number): string => value.toFixed(1)

/** The middle one; of an even number the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
