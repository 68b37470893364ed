/** Result of a bench section: rows of the printed table, and its JSON. */

export interface Row {
  readonly figure: string
  readonly measured: string
  readonly aim: string
}

/** Results of a section. */
export interface Measured {
  readonly rows: readonly Row[]
  /** Stored under the section's name. */
  readonly json: unknown
  /** Stored next to it. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** An independent section of the bench. */
export interface Section {
  readonly name: string
  /** Runs only when requested by name: it takes long. */
  readonly byName?: true
  run(): Promise<Measured>
}

export const row = (figure: string, measured: string, aim = ''): Row => ({ figure, measured, aim })
export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const percent = (value: number): string => `${value.toFixed(0)} %`
export const tenths = (value: number): string => value.toFixed(1)

/** The median; for an even count the upper of the two middle values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
