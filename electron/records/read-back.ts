/** Reads pages of the account's past, newest first, back to a moment or to the beginning. */

import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { inParts, type Page } from '../service/index.ts'
import { type FillStore, knownOf, type PastOf } from '../storage/index.ts'

/** The owner of the past. */
export interface RecordsOwner {
  /** Name of the deployment. */
  readonly profile: string
  /** The wallet; null while nobody is signed in: nothing is then read or stored. */
  readonly address: () => Address | null
}

/** The signed-in wallet; null while there is none. */
export const ofWallet =
  ({ profile, address }: RecordsOwner): (() => (PastOf & { readonly account: Address }) | null) =>
  () => {
    const account = address()
    return account === null ? null : { profile, account }
  }

interface ReadBackOptions<Row> {
  readonly page: (page: Page) => Promise<readonly Row[]>
  readonly idOf: (row: Row) => string
  /** Rows requested at a time; a service may return fewer. */
  readonly pageSize: number
  readonly mostPages: number
}

/** Rows, each once, newest first as they came, and whether they certainly reach back to the requested time. */
export interface PastRead<Row> {
  readonly rows: readonly Row[]
  readonly complete: boolean
  /** Unreadable rows; absent without any. */
  readonly unreadable?: readonly UnreadableRow[]
}

/**
 * The readable part of a page; the rest is reported. A page without readable rows is not an empty one, which would end the past.
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

/** No service has pages this small: a page with fewer rows ends the past. */
const SMALLEST_CAP = 20

/**
 * Everything since `since` (the service's time); the first page is read in any case. A page shorter than requested proves nothing, since a service
 * may cap its pages. The past is complete at an older row, at an almost empty page, or at a page that brings nothing new although it could have.
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
    /** A page without readable rows gives no start for the next one. */
    if (rows.length === 0 && others.length > 0) return past(false)
    const known = found.size
    for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row)
    const isNew = found.size > known
    const oldest = rows.reduce((time, row) => Math.min(time, row.time), Number.MAX_SAFE_INTEGER)
    if (oldest < since || length < SMALLEST_CAP) return past(certain)
    longest = Math.max(longest, length)
    /** The page began inside the oldest known millisecond: since it ends there although more would fit, there is no more. */
    if (!isNew && length < longest) return past(certain)
    /** Rows of one millisecond may span two pages: the next page begins inside it while that makes progress. */
    const overlapping: number = oldest + 1
    const stuck = !isNew || overlapping === before
    /** A millisecond that fills whole pages may have more rows than they show. */
    if (stuck && rows.every(({ time }) => time === oldest)) certain = false
    before = millis(stuck ? oldest : overlapping)
  }
  return past(false)
}

/** Result of a page of older records: there may be more, there is nothing older, or it is undecided. */
export type OlderRead = 'more' | 'done' | 'not_yet'

interface OlderFillsOptions {
  readonly store: Pick<FillStore, 'stretches' | 'extend'>
  /** @throws ServiceError */
  readonly page: (of: PastOf, page: Page) => Promise<readonly Fill[]>
  /** Stores the rows of a page; false where the wallet has changed meanwhile: the page is then useless. */
  readonly keep: (of: PastOf, fills: readonly Fill[]) => boolean
}

/** A service's maximum (docs/service/limits.md#sizes). */
const PAGE = 500

/** Reads fills back to their beginning, a page at a time: each page extends the known interval, so that a restart continues there. */
export function createOlderFills({ store, page, keep }: OlderFillsOptions): (of: PastOf) => Promise<OlderRead> {
  /** The longest page of each wallet: a shorter one shows all of the moment that it ends in. */
  const longest = new Map<string, number>()
  /** Moments that fill whole pages, of which no more is available: they stay gaps of a millisecond. */
  const passed = new Map<string, number>()

  return async (of) => {
    const known = knownOf(store.stretches(of))
    if (known === null) return 'not_yet'
    if (known.since <= 0) return 'done'
    const whose = `${of.profile}/${of.account}`
    const before = Math.min(known.since, passed.get(whose) ?? Number.MAX_SAFE_INTEGER)
    const rows = await page(of, { limit: PAGE, before: millis(before) })
    if (!keep(of, rows)) return 'not_yet'
    /** The time between `before` and the known interval is a skipped moment. */
    const until = before < known.since ? before - 1 : known.until
    if (rows.length === 0) {
      store.extend(of, { since: 0, until })
      return 'done'
    }
    const oldest = rows.reduce((time, fill) => Math.min(time, fill.time), Number.MAX_SAFE_INTEGER)
    const isShort = rows.length < (longest.get(whose) ?? 0)
    longest.set(whose, Math.max(rows.length, longest.get(whose) ?? 0))
    /** The page may end inside its oldest millisecond: the next one begins in it again. */
    if (oldest + 1 < before) store.extend(of, { since: oldest + 1, until })
    else if (isShort) store.extend(of, { since: oldest, until })
    else passed.set(whose, oldest)
    return 'more'
  }
}
