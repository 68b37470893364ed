/** Readings as CSV, oldest first, written some days at a time to a temporary file that is renamed when it is complete. */
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CsvFormat, csvLine, csvStart } from '../../contract/csv.ts'
import { measured, type Reading } from '../../contract/weather/index.ts'
import { CallError } from '../errors.ts'

/** Text stays text in a spreadsheet. */
type Field = readonly [title: string, of: (reading: Reading) => string, is?: 'text']

const FIELDS: readonly Field[] = [
  ['Station', ({ station }) => station, 'text'],
  ['Observed', ({ observedAt }) => new Date(observedAt).toISOString()],
  ['Received', ({ receivedAt }) => new Date(receivedAt).toISOString()],
  ['Reported, °C', ({ celsius }) => celsius],
  ['Reading, °F', ({ celsius }) => measured(celsius).value],
  ['Low, °F', ({ celsius }) => measured(celsius).low],
  ['High, °F', ({ celsius }) => measured(celsius).high],
  ['Whole °F', ({ celsius }) => measured(celsius).candidates.join(' or '), 'text'],
  ['Kind', ({ kind }) => kind.replaceAll('_', ' ')],
  ['Corrected', ({ isCorrected }) => (isCorrected ? 'yes' : 'no')],
  ['Source', ({ source }) => source],
  ['Report', ({ raw }) => raw ?? '', 'text'],
]

const isText = (column: number): boolean => FIELDS[column]?.[2] === 'text'

/** Read at once, ms: the rows of five days are some thousand. */
const AT_ONCE = 5 * 86_400_000

interface ExportTo {
  readonly path: string
  readonly format: CsvFormat
  /** The venue's time, ms. */
  readonly now: number
  /** How far back readings go, ms. */
  readonly keep: number
}

/**
 * Returns the number of rows.
 * @param readings between two times, newest first
 * @throws CallError with the reason; nothing of it is left then, and an existing file is unchanged.
 */
export async function exportReadings(
  readings: (from: number, to: number) => readonly Reading[],
  { path, format, now, keep }: ExportTo,
): Promise<number> {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  let rows = 0
  try {
    const file = await open(beside, 'w', 0o600)
    try {
      const titles = FIELDS.map(([title]) => title)
      await file.write(`${csvStart(format)}${csvLine(titles, format)}`)
      for (let from = now - keep; from <= now; from += AT_ONCE) {
        const found = readings(from, Math.min(now, from + AT_ONCE - 1)).toReversed()
        rows += found.length
        const lines = found.map((reading) =>
          csvLine(
            FIELDS.map(([, of]) => of(reading)),
            format,
            isText,
          ),
        )
        await file.write(lines.join(''))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    return rows
  } catch (error) {
    await rm(beside, { force: true })
    throw new CallError('not_saved', `${basename(path)} was not written: ${(error as Error).message}`, 'path')
  }
}
