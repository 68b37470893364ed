/**
 * The children of one parent order: each is on disk before it is handed over, has an id made from its parent's, and goes out only for what no
 * other one can have traded. All together never trade more than the total, whatever fills, is cancelled or goes without an answer in between.
 */
import { isFinal, serviceTime } from '../../../contract/action.ts'
import { ALGO_NAMES, type AlgoChild, childIntent } from '../../../contract/algo.ts'
import { add, compare, greater, type Price, type Size, subtract, ZERO } from '../../../contract/decimal.ts'
import type { StoredAction, StoredAlgo } from '../../storage/index.ts'
import { derivedId, type Refusal } from '../actions/index.ts'
import { cameToNothing, readEnd, settled, stopRefusal } from '../moves/index.ts'
import type { AlgoPorts, Steering } from './interface.ts'
import { closedNow } from './market.ts'

/** What became of a child that was handed over: it rests or filled in part, it is over, or nothing of it ever was in the market. */
export type Placed = 'open' | 'over' | 'nothing'

/** A read that did not tell is made again after so long, doubling up to the last, ms. */
const READ_AGAIN = [250, 5_000] as const
/** A cancel that did not take an order back is tried so often. */
const CANCELS = 3
/** How long the action of a child is waited for once its order is known to be over, ms. */
const OWN_WORD = 10_000

type Log = Pick<AlgoPorts['actionLog'], 'get'>

/** Most that a child can have traded, or may still trade. */
export function mostOf({ id, size, filled }: AlgoChild, actionLog: Log): Size {
  const action = actionLog.get(id)
  if (action === null) return filled ?? size
  // One that was told as over and shows up again counts in full.
  if (!isFinal(action.state)) return size
  if (filled !== null) return greater(filled, tradedBy(action))
  return cameToNothing(action) ? ZERO : size
}

/** Most that all of them can have traded together. */
export const mostOfAll = (children: readonly AlgoChild[], actionLog: Log): Size =>
  children.reduce((sum: Size, child) => add(sum, mostOf(child, actionLog)), ZERO)

/** What is known to have filled of a child. */
export const filledOf = ({ id, filled }: AlgoChild, actionLog: Log): Size =>
  greater(filled ?? ZERO, tradedBy(actionLog.get(id)))

const tradedBy = (action: StoredAction | null): Size =>
  greater(add(action?.filled ?? ZERO, ZERO), add(action?.execution?.size ?? ZERO, ZERO))

export interface Children {
  /** Most that all of them can have traded, or may still trade. */
  most(): Size
  /** Hands one over and waits until it rests or is over; null where the parent may send nothing any more. @throws Error when it is not on disk */
  place(part: number, price: Price, size: Size): Promise<{ readonly placed: Placed; readonly id: string } | null>
  /**
   * Brings one to its end: takes it back where it rests, and reads what it traded. False where that could not be done now; the next turn tries it
   * again, and until then it counts in full.
   */
  end(id: string): Promise<boolean>
  /** The same for all that are not at their end. */
  endAll(): Promise<boolean>
}

export function createChildren(steering: Steering, ports: AlgoPorts): Children {
  const { actionLog, clock } = ports
  const childOf = (id: string): AlgoChild | undefined => steering.now().children.find((child) => child.id === id)
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

  async function place(part: number, price: Price, size: Size) {
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
    steering.waits(null)
    const action = actionLog.get(id)
    if (cameToNothing(action)) {
      keepFilled(id, ZERO)
      return { placed: 'nothing', id } as const
    }
    return { placed: action !== null && isFinal(action.state) ? 'over' : 'open', id } as const
  }

  /** The cancel of one that rests; false where none went through. */
  async function cancel(id: string, { asset }: StoredAlgo): Promise<boolean> {
    for (let number = 1; number <= CANCELS; number++) {
      const cancelId = derivedId(id, `cancel/${number}`)
      const before = actionLog.get(cancelId)
      if (before === null) {
        const action = actionLog.get(id)
        if (action === null || action.oid === null || isFinal(action.state)) return true
        await ports.submit(cancelId, { kind: 'cancel', asset, oid: action.oid, cloid: action.cloid }, { held: held() })
      }
      await settled(ports, cancelId, isFinal)
      const state = actionLog.get(cancelId)?.state
      const own = actionLog.get(id)
      if (state === 'done' || own === null || isFinal(own.state)) return true
    }
    return false
  }

  const isMine = (): boolean => !steering.isHalted() && ports.isCurrent(steering.now().account)

  async function end(id: string): Promise<boolean> {
    const child = childOf(id)
    if (child === undefined || child.filled !== null) return true
    await settled(
      ports,
      id,
      (state) => isFinal(state) || state === 'resting' || state === 'partly_filled',
      () => follow(id),
    )
    steering.waits(null)
    if (!isMine()) return false
    const action = actionLog.get(id)
    if (cameToNothing(action) || action === null) return keep(id, ZERO)
    if (action.state === 'filled' && compare(tradedBy(action), child.size) >= 0) return keep(id, child.size)
    // Without an id no read can tell how much it was: it counts in full.
    if (action.oid === null) return isFinal(action.state) ? keep(id, child.size) : false
    const isBack = isFinal(action.state) || (await cancel(id, steering.now()))
    for (let wait: number = READ_AGAIN[0]; isMine(); wait = Math.min(2 * wait, READ_AGAIN[1])) {
      const { oid } = action
      const order = { asset: steering.now().asset, oid, time: serviceTime(action, action.createdAt), filled: ZERO }
      const found = await readEnd(order, ports).catch(() => null)
      if (!isMine()) return false
      if (found?.kind === 'ended') {
        // Until its action has ended too, limits count what is gone.
        await settled(ports, id, isFinal, () => {}, OWN_WORD)
        return keep(id, greater(found.filled, tradedBy(actionLog.get(id))))
      }
      if (found?.kind === 'rests' && !isBack) return false
      await new Promise<void>((resolve) => void clock.after(wait, resolve))
    }
    return false
  }

  function keep(id: string, filled: Size): true {
    keepFilled(id, filled)
    return true
  }

  async function endAll(): Promise<boolean> {
    const open = steering.now().children.filter(({ filled }) => filled === null)
    const ended = await Promise.all(open.map(({ id }) => end(id)))
    return ended.every(Boolean)
  }

  return { most, place, end, endAll }
}

/** What is left of the total. */
export const leftOf = ({ total }: Pick<StoredAlgo, 'total'>, most: Size): Size => greater(subtract(total, most), ZERO)
