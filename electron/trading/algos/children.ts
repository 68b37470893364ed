/**
 * The children of one parent order: each is on disk before it is handed over, has an id made from its parent's, and goes out only for what no
 * other one can have traded. All together never trade more than the total, whatever fills, is canceled or goes without an answer in between.
 */
import { isFinal, serviceTime } from '../../../contract/action.ts'
import { ALGO_NAMES, type AlgoChild, childIntent } from '../../../contract/algo.ts'
import { add, compare, greater, type Price, type Size, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Log } from '../../log/index.ts'
import type { StoredAction, StoredAlgo } from '../../storage/index.ts'
import { derivedId, type Refusal, STOPPED } from '../actions/index.ts'
import { cameToNothing, OTHER_WALLET, readEnd, settled, stopRefusal } from '../moves/index.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow } from './market.ts'

/** What became of a child that was handed over: it rests or filled in part, it is over, or nothing of it ever was in the market. */
type Placed = 'open' | 'over' | 'nothing'

/** A read that did not tell is made again after so long, doubling up to the last, ms. */
const READ_AGAIN = [250, 5_000] as const
/** A cancel that did not take an order back is tried so often in one turn, with the same waits in between. */
const CANCELS = 5
/** Reads that do not tell what became of an order are given up for this turn after so long, ms. */
const READS_WITHIN = 60_000
/** How long the action of a child is waited for once its order is known to be over, ms. */
const OWN_WORD = 10_000

type ActionsLog = Pick<AlgoPorts['actionLog'], 'get'>

/** Most that a child can have traded, or may still trade. */
function mostOf({ id, size, filled }: AlgoChild, actionLog: ActionsLog): Size {
  const action = actionLog.get(id)
  if (action === null) return filled ?? size
  // One that was told as over and shows up again counts in full.
  if (!isFinal(action.state)) return size
  if (filled !== null) return greater(filled, tradedBy(action))
  return wasNothing(action) ? ZERO : size
}

/** Whether nothing of it was ever in the market. One that expired under an id of its own rested: what of it traded must be known. */
const wasNothing = (action: StoredAction | null): boolean =>
  cameToNothing(action) &&
  (action?.state !== 'expired' || action.oid === null || action.filled !== null || action.code === 'never_arrived')

/** Most that all of them can have traded together. */
export const mostOfAll = (children: readonly AlgoChild[], actionLog: ActionsLog): Size =>
  children.reduce((sum: Size, child) => add(sum, mostOf(child, actionLog)), ZERO)

/** What is known to have filled of a child. */
export const filledOf = ({ id, filled }: AlgoChild, actionLog: ActionsLog): Size =>
  greater(filled ?? ZERO, tradedBy(actionLog.get(id)))

const tradedBy = (action: StoredAction | null): Size =>
  greater(add(action?.filled ?? ZERO, ZERO), add(action?.execution?.size ?? ZERO, ZERO))

/** Id of the cancel of a child with this number, from 1. */
export const cancelId = (child: string, number: number): string => derivedId(child, `cancel/${number}`)

export type Children = ReturnType<typeof createChildren>

export function createChildren(steering: Steering, ports: AlgoPorts) {
  const { actionLog, clock } = ports
  const childOf = (id: string): AlgoChild | undefined => steering.now().children.find((child) => child.id === id)
  /** Most that all of them can have traded, or may still trade. */
  const most = (): Size => mostOfAll(steering.now().children, actionLog)
  const held = () => {
    const { id, terms } = steering.now()
    return { id, what: ALGO_NAMES[terms.kind] }
  }

  /** Asked up to the signature. */
  function mayNot(): Refusal | null {
    if (!steering.isWorking()) return stopRefusal('It was paused or stopped before this left: nothing was sent.')
    const closed = closedNow(steering.now(), ports)
    return closed === null ? null : stopRefusal(closed.words)
  }

  function keepFilled(id: string, filled: Size): void {
    const { children } = steering.now()
    steering.write({ children: children.map((child) => (child.id === id ? { ...child, filled } : child)) })
  }

  /** Said while no answer tells what became of it; what waits for a word of its own is not worth waiting for. */
  function follow(id: string): void {
    const action = actionLog.get(id)
    if (action === null) return
    if (action.state === 'unknown') steering.waits('One of its orders has no answer yet; reads will tell.')
    else if (ports.waitsForWord(action)) {
      const message = 'It could not be checked, and waits for nobody: nothing was sent.'
      void actionLog.offer(id, {
        type: 'refused',
        refusal: { code: 'unverified', message, field: null },
        mismatches: [],
      })
    }
  }

  /** Hands one over and waits until it rests or is over; null where the parent may send nothing any more. @throws Error when it is not on disk */
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
    // Nothing is written any more: what runs next takes it up.
    if (steering.isHalted()) return null
    steering.waits(null)
    const action = actionLog.get(id)
    if (wasNothing(action)) {
      keepFilled(id, ZERO)
      return { placed: 'nothing', id } as const
    }
    return { placed: action !== null && isFinal(action.state) ? 'over' : 'open', id } as const
  }

  /** The cancel of one that rests; false where none went through. */
  async function cancel(id: string, { asset }: StoredAlgo): Promise<boolean> {
    let number = 1
    while (actionLog.get(cancelId(id, number)) !== null) number += 1
    // That of an earlier turn may be on its way.
    if (number > 1) await settled(ports, cancelId(id, number - 1), isFinal)
    for (let tries = 0; tries < CANCELS; tries++, number++) {
      // What refuses one at once would refuse all of them within the same moment.
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

  /** Whether it was brought to its end, and did not show up again since. */
  const isAtEnd = ({ id, filled }: AlgoChild): boolean =>
    filled !== null && isFinal(actionLog.get(id)?.state ?? 'refused')

  /**
   * Brings one to its end: takes it back where it rests, and reads what it traded. False where that could not be done now; the next turn tries it
   * again, and until then it counts in full.
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
    // Without an id no read can tell how much it was: it counts in full.
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
        // Until its action has ended too, limits count what is gone.
        await settled(ports, id, isFinal, () => {}, OWN_WORD)
        return keep(id, greater(found.filled, tradedBy(actionLog.get(id))))
      }
      if (found?.kind === 'rests' && !isBack) return false
      steering.waits('What one of its orders traded is not known yet: the reads are not complete.')
      await pause(wait)
    }
    steering.waits(null)
    return false
  }

  function keep(id: string, filled: Size): true {
    keepFilled(id, filled)
    return true
  }

  /** The same for all that are not at their end. */
  async function endAll(): Promise<boolean> {
    const open = steering.now().children.filter((child) => !isAtEnd(child))
    const ended = await Promise.all(open.map(({ id }) => end(id)))
    return ended.every(Boolean)
  }

  return { most, place, end, endAll }
}

/** What is left of the total. */
export const leftOf = ({ total }: Pick<StoredAlgo, 'total'>, most: Size): Size => greater(subtract(total, most), ZERO)

/** By the terminal itself: prices that grew old meanwhile, or a limit on how many orders may go out. Whatever else refuses pauses the parent. */
const FOR_NOW: ReadonlySet<unknown> = new Set([STOPPED, 'limit_orders_per_minute', 'request_limit'])

/** Whether a child was held back for the moment only: it may be sent again without asking anybody. */
export const isForNow = (action: Pick<StoredAction, 'state' | 'code'> | null): boolean =>
  action?.state === 'refused' && FOR_NOW.has(action.code)

/** Whether a child shows up again although its parent counts it as over. A parent that is `done` counts all of them so. */
const isReturned = (
  { state }: Pick<StoredAlgo, 'state'>,
  { id, filled }: AlgoChild,
  actionLog: ActionsLog,
): boolean => {
  const action = actionLog.get(id)
  return (filled !== null || state === 'done') && action?.surfaced !== undefined && !isFinal(action.state)
}

/**
 * Children that were told as over and show up in the market again. Nobody waits for them any more, and what they were for may have been sent by
 * others since: they are taken back, whatever their parent does, also once it is over.
 */
export function createReturned({
  actionLog,
  childrenOf,
  onEnded,
  log,
}: {
  readonly actionLog: ActionsLog
  readonly childrenOf: (id: string) => Pick<Children, 'end'>
  /** They are over again, or could not be taken back. */
  readonly onEnded: (id: string, isBack: boolean) => void
  readonly log: Pick<Log, 'error'>
}) {
  const at = new Map<string, string>()
  return {
    /** Something has changed about an action: it may be a child that is back. */
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
    /** Whether one of a parent is being taken back. */
    isAt: (id: string): boolean => [...at.values()].includes(id),
  }
}
