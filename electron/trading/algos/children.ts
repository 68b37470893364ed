/**
 * The children of one parent order. Each is on disk before it is submitted, has an id derived from its parent's, and is sized by what no other child
 * can have traded. Together they never trade more than the total, regardless of fills, cancels and missing answers in between.
 */

import { isFinal, serviceTime } from '../../../contract/action.ts'
import { ALGO_NAMES, type AlgoChild, childIntent } from '../../../contract/algo.ts'
import { add, compare, greater, type Price, type Size, subtract, ZERO } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { Log } from '../../log/index.ts'
import type { StoredAction, StoredAlgo } from '../../storage/index.ts'
import { derivedId, type Refusal, STOPPED } from '../actions/index.ts'
import { cameToNothing, OTHER_WALLET, readEnd, settled, stopRefusal } from '../moves/index.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow } from './market.ts'

/** Result of a submitted child: it rests or filled in part, it is over, or it was never in the market. */
export type Placed = 'open' | 'over' | 'nothing'

/** Delay before an inconclusive read is repeated, doubling up to the second value, ms. */
const READ_AGAIN = [250, 5_000] as const
/** Attempts to cancel an order in one turn, with the same delays in between. */
const CANCELS = 5
/** Inconclusive reads about an order are given up for this turn after this long, ms. */
const READS_WITHIN = 60_000
/** How long the child's action is awaited once its order is known to be over, ms. */
const OWN_WORD = 10_000

type ActionsLog = Pick<AlgoPorts['actionLog'], 'get'>

/** The most that a child can have traded, or may still trade. */
function mostOf({ id, size, filled }: AlgoChild, actionLog: ActionsLog): Size {
  const action = actionLog.get(id)
  if (action === null) return filled ?? size
  // A child that ended and reappears counts in full.
  if (!isFinal(action.state)) return size
  if (filled !== null) return greater(filled, tradedBy(action))
  return wasNothing(action) ? ZERO : size
}

/** Whether it was never in the market. An order that expired under its own id did rest: its traded size must be known. */
const wasNothing = (action: StoredAction | null): boolean =>
  cameToNothing(action) &&
  (action?.state !== 'expired' || action.oid === null || action.filled !== null || action.code === 'never_arrived')

/** The most that all children together can have traded. */
export const mostOfAll = (children: readonly AlgoChild[], actionLog: ActionsLog): Size =>
  children.reduce((sum: Size, child) => add(sum, mostOf(child, actionLog)), ZERO)

/** The known fills of a child. */
export const filledOf = ({ id, filled }: AlgoChild, actionLog: ActionsLog): Size =>
  greater(filled ?? ZERO, tradedBy(actionLog.get(id)))

const tradedBy = (action: StoredAction | null): Size =>
  greater(add(action?.filled ?? ZERO, ZERO), add(action?.execution?.size ?? ZERO, ZERO))

/** Id of a child's cancel. @param number from 1 */
export const cancelId = (child: string, number: number): string => derivedId(child, `cancel/${number}`)

export type Children = ReturnType<typeof createChildren>

export function createChildren(steering: Steering, ports: AlgoPorts) {
  const { actionLog, clock } = ports
  const childOf = (id: string): AlgoChild | undefined => steering.now().children.find((child) => child.id === id)
  /** The most that all of them can have traded, or may still trade. */
  const most = (): Size => mostOfAll(steering.now().children, actionLog)
  const held = () => {
    const { id, terms } = steering.now()
    return { id, what: ALGO_NAMES[terms.kind] }
  }

  /** Checked up to the signature. */
  function mayNot(): Refusal | null {
    if (!steering.isWorking()) return stopRefusal('Paused or stopped before this was sent.')
    const closed = closedNow(steering.now(), ports)
    return closed === null ? null : stopRefusal(closed.text)
  }

  function keepFilled(id: string, filled: Size): void {
    const { children } = steering.now()
    steering.write({ children: children.map((child) => (child.id === id ? { ...child, filled } : child)) })
  }

  /** Shown while no answer gives the outcome; an action that needs its own confirmation is not worth waiting for. */
  function follow(id: string): void {
    const action = actionLog.get(id)
    if (action === null) return
    if (action.state === 'unknown') steering.waits(COMMON.orderUnanswered)
    else if (ports.waitsForWord(action)) {
      const message = 'It could not be verified, so it was not sent.'
      void actionLog.offer(id, {
        type: 'refused',
        refusal: { code: 'unverified', message, field: null },
        mismatches: [],
      })
    }
  }

  /** Submits a child and waits until it rests or is over; null where the parent may send nothing more. @throws Error when it is not on disk */
  async function place(
    part: number,
    price: Price,
    size: Size,
  ): Promise<{ readonly placed: Placed; readonly id: string } | null> {
    const before = steering.now()
    if (!steering.isWorking()) return null
    if (compare(add(most(), size), before.total) > 0) {
      throw new Error(`${size} more would be beyond the total of ${before.total}`)
    }
    const id = derivedId(before.id, `child/${before.children.length}`)
    steering.write({ children: [...before.children, { id, part, price, size, filled: null }] })
    const intent = childIntent(before, { price, size })
    await ports.submit(id, intent, { refusal: mayNot, held: held() })
    const rests = (state: StoredAction['state']): boolean => state === 'resting' || state === 'partly_filled'
    await settled(
      ports,
      id,
      (state) => isFinal(state) || rests(state),
      () => follow(id),
    )
    // Nothing more is written: the next run takes over.
    if (steering.isHalted()) return null
    steering.waits(null)
    const action = actionLog.get(id)
    if (wasNothing(action)) {
      keepFilled(id, ZERO)
      return { placed: 'nothing', id } as const
    }
    return { placed: action !== null && isFinal(action.state) ? 'over' : 'open', id } as const
  }

  /** Cancels a resting child; false where no cancel went through. */
  async function cancel(id: string, { asset }: StoredAlgo): Promise<boolean> {
    let number = 1
    while (actionLog.get(cancelId(id, number)) !== null) number += 1
    // The cancel of an earlier turn may be on its way.
    if (number > 1) await settled(ports, cancelId(id, number - 1), isFinal)
    for (let tries = 0; tries < CANCELS; tries++, number++) {
      // What refuses one cancel at once would refuse all attempts within the same moment.
      if (tries > 0) await pause(Math.min(READ_AGAIN[0] * 2 ** (tries - 1), READ_AGAIN[1]))
      if (!isMine()) return false
      const action = actionLog.get(id)
      if (action === null || action.oid === null || isFinal(action.state)) return true
      const intent = { kind: 'cancel', asset, oid: action.oid, cloid: action.cloid } as const
      await ports.submit(cancelId(id, number), intent, {
        refusal: () => (isMine() ? null : OTHER_WALLET),
        held: held(),
      })
      await settled(ports, cancelId(id, number), isFinal)
      const own = actionLog.get(id)
      if (actionLog.get(cancelId(id, number))?.state === 'done' || own === null || isFinal(own.state)) return true
    }
    return false
  }

  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  const isMine = (): boolean => !steering.isHalted() && ports.isCurrent(steering.now().account)

  /** Whether its end was read, and it has not reappeared since. */
  const isAtEnd = ({ id, filled }: AlgoChild): boolean =>
    filled !== null && isFinal(actionLog.get(id)?.state ?? 'refused')

  /**
   * Ends a child: cancels it where it rests, and reads what it traded. False where that is not possible now; the next turn tries again, and until
   * then the child counts in full.
   */
  async function end(id: string): Promise<boolean> {
    const child = childOf(id)
    if (child === undefined || isAtEnd(child)) return true
    await settled(
      ports,
      id,
      (state) => isFinal(state) || state === 'resting' || state === 'partly_filled',
      () => follow(id),
    )
    steering.waits(null)
    if (!isMine()) return false
    const action = actionLog.get(id)
    if (action === null || wasNothing(action)) return keep(id, ZERO)
    if (action.state === 'filled' && compare(tradedBy(action), child.size) >= 0) return keep(id, child.size)
    // Without an id no read can show how much it traded: it counts in full.
    if (action.oid === null) return isFinal(action.state) ? keep(id, child.size) : false
    const isBack = isFinal(action.state) || (await cancel(id, steering.now()))
    const until = clock.monotonic() + READS_WITHIN
    for (
      let wait: number = READ_AGAIN[0];
      isMine() && clock.monotonic() < until;
      wait = Math.min(2 * wait, READ_AGAIN[1])
    ) {
      const { oid } = action
      const order = { asset: steering.now().asset, oid, time: serviceTime(action, action.createdAt), filled: ZERO }
      const found = await readEnd(order, ports).catch(() => null)
      if (!isMine()) return false
      if (found?.kind === 'ended') {
        steering.waits(null)
        // Until its action has ended too, limits count an order that is gone.
        await settled(ports, id, isFinal, () => {}, OWN_WORD)
        return keep(id, greater(found.filled, tradedBy(actionLog.get(id))))
      }
      if (found?.kind === 'rests' && !isBack) return false
      steering.waits('Some fills of one of its orders are not reported yet.')
      await pause(wait)
    }
    steering.waits(null)
    return false
  }

  function keep(id: string, filled: Size): true {
    keepFilled(id, filled)
    return true
  }

  /** Like `end`, for all that have not ended. */
  async function endAll(): Promise<boolean> {
    const open = steering.now().children.filter((child) => !isAtEnd(child))
    const ended = await Promise.all(open.map(({ id }) => end(id)))
    return ended.every(Boolean)
  }

  return { most, place, end, endAll }
}

/** The rest of the total. */
export const leftOf = ({ total }: Pick<StoredAlgo, 'total'>, most: Size): Size => greater(subtract(total, most), ZERO)

/** Refusals of the terminal itself: prices that went stale, or a limit on order rates. Any other refusal pauses the parent. */
const FOR_NOW: ReadonlySet<unknown> = new Set([STOPPED, 'limit_orders_per_minute', 'request_limit'])

/** Whether a child was blocked only for the moment: it may be sent again without asking anybody. */
export const isForNow = (action: Pick<StoredAction, 'state' | 'code'> | null): boolean =>
  action?.state === 'refused' && FOR_NOW.has(action.code)

/** Whether a child reappears although its parent counts it as over. A parent that is `done` counts all of them so. */
const isReturned = (
  { state }: Pick<StoredAlgo, 'state'>,
  { id, filled }: AlgoChild,
  actionLog: ActionsLog,
): boolean => {
  const action = actionLog.get(id)
  return (filled !== null || state === 'done') && action?.surfaced !== undefined && !isFinal(action.state)
}

/**
 * Children that ended and reappear in the market. Nothing waits for them, and others may have been sent in their place: they are canceled in every
 * state of their parent, even once it is over.
 */
export function createReturned({
  actionLog,
  childrenOf,
  onEnded,
  log,
}: {
  readonly actionLog: ActionsLog
  readonly childrenOf: (id: string) => Pick<Children, 'end'>
  /** They are over again, or could not be canceled. */
  readonly onEnded: (id: string, isBack: boolean) => void
  readonly log: Pick<Log, 'error'>
}) {
  const at = new Map<string, string>()
  return {
    /** An action changed: it may be a child that is back. */
    look(record: StoredAlgo, actionId: string): void {
      const child = record.children.find(({ id }) => id === actionId)
      if (child === undefined || at.has(child.id) || !isReturned(record, child, actionLog)) return
      at.set(child.id, record.id)
      childrenOf(record.id)
        .end(child.id)
        .then((isBack) => onEnded(record.id, isBack))
        .catch((error: unknown) =>
          log.error({ err: error, algo: record.id }, 'an order that is back was not taken back'),
        )
        .finally(() => at.delete(child.id))
    },
    /** Whether a child of the parent is being canceled. */
    isAt: (id: string): boolean => [...at.values()].includes(id),
  }
}
