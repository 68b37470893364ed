/** Looks after the trader's resting orders for the alerts that wait for their end: how each ended is what the history says, never an absence. */

import type { Order, OrderStatus } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { AlertOrderEnd, AlertRule } from '../../contract/alert.ts'
import { signOf, trimZeros } from '../../contract/decimal.ts'
import { priceWords } from '../../contract/price-words.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'

interface OrderWatchOptions {
  /** @throws ServiceError */
  readonly readOpenOrders: () => Promise<{ readonly orders: readonly Order[] }>
  /** @throws ServiceError */
  readonly readOrderHistory: (page: { readonly limit: number; readonly before: null }) => Promise<readonly Order[]>
  readonly actions: () => readonly ActionRecord[]
  readonly address: () => Address | null
  /** Those on the end of orders that are on. */
  readonly alerts: () => readonly StoredAlert[]
  /** What a look says of one of them. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Pick<Log, 'warn'>
}

export interface OrderWatch {
  /** The trader's orders may be others. */
  look(): void
  /** Looks again where a look could not be finished; notes the orders that this terminal made rest. */
  turn(): void
}

type OrderEndRule = Extract<AlertRule, { readonly kind: 'order_end' }>

const HISTORY = { limit: 200, before: null } as const
/** Before a look is made again that failed, or that knew of no end for an order which is open no more, ms. */
const AGAIN = 4_000
/** Looks for one whose end the history does not have come ever more seldom, up to this, ms. */
const SELDOM = 300_000
/** Orders that one alert remembers. */
const MOST = 500
const RESTING: ReadonlySet<ActionRecord['state']> = new Set(['resting', 'partly_filled'])

/** How an order ended; null while it has not. */
const ENDS: { readonly [S in OrderStatus]: Exclude<AlertOrderEnd, 'any'> | null } = {
  resting: null,
  partially_filled: null,
  filled: 'filled',
  cancelled: 'cancelled',
  rejected: 'refused',
  expired: 'cancelled',
  unknown: null,
}

export function createOrderWatch(options: OrderWatchOptions): OrderWatch {
  const { readOpenOrders, readOrderHistory, actions, address, alerts, take, clock, log } = options
  let isLooking = false
  let isAsked = false
  let againAt: number | null = null
  let wait = AGAIN

  const lookAgain = (): void => {
    againAt = clock.monotonic() + wait
    wait = Math.min(SELDOM, wait * 2)
  }

  function look(): void {
    isAsked = isLooking
    if (isLooking || address() === null || alerts().length === 0) return
    isLooking = true
    lookOnce()
      .then((isAll) => {
        againAt = null
        if (isAll) wait = AGAIN
        else lookAgain()
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the end of orders could not be looked up')
        lookAgain()
      })
      .finally(() => {
        isLooking = false
        if (isAsked) look()
      })
      .catch(() => undefined)
  }

  /** False where an order is open no more and the history does not have its end yet. */
  async function lookOnce(): Promise<boolean> {
    const who = address()
    const { orders } = await readOpenOrders()
    const open = new Set(orders.map(({ oid }) => oid))
    const missing = alerts().some(({ memory }) => memory.known?.some((oid) => !open.has(oid)) === true)
    const history = missing ? await readOrderHistory(HISTORY) : []
    if (address() !== who) return true
    const ended = new Map(history.filter(({ status }) => ENDS[status] !== null).map((order) => [order.oid, order]))
    let isAll = true
    for (const alert of alerts()) {
      const before = alert.memory.known
      // What was over when the alert was set is past.
      const known = before ?? []
      const over = known.flatMap((oid) => (open.has(oid) ? [] : (ended.get(oid) ?? [])))
      const left = known.filter((oid) => !over.some((order) => order.oid === oid))
      if (left.some((oid) => !open.has(oid))) isAll = false
      const next = [...new Set([...left, ...open])].slice(-MOST)
      const { rule } = alert
      const told = rule.kind === 'order_end' ? over.filter((order) => isMeant(rule, order, actions())) : []
      if (before !== undefined && next.join() === before.join() && told.length === 0) continue
      take(alert, {
        memory: { ...alert.memory, known: next },
        words: told.length === 0 ? null : told.map(wordsOf).join(' '),
      })
    }
    return isAll
  }

  /** An order may rest and end between two reads: what this terminal made rest is known at once. */
  function note(): void {
    for (const alert of alerts()) {
      const { known } = alert.memory
      if (known === undefined) continue
      const fresh = actions().flatMap(({ state, oid, createdAt, intent }) =>
        intent.kind !== 'cancel' &&
        RESTING.has(state) &&
        oid !== null &&
        createdAt >= alert.createdAt &&
        !known.includes(oid)
          ? [oid]
          : [],
      )
      if (fresh.length > 0)
        take(alert, { memory: { ...alert.memory, known: [...known, ...fresh].slice(-MOST) }, words: null })
    }
  }

  return {
    look,
    turn() {
      if (address() === null || alerts().length === 0) return
      note()
      if (againAt !== null && againAt <= clock.monotonic()) look()
    },
  }
}

function isMeant({ asset, end, byHand }: OrderEndRule, order: Order, actions: readonly ActionRecord[]): boolean {
  if (asset !== null && order.asset !== asset) return false
  const how = ENDS[order.status]
  if (end !== 'any' && how !== end) return false
  return how !== 'cancelled' || byHand || !isByHand(order, actions)
}

/** Whether the trader cancelled it here: what held work takes back is news. */
const isByHand = ({ oid }: Order, actions: readonly ActionRecord[]): boolean =>
  actions.some(({ intent, held }) => intent.kind === 'cancel' && intent.oid === oid && held === undefined)

const WORDS: Readonly<Record<Exclude<AlertOrderEnd, 'any'>, string>> = {
  filled: 'Filled',
  cancelled: 'Cancelled',
  refused: 'Refused by the service',
}

/** `Cancelled: buy 150 NYCTMP1 at 571.62, 20 of it filled.` */
function wordsOf({ status, side, size, filled, asset, price }: Order): string {
  const how = ENDS[status]
  const part = how !== 'filled' && signOf(filled) > 0 ? `, ${trimZeros(filled)} of it filled` : ''
  return `${how === null ? 'Over' : WORDS[how]}: ${side} ${trimZeros(size)} ${asset} at ${priceWords(price)}${part}.`
}
