/** The trader's open orders of every family, which come from two reads: scalar and binary orders, and those of outcomes. */
import type { OpenOrdersView, Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { Clock } from '../../../contract/time.ts'
import type { Purpose, TradingService } from '../../service/index.ts'
import { createSharedRead } from './shared-read.ts'

/** Open orders; one family that cannot be read keeps no other from being acted on. */
export interface FreshOrders {
  readonly orders: readonly Order[]
  readonly failures: readonly OrdersFailure[]
}

/** What could not be read, in words, and why. */
interface OrdersFailure {
  readonly what: string
  readonly outcomes: boolean
  readonly error: unknown
}

interface OrdersByFamily {
  readonly open: PromiseSettledResult<readonly Order[]>
  /** Of null where the deployment offers no outcome markets. */
  readonly outcomes: PromiseSettledResult<readonly Order[] | null>
}

interface OpenOrders {
  /** The last of every family, empty before the first read. */
  last(): readonly Order[]
  /** Reads that begin now. */
  freshByFamily(purpose?: Purpose): Promise<OrdersByFamily>
  /** The same as one list, as far as they can be read. */
  fresh(purpose?: Purpose): Promise<FreshOrders>
  /** Reads at most `ms` old, but for outcome orders that cannot be read now: the last that were stand for them. @throws ServiceError */
  within(ms: number): Promise<OpenOrdersView>
  /** Forgets everything read. */
  reset(): void
}

interface OpenOrdersOptions {
  readonly service: (purpose: Purpose) => Pick<TradingService, 'openOrders' | 'openOutcomeOrders'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Which families the deployment is known to offer; orders of the others are not read. */
  readonly families: () => { readonly outcomes: boolean }
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: (route: string) => Address
}

export function createOpenOrders({ service, clock, families, signedIn }: OpenOrdersOptions): OpenOrders {
  const openRead = createSharedRead(clock, (purpose) =>
    service(purpose).openOrders(signedIn('GET /v1/orders/open/{address}')),
  )
  const outcomeRead = createSharedRead(clock, (purpose) =>
    service(purpose).openOutcomeOrders(signedIn('GET /v1/outcomes/orders/open/{address}')),
  )

  async function freshByFamily(purpose?: Purpose): Promise<OrdersByFamily> {
    const [open, outcomes] = await Promise.allSettled([
      openRead.fresh(purpose),
      families().outcomes ? outcomeRead.fresh(purpose) : null,
    ])
    return { open, outcomes }
  }

  async function outcomesWithin(ms: number): Promise<OpenOrdersView> {
    if (!families().outcomes) return { orders: [], old: null }
    try {
      return { orders: await outcomeRead.within(ms), old: null }
    } catch (error) {
      const last = outcomeRead.last()
      if (last === null) throw error
      const message = error instanceof Error ? error.message : String(error)
      return { orders: last.value, old: { ageMs: clock.monotonic() - last.began, message } }
    }
  }

  return {
    last() {
      const outcomes = families().outcomes ? (outcomeRead.last()?.value ?? []) : []
      return together(openRead.last()?.value ?? [], outcomes)
    },
    freshByFamily,
    async fresh(purpose) {
      const { open, outcomes } = await freshByFamily(purpose)
      const failures: OrdersFailure[] = []
      if (open.status === 'rejected') {
        failures.push({ what: 'Open orders could not be read', outcomes: false, error: open.reason })
      }
      if (outcomes.status === 'rejected') {
        failures.push({ what: 'Open outcome orders could not be read', outcomes: true, error: outcomes.reason })
      }
      return { orders: together(readOf(open), readOf(outcomes)), failures }
    },
    async within(ms) {
      const [open, outcomes] = await Promise.all([openRead.within(ms), outcomesWithin(ms)])
      return { orders: together(open, outcomes.orders), old: outcomes.old }
    },
    reset() {
      openRead.reset()
      outcomeRead.reset()
    },
  }
}

const readOf = (read: PromiseSettledResult<readonly Order[] | null>): readonly Order[] =>
  read.status === 'fulfilled' ? (read.value ?? []) : []

/** Both lists as one; an order that is in both, on a service that lists all of them together, is listed once. */
function together(open: readonly Order[], outcomes: readonly Order[]): readonly Order[] {
  if (outcomes.length === 0) return open
  const known = new Set(open.map(({ oid }) => oid))
  return [...open, ...outcomes.filter(({ oid }) => !known.has(oid))]
}
