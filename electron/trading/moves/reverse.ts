/** One reversal, step by step: the record is on disk before each effect, and the closed size decides what is opened. */

import { type ActionState, isFinal } from '../../../contract/action.ts'
import { assertNever } from '../../../contract/brand.ts'
import {
  absolute,
  add,
  compare,
  lesser,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { messageOf } from '../../multi-step/index.ts'
import type { StoredAction, StoredReversal } from '../../storage/index.ts'
import { derivedId, type Refusal } from '../actions/index.ts'
import type { MovePorts, RefusalCheck } from './interface.ts'
import { OTHER_WALLET, settled, stopRefusal, within } from './steps.ts'

/** After this long nothing is opened automatically, ms. */
const OPENS_WITHIN = 10_000

const TOO_LATE = stopRefusal('The result of the close was still unknown after 10 s, so nothing was opened.')

/** Controls a running reversal. */
export interface ReversalSteering {
  /** Writes the change and returns the new record. @throws Error when it is not on disk. */
  readonly write: (change: Partial<StoredReversal>) => StoredReversal
  /** Why nothing more may be opened, or null. */
  readonly stopped: () => string | null
  /** Whether it was begun in this run: what an earlier run began is read to its end, and no more. */
  readonly mayOpen: boolean
  readonly bar: RefusalCheck
}

/** What reversing needs: an account read that begins now. */
export type ReversalPorts = Pick<MovePorts, 'actionLog' | 'clock' | 'submit' | 'isCurrent'> & {
  readonly freshPosition: (asset: string) => Promise<Size>
}

/** The order that opens the other side: IOC, no worse than the price that was fixed at the click. */
export const openingOf = (
  { asset, size, worst }: Pick<StoredReversal, 'asset' | 'size' | 'worst'>,
  much: Size,
): PlaceIntent => ({
  kind: 'place',
  asset,
  side: signOf(size) > 0 ? 'sell' : 'buy',
  price: worst,
  size: much,
  tif: 'IOC',
  reduceOnly: false,
})

/** What decides about the next step of a reversal, besides its record. */
export interface ReversalFacts extends Pick<ReversalSteering, 'mayOpen'> {
  /** The close and the opening; null where they were never journalled. */
  readonly close: StoredAction | null
  readonly open: StoredAction | null
  /** The close was submitted in this run. */
  readonly isCloseSubmitted: boolean
  /** The close had no certain result for a while. */
  readonly isDoubtful: boolean
  /** The position after the close, signed; `unread` before the read, null where that failed. */
  readonly left: Size | null | 'unread'
  /** Why nothing may be opened at this moment, or null. */
  readonly blocked: Refusal | null
  readonly stopped: string | null
}

/** The next step of a reversal. */
export type ReversalStep =
  /** A reversal under way always ends with a write. */
  | { readonly do: 'write'; readonly change: Partial<StoredReversal> & Pick<StoredReversal, 'state'> }
  | { readonly do: 'submit close' | 'await close' | 'read position' | 'await open' }
  | { readonly do: 'open'; readonly closed: Size }

const write = (state: StoredReversal['state'], change: Partial<StoredReversal>): ReversalStep => ({
  do: 'write',
  change: { ...change, state },
})

/** The next step of a reversal under way. Pure. */
export function nextOfReversal(record: StoredReversal, facts: ReversalFacts): ReversalStep {
  if (record.state === 'opening') return afterOpening(record, facts)
  const { close } = facts
  if (facts.mayOpen && !facts.isCloseSubmitted) return { do: 'submit close' }
  if (close !== null && !isFinal(close.state)) return { do: 'await close' }
  const closed = tradedBy(close)
  const held = absolute(record.size)
  if (signOf(closed) === 0) {
    const message = close?.message ?? 'Nothing filled within the worst price of the close.'
    return write('kept', { closed, message })
  }
  if (compare(closed, held) < 0) {
    const left = subtract(held, closed)
    const message = `${trimZeros(closed)} of ${trimZeros(held)} closed within the worst price; ${trimZeros(left)} still open, so nothing was opened.`
    return write('partly', { closed, message })
  }
  const why = whyNot(facts)
  if (why === null && facts.left === 'unread') return { do: 'read position' }
  const message = why ?? facts.stopped
  return message === null ? { do: 'open', closed } : write('closed', { closed, message })
}

/** Why nothing is opened although all of it closed, or null. */
function whyNot({ mayOpen, isDoubtful, blocked, left }: ReversalFacts): string | null {
  if (!mayOpen) return 'Isotherm stopped halfway, so nothing was opened.'
  if (isDoubtful) return 'The result of the close was unknown for too long, so nothing was opened.'
  if (left === null) return 'The position could not be read after the close, so nothing was opened.'
  if (left !== 'unread' && signOf(left) !== 0)
    return `After the close the position is ${grouped(trimZeros(left))}, so nothing was opened.`
  return blocked?.message ?? null
}

function afterOpening(record: StoredReversal, { open }: ReversalFacts): ReversalStep {
  if (open !== null && !isFinal(open.state)) return { do: 'await open' }
  const { worst } = record
  const opened = tradedBy(open)
  if (signOf(opened) === 0) {
    const message = open?.message ?? `Nothing could be opened at ${priceLabel(worst)} or better.`
    return write('closed', { opened, message })
  }
  const held = absolute(record.size)
  const closed = record.closed ?? opened
  const wanted = lesser(closed, held)
  const grew = `The position had grown to ${trimZeros(closed)} when it was closed; the reversal opens only ${trimZeros(held)}.`
  const lapsed = `${trimZeros(opened)} of ${trimZeros(wanted)} opened at ${priceLabel(worst)} or better; the rest was canceled.`
  const messages = [...(compare(closed, held) > 0 ? [grew] : []), ...(compare(opened, wanted) < 0 ? [lapsed] : [])]
  return write('reversed', { opened, message: messages.length === 0 ? null : messages.join(' ') })
}

/** Continues a reversal from its recorded state; resolves once it is over. */
export async function carryOnReversal(
  first: StoredReversal,
  steering: ReversalSteering,
  ports: ReversalPorts,
): Promise<void> {
  const { actionLog, clock } = ports
  const time = within(clock, OPENS_WITHIN)
  let record = first
  const run = { isCloseSubmitted: false, isDoubtful: false, left: 'unread' as ReversalFacts['left'] }

  /** Checked after every wait up to the signature. */
  function blocked(): Refusal | null {
    if (!ports.isCurrent(record.account)) return OTHER_WALLET
    return time.isOver() ? TOO_LATE : null
  }
  const get = (id: string | null): StoredAction | null => (id === null ? null : actionLog.get(id))
  const next = (): ReversalStep =>
    nextOfReversal(record, {
      ...run,
      mayOpen: steering.mayOpen,
      close: get(record.closeId),
      open: get(record.openId),
      blocked: blocked(),
      stopped: steering.stopped(),
    })

  async function open(closed: Size): Promise<void> {
    const openId = derivedId(record.id, 'open')
    // A position increase after the click is not reversed: nobody requested it on the other side.
    const intent = openingOf(record, lesser(closed, absolute(record.size)))
    record = steering.write({ state: 'opening', closed, openId })
    const refusal = () => stopRefusal(steering.stopped()) ?? blocked() ?? steering.bar(intent)
    await ports.submit(openId, intent, { refusal })
  }

  for (let step = next(); ; step = next()) {
    switch (step.do) {
      case 'write':
        steering.write(step.change)
        return
      case 'submit close':
        run.isCloseSubmitted = true
        await ports.submit(record.closeId, record.close)
        break
      case 'await close':
        await settled(ports, record.closeId, isFinal, (state) => {
          run.isDoubtful ||= state === 'unknown'
        })
        break
      case 'read position':
        run.left = await ports.freshPosition(record.asset).catch(() => null)
        break
      case 'open':
        try {
          await open(step.closed)
        } catch (error) {
          if (record.state === 'opening') throw error
          const message = `The journal could not be written, so nothing was opened: ${messageOf(error)}`
          steering.write({ state: 'closed', closed: step.closed, message })
          return
        }
        break
      case 'await open':
        await settled(ports, record.openId ?? '', isFinal)
        break
      default:
        return assertNever(step, 'step')
    }
  }
}

const DONE: ReadonlySet<ActionState> = new Set(['filled', 'cancelled', 'expired', 'rejected'])

/** The traded size of a finished order. */
function tradedBy(action: StoredAction | null): Size {
  if (action === null || !DONE.has(action.state)) return ZERO
  return add(action.filled ?? action.execution?.size ?? ZERO, ZERO)
}
