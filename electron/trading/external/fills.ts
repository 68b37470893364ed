/**
 * Finds fills that neither an order of this terminal nor the service's stated cause explains. The fills of each order are reported once, across
 * restarts too.
 */

import { type Fill, fillIdOf, type Order } from '../../../contract/account.ts'
import type { ExternalTrade } from '../../../contract/activity.ts'
import { add, divide, multiply, type Size, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { OtherClientStore } from '../../storage/index.ts'
import { idsOf, type Own } from '../ledger/index.ts'

/** Fills of other clients. */
interface FoundFills {
  /** Not reported before. */
  readonly external: readonly Fill[]
  /** Of orders that were made before the terminal first saw the wallet: marked, and not reported. */
  readonly adopted: readonly Fill[]
}

interface ExternalFillsOptions {
  readonly own: Own
  readonly fills: Pick<FillRecords, 'newest'>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly store: Pick<OtherClientStore, 'isReported'>
  readonly profile: string
  /** Whether the service was liquidating the position that a fill closes. */
  readonly isLiquidation: (fill: Fill) => boolean
  /** Whether a newly listed fill came after its market had ended. */
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

/** Number of fills of earlier runs that are judged again at start-up. */
const KEPT = 500
/** How long before its fill an order may have been made for the search in the history, ms. */
const LOOK_BACK = 600_000
/** The history is read in this many consecutive looks, then in one of this many. */
const EAGER = 5
const RARE = 30
/** Patience for a history that cannot be read, and for an action without an id, ms. */
const PATIENCE = 30_000
const LIFE = 600_000
const NONE: FoundFills = { external: [], adopted: [] }

export function createExternalFills(options: ExternalFillsOptions) {
  const { own, fills, orders, store, profile, isLiquidation, isAfterEnd, clock } = options
  const pending = new Map<string, Pending>()
  let isLoaded = false

  /** Takes newly listed fills. */
  function sawNew(news: readonly Fill[]): void {
    for (const fill of news) {
      const key = fillIdOf(fill)
      const late = isAfterEnd(fill)
      // Without an order's id it is the settlement.
      if (!isServices(fill) && !(late && fill.oid === null) && !pending.has(key))
        pending.set(key, { fill, since: clock.monotonic(), isAfterEnd: late, looks: 0 })
    }
  }

  /** Their orders by id, from any read, and whether the history could be read for those that no read showed. */
  async function search(account: string, due: readonly Pending[]) {
    const oids = [...new Set(due.flatMap(({ fill }) => fill.oid ?? []))]
    const known = own.known(account, oids)
    const kept = new Set(orders.ofIds(oids).map(({ oid }) => oid))
    const isSought = ({ fill, looks }: Pending): boolean =>
      fill.oid !== null &&
      !known.has(fill.oid) &&
      !kept.has(fill.oid) &&
      !store.isReported({ profile, account }, fill.oid) &&
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
    /** Judges the pending fills. @param firstSeen the service's time */
    async look(account: string, firstSeen: number): Promise<FoundFills> {
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
      const [external, adopted]: [Fill[], Fill[]] = [[], []]
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
          isReported: store.isReported({ profile, account }, externalId(fill)),
          mayBeOwn: own.isWaitingForId(account, asset) && age < LIFE,
          // Liquidation orders of the service only reduce.
          isLiquidation: order?.reduceOnly !== false && isLiquidation(fill),
          looks,
          isSettlement: late && found.isRead && order === undefined,
          isSearched: found.isRead || age >= PATIENCE,
        })
        if (verdict === 'open') continue
        pending.delete(key)
        if (verdict === 'external') external.push(fill)
        if (verdict === 'past' && time >= firstSeen) adopted.push(fill)
      }
      return { external, adopted }
    },
    /** Whether the next look may find something. */
    isInDoubt: (): boolean => pending.size > 0,
    /** Another account is watched. */
    reset(): void {
      pending.clear()
      isLoaded = false
    },
  }
}

/** Facts about a fill of the trader's wallet. */
interface FillFacts {
  /** It happened before the terminal first saw the wallet, or its order was made before. */
  readonly isPast: boolean
  /** The service states a cause in place of an order: settlement or liquidation. */
  readonly isServices: boolean
  /** An action of this terminal made its order, under any deployment of the same service. */
  readonly isOwn: boolean
  /** Its order was reported as not from this terminal, or is known to be older. */
  readonly isReported: boolean
  /** An action that was sent for the same asset has no order id yet: it may turn out to have made it. */
  readonly mayBeOwn: boolean
  /** It closes a position that the service was liquidating. */
  readonly isLiquidation: boolean
  /** Number of looks at the account since it was listed, including this one. */
  readonly looks: number
  /** It came after its market had ended, and the service's own history lacks its order. */
  readonly isSettlement: boolean
  /** Whether the order history could be read for it: the order there has the id that this terminal gave it. */
  readonly isSearched: boolean
}

/**
 * `past`: before the terminal first saw the wallet. `known`: of this terminal, of the service itself, or of a reported order. `open`: undecided.
 * `external`: not from this terminal, and not reported yet.
 */
type FillVerdict = 'past' | 'known' | 'open' | 'external'

/** The first row that holds decides. */
const TABLE: readonly (readonly [holds: (facts: FillFacts) => boolean, verdict: FillVerdict])[] = [
  [({ isOwn }) => isOwn, 'known'],
  [({ isServices }) => isServices, 'known'],
  [({ isReported }) => isReported, 'known'],
  [({ isPast }) => isPast, 'past'],
  [({ mayBeOwn }) => mayBeOwn, 'open'],
  [({ isLiquidation }) => isLiquidation, 'known'],
  [({ isSearched }) => !isSearched, 'open'],
  [({ looks }) => looks < 2, 'open'],
  [({ isSettlement }) => isSettlement, 'known'],
  [() => true, 'external'],
]

/** The origin of a fill. */
export const judgeFill = (facts: FillFacts): FillVerdict => TABLE.find(([holds]) => holds(facts))?.[1] ?? 'open'

/** Decimals of an average; markets have at most six. */
const PLACES = 6

/** Whether the service made it: settlement or liquidation (docs/service/positions.md#account). */
const isServices = ({ cause }: Pick<Fill, 'cause'>): boolean => cause === 'settlement' || cause === 'liquidation'

/** The id under which a fill's order is stored as another client's. */
export const externalId = (fill: Fill): string => fill.oid ?? `fill/${fillIdOf(fill)}`

/** One trade for each order, in the order of its latest fill. @param fills newest first */
export function tradesOf(fills: readonly Fill[]): readonly ExternalTrade[] {
  const byOrder = new Map<string, Fill[]>()
  for (const fill of fills) {
    const id = externalId(fill)
    byOrder.set(id, [...(byOrder.get(id) ?? []), fill])
  }
  return [...byOrder].flatMap(([id, own]) => {
    const [newest] = own
    if (newest === undefined) return []
    const size = own.reduce<Size>((sum, fill) => add(sum, fill.size), ZERO)
    const value = own.map(({ price, size: of }) => multiply(price, of)).reduce((sum, one) => add(sum, one))
    const { asset, side, time } = newest
    return [{ id, asset, side, size, price: trimZeros(divide(value, size, PLACES)), at: time }]
  })
}
