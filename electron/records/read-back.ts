/** Reads pages of the account's past, newest first, back to a moment, whatever the pages' length. */
import { type Millis, millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { inParts, type Page } from '../service/index.ts'

interface ReadBackOptions<Row> {
  readonly page: (page: Page) => Promise<readonly Row[]>
  readonly idOf: (row: Row) => string
  /** Rows asked for at a time; a service may give fewer. */
  readonly pageSize: number
  readonly mostPages: number
}

/** Rows, each once, newest first as they came, and whether they certainly reach back as far as was asked for. */
export interface PastRead<Row> {
  readonly rows: readonly Row[]
  readonly complete: boolean
  /** Rows that cannot be read; absent where all can. */
  readonly unreadable?: readonly UnreadableRow[]
}

/**
 * What of a page can be read; the others are told. A page of which nothing can be read is no empty one, which would end the past.
 * @throws ServiceError
 */
export async function readableOf<Row>(
  page: Promise<readonly Row[]>,
  sawUnreadable: (rows: readonly UnreadableRow[]) => void,
): Promise<readonly Row[]> {
  const { rows, unreadable } = await inParts(page)
  sawUnreadable(unreadable)
  return rows.length === 0 && unreadable.length > 0 ? page : rows
}

/** No service gives so few rows a page: one with fewer ends the past. */
const SMALLEST_CAP = 20

/**
 * Everything since `since` (the service's time); the first page is read in any case. A page shorter than asked for proves nothing, for a
 * service may cap its pages: the past is complete at a row that is older, at a page of next to nothing, or at one that brings nothing new
 * although it could have.
 * @throws ServiceError
 */
export async function readBack<Row extends { readonly time: Millis }>(
  { page: read, idOf, pageSize, mostPages }: ReadBackOptions<Row>,
  since: number,
): Promise<PastRead<Row>> {
  const found = new Map<string, Row>()
  const unreadable = new Map<string, UnreadableRow>()
  const past = (complete: boolean): PastRead<Row> => ({
    ...{ rows: [...found.values()], complete },
    ...(unreadable.size > 0 && { unreadable: [...unreadable.values()] }),
  })
  let before: Millis | null = null
  let longest = 0
  let certain = true
  for (let pages = 0; pages < mostPages; pages++) {
    const { rows, unreadable: others } = await inParts(read({ limit: pageSize, before }))
    for (const row of others) unreadable.set(row.text, row)
    const length = rows.length + others.length
    /** A page of which nothing can be read names no moment at which the next one begins. */
    if (rows.length === 0 && others.length > 0) return past(false)
    const known = found.size
    for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row)
    const isNew = found.size > known
    const oldest = rows.reduce((time, row) => Math.min(time, row.time), Number.MAX_SAFE_INTEGER)
    if (oldest < since || length < SMALLEST_CAP) return past(certain)
    longest = Math.max(longest, length)
    /** The page began inside the oldest millisecond that was known: that it ends there although more would fit says that there is no more. */
    if (!isNew && length < longest) return past(certain)
    /** Rows of one millisecond may straddle two pages: the next page begins inside it while that gets further. */
    const overlapping: number = oldest + 1
    const stuck = !isNew || overlapping === before
    /** A millisecond that fills whole pages may hold more than they show. */
    if (stuck && rows.every(({ time }) => time === oldest)) certain = false
    before = millis(stuck ? oldest : overlapping)
  }
  return past(false)
}
