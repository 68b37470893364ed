/** One reversal, step by step: the record is on disk before each effect, and the closed size decides what is opened. */

import { type ActionState, isFinal } from '../../../contract/action.ts'
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

const TOO_LATE = stopRefusal('The close was not certain within 10 s, so nothing was opened.')

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

/** Continues a reversal from its recorded state; resolves once it is over. */
export async function carryOnReversal(
  first: StoredReversal,
  { write, stopped, mayOpen, bar }: ReversalSteering,
  ports: ReversalPorts,
): Promise<void> {
  const { actionLog, clock } = ports
  const time = within(clock, OPENS_WITHIN)
  let record = first

  async function close(): Promise<void> {
    if (mayOpen) await ports.submit(record.closeId, record.close)
    let isDoubtful = false
    await settled(ports, record.closeId, isFinal, (state) => {
      isDoubtful ||= state === 'unknown'
    })
    const action = actionLog.get(record.closeId)
    const closed = tradedBy(action)
    const held = absolute(record.size)
    if (signOf(closed) === 0) {
      write({
        state: 'kept',
        closed,
        message: action?.message ?? 'Nothing filled within the worst price of the close.',
      })
      return
    }
    if (compare(closed, held) < 0) {
      const left = subtract(held, closed)
      write({
        state: 'partly',
        closed,
        message: `${trimZeros(closed)} of ${trimZeros(held)} closed within the worst price; ${trimZeros(left)} still open, so nothing was opened.`,
      })
      return
    }
    const why = (await whyNot(isDoubtful)) ?? stopped()
    if (why === null) await open(closed)
    else write({ state: 'closed', closed, message: why })
  }

  /** Why nothing is opened although all of it closed, or null. */
  async function whyNot(isDoubtful: boolean): Promise<string | null> {
    if (!mayOpen) return 'Isotherm stopped halfway, so nothing was opened.'
    if (isDoubtful) return 'The close had no certain result for a while, so nothing was opened.'
    const blocked = mayNotNow()
    if (blocked !== null) return blocked.message
    const left = await ports.freshPosition(record.asset).catch(() => null)
    if (left === null) return 'The position could not be read after the close, so nothing was opened.'
    if (signOf(left) !== 0) return `After the close the position is ${grouped(trimZeros(left))}, so nothing was opened.`
    return mayNotNow()?.message ?? null
  }

  /** Why nothing may be opened at this moment, or null: checked after every wait up to the signature. */
  function mayNotNow(): Refusal | null {
    if (!ports.isCurrent(record.account)) return OTHER_WALLET
    return time.isOver() ? TOO_LATE : null
  }

  async function open(closed: Size): Promise<void> {
    const openId = derivedId(record.id, 'open')
    // A position increase after the click is not reversed: nobody requested it on the other side.
    const intent = openingOf(record, lesser(closed, absolute(record.size)))
    try {
      record = write({ state: 'opening', closed, openId })
    } catch (error) {
      const message = `The journal could not be written, so nothing was opened: ${messageOf(error)}`
      write({ state: 'closed', closed, message })
      return
    }
    const refusal = () => stopRefusal(stopped()) ?? mayNotNow() ?? bar(intent)
    await ports.submit(openId, intent, { refusal })
    await opened()
  }

  async function opened(): Promise<void> {
    const { openId, worst } = record
    if (openId !== null) await settled(ports, openId, isFinal)
    const action = openId === null ? null : actionLog.get(openId)
    const much = tradedBy(action)
    if (signOf(much) > 0) {
      const [held, closed] = [absolute(record.size), record.closed ?? much]
      const wanted = lesser(closed, held)
      const grew =
        compare(closed, held) > 0
          ? [`The position had grown to ${trimZeros(closed)} by the close; ${trimZeros(held)} were to be opened.`]
          : []
      const lapsed =
        compare(much, wanted) < 0
          ? [
              `${trimZeros(much)} of ${trimZeros(wanted)} opened at ${priceLabel(worst)} or better; the rest was canceled.`,
            ]
          : []
      const message = [...grew, ...lapsed].join(' ')
      write({ state: 'reversed', opened: much, message: message === '' ? null : message })
    } else
      write({
        state: 'closed',
        opened: much,
        message: action?.message ?? `Nothing could be opened at ${priceLabel(worst)} or better.`,
      })
  }

  return record.state === 'opening' ? opened() : close()
}

const DONE: ReadonlySet<ActionState> = new Set(['filled', 'cancelled', 'expired', 'rejected'])

/** The traded size of a finished order. */
function tradedBy(action: StoredAction | null): Size {
  if (action === null || !DONE.has(action.state)) return ZERO
  return add(action.filled ?? action.execution?.size ?? ZERO, ZERO)
}
