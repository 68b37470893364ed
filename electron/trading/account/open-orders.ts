/** The trader's open orders of every family, from two reads: scalar and binary orders, and outcome orders. */
import type { OpenOrdersView, Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { Clock } from '../../../contract/time.ts'
import type { UnreadableRow } from '../../../contract/unreadable-row.ts'
import { inParts, type ListParts, PartlyUnreadable, type Purpose, type TradingService } from '../../service/index.ts'
import { createSharedRead } from './reads.ts'

/** Open orders; an unreadable family does not block the others. */
export interface FreshOrders {
  readonly orders: readonly Order[]
  readonly failures: readonly OrdersFailure[]
}

/** A failed part of the reads, with the reason. */
interface OrdersFailure {
  readonly what: string
  readonly outcomes: boolean
  /** The asset concerned; null where it may be any. */
  readonly asset: string | null
  readonly error: unknown
}

interface OrdersByFamily {
  readonly open: PromiseSettledResult<ListParts<Order>>
  /** Null where the deployment offers no outcome markets. */
  readonly outcomes: PromiseSettledResult<ListParts<Order> | null>
}

export function createOpenOrders({
  service,
  clock,
  families,
  signedIn,
}: {
  readonly service: (purpose: Purpose) => Pick<TradingService, 'openOrders' | 'openOutcomeOrders'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** The families that the deployment is known to offer; orders of the others are not read. */
  readonly families: () => { readonly outcomes: boolean }
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: (route: string) => Address
}) {
  const openRead = createSharedRead(clock, (purpose) => inParts(service(purpose).openOrders(signedIn(OPEN))))
  const outcomeRead = createSharedRead(clock, (purpose) =>
    inParts(service(purpose).openOutcomeOrders(signedIn(OPEN_OUTCOMES))),
  )

  /** Reads that begin now. */
  async function freshByFamily(purpose?: Purpose): Promise<OrdersByFamily> {
    const [open, outcomes] = await Promise.allSettled([
      openRead.fresh(purpose),
      families().outcomes ? outcomeRead.fresh(purpose) : null,
    ])
    return { open, outcomes }
  }

  async function outcomesWithin(ms: number): Promise<ListParts<Order> & Pick<OpenOrdersView, 'old'>> {
    if (!families().outcomes) return { ...NOTHING, old: null }
    try {
      return { ...(await outcomeRead.within(ms)), old: null }
    } catch (error) {
      const last = outcomeRead.last()
      if (last === null) throw error
      const message = error instanceof Error ? error.message : String(error)
      return { ...last.value, old: { ageMs: clock.monotonic() - last.began, message } }
    }
  }

  return {
    /** The last orders of every family; empty before the first read. */
    last(): readonly Order[] {
      const outcomes = families().outcomes ? (outcomeRead.last()?.value ?? NOTHING) : NOTHING
      return together(openRead.last()?.value ?? NOTHING, outcomes).rows
    },
    /** Unreadable rows of the last lists. */
    unreadable(): readonly UnreadableRow[] {
      const outcomes = families().outcomes ? (outcomeRead.last()?.value ?? NOTHING) : NOTHING
      return together(openRead.last()?.value ?? NOTHING, outcomes).unreadable
    },
    freshByFamily,
    /** Reads that begin now, as one list of the readable orders. */
    async fresh(purpose?: Purpose): Promise<FreshOrders> {
      const { open, outcomes } = await freshByFamily(purpose)
      const failures: OrdersFailure[] = []
      if (open.status === 'rejected') {
        failures.push({ what: 'Open orders could not be read', outcomes: false, asset: null, error: open.reason })
      } else failures.push(...failuresIn(open.value, false))
      if (outcomes.status === 'rejected') {
        const what = 'Open outcome orders could not be read'
        failures.push({ what, outcomes: true, asset: null, error: outcomes.reason })
      } else failures.push(...failuresIn(outcomes.value, true))
      return { orders: together(readOf(open), readOf(outcomes)).rows, failures }
    },
    /** Reads at most `ms` old. Outcome orders that cannot be read now are replaced by the last ones that could. @throws ServiceError */
    async within(ms: number): Promise<OpenOrdersView> {
      const [open, outcomes] = await Promise.all([openRead.within(ms), outcomesWithin(ms)])
      const { rows, unreadable } = together(open, outcomes)
      return { orders: rows, old: outcomes.old, ...(unreadable.length > 0 && { unreadable }) }
    },
    /** Forgets everything read. */
    reset(): void {
      openRead.reset()
      outcomeRead.reset()
    },
  }
}

const OPEN = 'GET /v1/orders/open/{address}'
const OPEN_OUTCOMES = 'GET /v1/outcomes/orders/open/{address}'
const NOTHING: ListParts<Order> = { rows: [], unreadable: [] }

const readOf = (read: PromiseSettledResult<ListParts<Order> | null>): ListParts<Order> =>
  read.status === 'fulfilled' ? (read.value ?? NOTHING) : NOTHING

/** One failure for each unreadable order, of its asset or of any: it may rest there. */
const failuresIn = (parts: ListParts<Order> | null, outcomes: boolean): readonly OrdersFailure[] =>
  (parts?.unreadable ?? []).map((row) => ({
    ...{ what: 'An open order could not be read', outcomes, asset: row.asset },
    error: new PartlyUnreadable(outcomes ? OPEN_OUTCOMES : OPEN, { rows: [], unreadable: [row] }),
  }))

/** Both lists as one; an order that is in both, on a service that lists all orders together, is listed once. */
function together(open: ListParts<Order>, outcomes: ListParts<Order>): ListParts<Order> {
  const known = new Set(open.rows.map(({ oid }) => oid))
  const texts = new Set(open.unreadable.map(({ text }) => text))
  return {
    rows:
      outcomes.rows.length === 0 ? open.rows : [...open.rows, ...outcomes.rows.filter(({ oid }) => !known.has(oid))],
    unreadable: [...open.unreadable, ...outcomes.unreadable.filter(({ text }) => !texts.has(text))],
  }
}
