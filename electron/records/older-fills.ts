/** Reads fills back to their beginning, a page at a time: each page joins the stretch of time that is known, so that a restart goes on there. */
import type { Fill } from '../../contract/account.ts'
import { millis } from '../../contract/time.ts'
import type { Page } from '../service/index.ts'
import { type FillStore, knownOf, type PastOf } from '../storage/index.ts'

/** What a page of older records came to: there may be more, there is nothing older, or nothing can be said yet. */
export type OlderRead = 'more' | 'done' | 'not_yet'

interface OlderFillsOptions {
  readonly store: Pick<FillStore, 'stretches' | 'extend'>
  /** @throws ServiceError */
  readonly page: (of: PastOf, page: Page) => Promise<readonly Fill[]>
  /** Keeps what a page shows; false where the wallet has changed meanwhile: then it is of no use. */
  readonly keep: (of: PastOf, fills: readonly Fill[]) => boolean
}

/** As many as a service gives at most (docs/service/limits.md#sizes). */
const PAGE = 500

export function createOlderFills({ store, page, keep }: OlderFillsOptions): (of: PastOf) => Promise<OlderRead> {
  /** The longest page of each wallet: a shorter one shows all of the moment that it ends in. */
  const longest = new Map<string, number>()
  /** Moments that fill whole pages, of which more is not to be had: they stay gaps of a millisecond. */
  const passed = new Map<string, number>()

  return async (of) => {
    const known = knownOf(store.stretches(of))
    if (known === null) return 'not_yet'
    if (known.since <= 0) return 'done'
    const whose = `${of.profile}/${of.account}`
    const before = Math.min(known.since, passed.get(whose) ?? Number.MAX_SAFE_INTEGER)
    const rows = await page(of, { limit: PAGE, before: millis(before) })
    if (!keep(of, rows)) return 'not_yet'
    /** What lies between `before` and the known stretch is a moment that is passed over. */
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
