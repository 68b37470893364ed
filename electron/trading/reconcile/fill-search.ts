/** Reads the trader's fills back to a moment, page by page, newest first. */
import type { Fill } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { TradingService } from '../../service/index.ts'

const PAGE = 500
const MOST_PAGES = 20

/** Fills of the trader's, and whether they reach back as far as was asked for. */
export interface FillsRead {
  readonly fills: readonly Fill[]
  readonly complete: boolean
}

/**
 * Every fill since `since` (the service's time), at most 10,000; the first page is read in any case.
 * @throws ServiceError
 */
export async function readFillsSince(
  service: Pick<TradingService, 'fills'>,
  address: Address,
  since: number,
): Promise<FillsRead> {
  const fills = new Map<string, Fill>()
  let before: Millis | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows: readonly Fill[] = await service.fills(address, { limit: PAGE, before })
    const known = fills.size
    for (const fill of rows) fills.set(fill.tid, fill)
    const oldest = rows.reduce((time, fill) => Math.min(time, fill.time), Number.MAX_SAFE_INTEGER)
    if (rows.length < PAGE || oldest < since) return { fills: [...fills.values()], complete: true }
    /** Fills of one millisecond may straddle two pages: the next one begins inside that millisecond while that gets further. */
    const overlapping: number = oldest + 1
    before = millis(fills.size === known || overlapping === before ? oldest : overlapping)
  }
  return { fills: [...fills.values()], complete: false }
}
