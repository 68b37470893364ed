/** How the journal's archive is laid out: a file for each month of actions, beside it a packed copy. Months are UTC. */
import { join } from 'node:path'

declare const month: unique symbol
/** `2026-01`. */
export type Month = string & { readonly [month]: true }

export const archiveFolder = (directory: string): string => join(directory, 'archive')

/** @param time this machine's, ms. */
export const monthOf = (time: number): Month => new Date(time).toISOString().slice(0, 7) as Month

export const monthFile = (month: Month): string => `journal-${month}.sqlite`
export const monthCopy = (month: Month): string => `${monthFile(month)}.gz`

/** Those of which there is a file or a copy among names of files, oldest first. */
export const monthsIn = (names: readonly string[]): readonly Month[] =>
  [...new Set(names.flatMap((name) => /^journal-(\d{4}-\d\d)\.sqlite(\.gz)?$/.exec(name)?.[1] ?? []))].sort() as Month[]

const WORDS = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** `January 2026`. */
export const monthWords = (month: Month): string => WORDS.format(new Date(`${month}-01T00:00:00Z`))

/** Start of the month before the one of a moment: what ended before it is put away, so that a whole month stays. */
export function cutAt(now: number): number {
  const at = new Date(now)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)
}
