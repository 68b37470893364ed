/**
 * Cancels what still rests of an entry once a stop or a time exit of its plan has fired: whoever wanted out does not want in any more. A cancel that
 * comes to nothing is tried again while the order rests; what fills meanwhile is closed by the exit, which goes on watching until the order is over.
 */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { AT_WORK } from '../../contract/exit-rules.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId, type Refusal } from '../trading/index.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { KIND_LABELS } from './trigger.ts'

interface EntryRestOptions {
  readonly trading: Pick<ConditionalTrading, 'submit' | 'action' | 'isKnown'>
  readonly address: () => Address | null
  readonly report: Report
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Log
}

/** Between two tries, ms, and how many there are before the trader is told. */
const AGAIN = 2_000
const MOST = 5

/** Of a plan, what has fired and closes all that it covers; null while nothing has. */
export const firedOf = (group: readonly StoredConditional[]): StoredConditional | null =>
  group.find(({ kind, state, attempt }) => kind !== 'take_profit' && (AT_WORK.has(state) || attempt > 0)) ?? null

export function createEntryRest(
  options: EntryRestOptions,
): (fired: StoredConditional, resting: readonly ActionRecord[]) => void {
  const { trading, address, report, clock, log } = options
  /** By order, when the next try may begin, monotonic ms. */
  const next = new Map<string, number>()

  function cancel(fired: StoredConditional, order: ActionRecord, oid: string): void {
    const idOf = (count: number): string => derivedId(order.id, `rest/${count}`)
    let count = 0
    while (trading.isKnown(idOf(count))) count += 1
    const last = count === 0 ? null : trading.action(idOf(count - 1))
    // On its way, or done: the end of the order is about to be read.
    if (last !== null && (!isFinal(last.state) || last.state === 'done')) return
    if (count > MOST || clock.monotonic() < (next.get(order.id) ?? 0)) return
    next.set(order.id, clock.monotonic() + AGAIN)
    const { asset } = fired.target
    const what = KIND_LABELS[fired.kind]
    if (count === 0)
      report('info', `${what} on ${asset}: the rest of its order is canceled`, 'Nothing more is to fill of it.')
    if (count === MOST) {
      const words = `${last?.message ?? 'The service did not cancel it.'} Cancel it in Open orders: what it fills is closed again.`
      report('error', `${what} on ${asset}: the rest of its order still rests`, words)
    }
    const refusal = (): Refusal | null =>
      fired.account === address()
        ? null
        : { code: 'identity_changed', message: 'Another wallet is signed in now.', field: null }
    const by = { refusal, attempt: { of: fired.id, number: count + 1 }, held: { id: fired.id, what } }
    trading.submit(idOf(count), { kind: 'cancel', asset, oid, cloid: order.cloid }, by).catch((error: unknown) => {
      log.warn({ err: error, conditional: fired.id }, 'the rest of an entry could not be canceled')
    })
  }

  return (fired, resting) => {
    for (const order of resting) if (order.oid !== null) cancel(fired, order, order.oid)
  }
}
