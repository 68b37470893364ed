/** Finds fills that no order of this terminal and no word of the service explains. Each order's are told once, over restarts too. */
import { type Fill, fillIdOf, type Order } from '../../../contract/account.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { OtherClientStore } from '../../storage/index.ts'
import { idsOf, type Own } from '../ledger/index.ts'
import { judgeFill } from './judge-fill.ts'
import { foreignId, isServices } from './trades.ts'

export interface ForeignFills {
  /** Takes fills that were listed for the first time. */
  sawNew(fills: readonly Fill[]): void
  /** Judges what is not judged yet. @param firstSeen the service's time */
  look(account: string, firstSeen: number): Promise<FoundFills>
  /** Whether the next look may find something. */
  isInDoubt(): boolean
  /** Another account is looked at. */
  reset(): void
}

/** What turned out to be of others. */
interface FoundFills {
  /** Not told before. */
  readonly foreign: readonly Fill[]
  /** Of orders that were made before the terminal first saw the wallet: marked, and not told. */
  readonly adopted: readonly Fill[]
}

interface ForeignFillsOptions {
  readonly own: Own
  readonly fills: Pick<FillRecords, 'newest'>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly store: Pick<OtherClientStore, 'isTold'>
  readonly profile: string
  /** Whether the service was liquidating the position that a fill closes. */
  readonly isLiquidation: (fill: Fill) => boolean
  /** Whether a fill that was listed just now came once its market had ended. */
  readonly isAfterEnd: (fill: Fill) => boolean
  readonly clock: Pick<Clock, 'monotonic'>
}

interface Pending {
  readonly fill: Fill
  /** When it was listed, monotonic ms. */
  readonly since: number
  readonly isAfterEnd: boolean
  looks: number
}

/** Fills of earlier runs that are judged once more at a start. */
const KEPT = 500
/** How long before its fill an order may have been made that is looked for in the history, ms. */
const LOOK_BACK = 600_000
/** The history is read in so many looks one after the other, then in one of so many. */
const EAGER = 5
const RARE = 30
/** A history that cannot be read, and an action that gets no id, are waited for so long, ms. */
const PATIENCE = 30_000
const LIFE = 600_000
const NONE: FoundFills = { foreign: [], adopted: [] }

export function createForeignFills(options: ForeignFillsOptions): ForeignFills {
  const { own, fills, orders, store, profile, isLiquidation, isAfterEnd, clock } = options
  const pending = new Map<string, Pending>()
  let isLoaded = false

  function sawNew(news: readonly Fill[]): void {
    for (const fill of news) {
      const key = fillIdOf(fill)
      const late = isAfterEnd(fill)
      // Without an order's id it is the settlement.
      if (!isServices(fill) && !(late && fill.oid === null) && !pending.has(key))
        pending.set(key, { fill, since: clock.monotonic(), isAfterEnd: late, looks: 0 })
    }
  }

  /** Their orders by id, as far as any read showed them, and whether the history could be read for those that none did. */
  async function search(account: string, due: readonly Pending[]) {
    const oids = [...new Set(due.flatMap(({ fill }) => fill.oid ?? []))]
    const known = own.known(account, oids)
    const kept = new Set(orders.ofIds(oids).map(({ oid }) => oid))
    const isSought = ({ fill, looks }: Pending): boolean =>
      fill.oid !== null &&
      !known.has(fill.oid) &&
      !kept.has(fill.oid) &&
      !store.isTold({ profile, account }, fill.oid) &&
      (looks <= EAGER || looks % RARE === 0)
    const sought = due.filter(isSought)
    const since = Math.min(...sought.map(({ fill }) => fill.time)) - LOOK_BACK
    const isRead =
      sought.length === 0 ||
      (await orders.readSince(since).then(
        () => true,
        () => false,
      ))
    return { orders: new Map(orders.ofIds(oids).map((order) => [order.oid, order])), isRead }
  }

  return {
    sawNew,
    async look(account, firstSeen) {
      if (!isLoaded) sawNew(fills.newest(KEPT).filter(({ time }) => time >= firstSeen))
      isLoaded = true
      if (pending.size === 0) return NONE
      const due = [...pending.entries()]
      for (const [, one] of due) one.looks += 1
      const found = await search(
        account,
        due.map(([, one]) => one),
      )
      const known = own.known(account, [
        ...due.flatMap(([, { fill }]) => fill.oid ?? []),
        ...[...found.orders.values()].flatMap(idsOf),
      ])
      const [foreign, adopted]: [Fill[], Fill[]] = [[], []]
      for (const [key, { fill, since, isAfterEnd: late, looks }] of due) {
        const { asset, oid, time } = fill
        const order: Order | undefined = oid === null ? undefined : found.orders.get(oid)
        const age = clock.monotonic() - since
        const verdict = judgeFill({
          isPast: time < firstSeen || (order !== undefined && order.time < firstSeen),
          isServices: isServices(fill),
          isOwn:
            (oid !== null && known.has(oid)) ||
            (order !== undefined && idsOf(order).some((id) => known.has(id))) ||
            own.isNameless(account, fill),
          isTold: store.isTold({ profile, account }, foreignId(fill)),
          mayBeOwn: own.isWaitingForId(account, asset) && age < LIFE,
          // What the service sells for the trader only reduces.
          isLiquidation: order?.reduceOnly !== false && isLiquidation(fill),
          looks,
          isSettlement: late && found.isRead && order === undefined,
          isSearched: found.isRead || age >= PATIENCE,
        })
        if (verdict === 'open') continue
        pending.delete(key)
        if (verdict === 'foreign') foreign.push(fill)
        if (verdict === 'past' && time >= firstSeen) adopted.push(fill)
      }
      return { foreign, adopted }
    },
    isInDoubt: () => pending.size > 0,
    reset() {
      pending.clear()
      isLoaded = false
    },
  }
}
