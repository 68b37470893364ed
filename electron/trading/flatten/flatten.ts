/** Closes every position, and cancels every order when asked, in every family; a part that fails blocks no other. */

import type { AccountView, Order, Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import { type Size, signOf } from '../../../contract/decimal.ts'
import { FAMILY_RULES, sideHeld, tradesShares } from '../../../contract/family-rules.ts'
import type { FlattenProtection, FlattenReport, MarketReport } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { CloseProtection } from '../../../contract/protection.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { FlattenChild, StoredAction } from '../../storage/index.ts'
import type { FreshOrders } from '../account/index.ts'
import { allOver, derivedId, isBeforeSent } from '../actions/index.ts'
import { isSettled, type StoppableLog, stopUnsent } from './stop-unsent.ts'

/** Cancels wait for the closes to be sent, at most this long, ms: dozens of cancels would delay the closes. */
const HEAD_START = 250
/** Wait for cancels, and for what was sent before, ms. */
const CANCELS_WITHIN = 5_000
/** Wait for closes, ms; what is still open then continues by itself. */
const CLOSES_WITHIN = 8_000

/** A position that one read omits is looked for again after this long, ms. */
const APART = 3_000

/** The record of a flatten's progress. */
interface FlattenRecord {
  /** Earlier rounds belong to another run: none of their actions is repeated. */
  readonly firstRound: number
  /** Called before the actions are submitted. @throws Error when that is not on disk: they are not submitted. */
  readonly note: (round: number, state: 'cancelling' | 'closing', children: readonly FlattenChild[]) => void
}

/** `close`: closes first, cancels right behind. `cancel`: cancels first, then closes what is left. `wait`: for what one read may have omitted. */
export type FlattenStep = 'close' | 'wait' | 'cancel' | 'report'

/**
 * The next step of a flatten. Where orders rested or were under way, some may have filled before they were canceled: once that is over, a second round
 * cancels and closes what is left. Pure.
 * @param done its steps so far @param isMissed whether a position of the previous read was not seen @param mayHaveFilled whether an order rested, was
 * canceled or was under way
 */
export function nextOfFlatten({
  done,
  isMissed,
  mayHaveFilled,
}: {
  readonly done: readonly FlattenStep[]
  readonly isMissed: boolean
  readonly mayHaveFilled: boolean
}): FlattenStep {
  if (!done.includes('close')) return 'close'
  if (done.includes('cancel')) return 'report'
  if (isMissed && !done.includes('wait')) return 'wait'
  return done.includes('wait') || mayHaveFilled ? 'cancel' : 'report'
}

type Handed = readonly { readonly id: string }[]

/** Carries out a flatten. @param account the account to flatten */
export async function flatten(
  { requestId, cancelOrders, protection }: FlattenRequest,
  account: string,
  ports: FlattenPorts,
  { firstRound, note }: FlattenRecord,
): Promise<FlattenReport> {
  const { actionLog, submit } = ports
  const failures = new Map<string, unknown>()
  const cancels = new Map<string, Canceling>()
  const closes = new Map<string, Closing>()
  const seen = new Map<string, HeldPosition>()
  /** Positions of the previous read: a single read that omits some of them is not believed. */
  const known = ports.lastPositions().filter(({ size }) => signOf(size) !== 0)
  /** Orders that rested before: one that the first read omits may have filled after the positions were read. */
  const rested = cancelOrders ? restingOrders(account, ports) : []
  let held: readonly HeldPosition[] = []
  /** Ids of the orders in the last read; null while it is incomplete. */
  let open: ReadonlySet<string> | null = null

  const stateOf = (id: string) => actionLog.get(id)?.state ?? 'refused'
  const by = cancelOrders ? 'Flatten' : 'Close all'
  const { underWay, report: stopReport } = await stopUnsent(actionLog, { account, by, asset: null })

  function checkWallet(): void {
    if (!ports.isCurrent(account)) throw new Error('Another wallet is signed in; the rest was left unchanged.')
  }

  async function cancelResting(round: number): Promise<void> {
    const read = await ports.freshOpenOrders()
    checkWallet()
    for (const { what, error } of read.failures) failures.set(what, error)
    open = read.failures.length > 0 ? null : new Set(read.orders.map(({ oid }) => oid))
    const orders = read.orders.filter(({ oid }) => {
      const before = cancels.get(oid)
      /** What this read shows open is not canceled, even if its cancel reported success. */
      return before === undefined || isFinal(stateOf(before.id))
    })
    const mine = orders.map(({ asset, oid, cloid }) => {
      const cancel = { asset, oid, id: derivedId(requestId, `cancel/${oid}/${round}`) }
      cancels.set(oid, cancel)
      return { ...cancel, cloid }
    })
    if (mine.length > 0) note(round, 'cancelling', mine.map(childOf('cancel')))
    await Promise.all(mine.map(({ id, ...order }) => submit(id, { kind: 'cancel', ...order })))
    await allOver(mine, CANCELS_WITHIN, ports)
  }

  const isCancelled = ({ id }: Canceling): boolean => stateOf(id) === 'done'
  const cancelsOf = (asset: string) => [...cancels.values()].filter((cancel) => cancel.asset === asset)
  /** Whether an order of the asset may have filled since the position was read. */
  const mayHaveFilled = (asset: string): boolean =>
    cancelsOf(asset).some((cancel) => !isCancelled(cancel)) ||
    rested.some((order) => order.asset === asset && !cancels.has(order.oid)) ||
    underWay.some(({ id }) => {
      const action = actionLog.get(id)
      if (action === null || !('asset' in action.intent) || action.intent.asset !== asset) return false
      return !isSettled(action.state) || (action.filled !== null && signOf(action.filled) > 0)
    })

  /** Shares that a resting order would sell are locked until it is canceled. */
  const isLocked = (asset: string): boolean =>
    cancelOrders &&
    isCoin(asset) &&
    ports.lastOpenOrders().some((order) => order.asset === asset && order.side === 'sell' && !cancels.has(order.oid))

  /** A close that did what it could is not repeated, nor is one that is under way while the position is unchanged. */
  function isToClose({ asset, size }: HeldPosition): boolean {
    const before = closes.get(asset)
    if (before === undefined) return !isLocked(asset)
    const state = stateOf(before.id)
    if (state === 'filled') return size !== before.size || mayHaveFilled(asset)
    // A close that failed while orders rested may have failed because of them.
    return isFinal(state) ? cancelsOf(asset).length > 0 : size !== before.size
  }

  /** Submits the closes without waiting for them. */
  async function closeHeld(round: number): Promise<Handed> {
    const read = await ports.freshAccount().catch((error: unknown) => {
      failures.set('Positions could not be read', error)
      return null
    })
    checkWallet()
    if (read === null) return []
    for (const { reason } of read.unreadable ?? []) failures.set('A position could not be read', reason)
    const shown = read.positions.filter(({ size }) => signOf(size) !== 0)
    // A read may lag behind the fills. A position that this closed is not held, even if its fills are listed late.
    const lagging = ports
      .positionsByFills(account)
      .filter(({ asset }) => !closes.has(asset) && !shown.some((position) => position.asset === asset))
    held = [...shown, ...lagging]
    for (const position of held) seen.set(position.asset, position)
    const mine = held.filter(isToClose).map((position) => {
      const { asset, size } = position
      const before = closes.get(asset)
      const closedBefore = before !== undefined && stateOf(before.id) === 'filled'
      const id = derivedId(requestId, `close/${asset}/${round}`)
      closes.set(asset, { id, size, closedBefore })
      return { ...position, id }
    })
    note(round, 'closing', mine.map(childOf('close')))
    for (const { id, ...position } of mine) {
      const { asset, size } = position
      const side = sideHeld({ size })
      void submit(id, {
        kind: 'close',
        asset,
        position: side,
        size: null,
        protection: protectionOf(position, protection),
      })
    }
    return mine
  }

  const closed = (handed: Handed): Promise<void> => allOver(handed, CLOSES_WITHIN, ports)
  const left = (handed: Handed): Promise<void> =>
    allOver(handed, HEAD_START, ports, (state) => !isBeforeSent(state) || isFinal(state))

  async function closeFirst(round: number): Promise<void> {
    const closing = closeHeld(round)
    if (cancelOrders) await within(closing.then(left), HEAD_START, ports)
    await Promise.all([
      closing.then(closed),
      cancelOrders ? cancelResting(round) : null,
      allOver(underWay, CANCELS_WITHIN, ports, isSettled),
    ])
  }

  async function cancelFirst(round: number): Promise<void> {
    failures.clear()
    if (cancelOrders) await within(cancelResting(round), CANCELS_WITHIN, ports)
    await closed(await closeHeld(round))
  }

  try {
    const done: FlattenStep[] = []
    for (;;) {
      const isMissed = known.some(({ asset }) => !seen.has(asset))
      const mayHaveFilled = rested.length > 0 || cancels.size > 0 || underWay.length > 0
      const step = nextOfFlatten({ done, isMissed, mayHaveFilled })
      if (step === 'report') break
      if (step === 'close') await closeFirst(firstRound)
      else if (step === 'wait') await within(new Promise<void>(() => {}), APART, ports)
      else await cancelFirst(firstRound + 1)
      done.push(step)
    }
  } catch (error) {
    failures.set('Stopped', error)
  }
  return {
    markets: marketReports({
      ...{ cancels: [...cancels.values()], open, closes, seen, held: new Set(held.map(({ asset }) => asset)) },
      get: actionLog.get,
    }),
    ...stopReport(),
    failures: [...failures].map(
      ([what, error]) => `${what}: ${error instanceof Error ? error.message : String(error)}`,
    ),
  }
}

/** By the last read, and by the actions that no read has shown yet. */
function restingOrders(
  account: string,
  { actionLog, lastOpenOrders }: Pick<FlattenPorts, 'actionLog' | 'lastOpenOrders'>,
): readonly { readonly asset: string; readonly oid: string }[] {
  const own = actionLog.live().flatMap(({ account: of, state, intent, oid }) => {
    const rests = of === account && isSettled(state) && !isFinal(state)
    return rests && oid !== null && 'asset' in intent ? [{ asset: intent.asset, oid }] : []
  })
  return [...lastOpenOrders(), ...own]
}

const protectionOf = ({ family }: HeldPosition, stated: FlattenProtection): CloseProtection =>
  FAMILY_RULES[family].isMark
    ? stated.scalar
    : ((tradesShares(family) ? stated.outcome : undefined) ?? stated.probability)

const childOf =
  (kind: FlattenChild['kind']) =>
  ({ id, asset }: { readonly id: string; readonly asset: string }): FlattenChild => ({ id, kind, asset })

/** Resolves when the work is done, or after `ms`. @throws any error of the work until then. */
async function within(work: Promise<void>, ms: number, { clock }: Pick<FlattenPorts, 'clock'>): Promise<void> {
  let stop: Cancel = () => {}
  const late = new Promise<void>((resolve) => {
    stop = clock.after(ms, resolve)
  })
  await Promise.race([work, late]).finally(stop)
}

/** The cancel of one order, by the id of its action. */
interface Canceling {
  readonly asset: string
  readonly oid: string
  readonly id: string
}

/** The last close of one position. */
interface Closing {
  readonly id: string
  /** The position, signed. */
  readonly size: Size
  /** Whether an earlier close closed everything held at that time. */
  readonly closedBefore: boolean
}

interface Flattened {
  readonly cancels: readonly Canceling[]
  /** The orders that the last read showed open; null where it was incomplete. */
  readonly open: ReadonlySet<string> | null
  /** By asset, as the next two are. */
  readonly closes: ReadonlyMap<string, Closing>
  /** Every position that was seen, in its last known size. */
  readonly seen: ReadonlyMap<string, HeldPosition>
  /** Assets with a position in the last read. */
  readonly held: ReadonlySet<string>
  readonly get: (id: string) => StoredAction | null
}

/** The code for closing a position that does not exist. */
const NOTHING_TO_CLOSE: KnownCode = 'reduce_only_would_increase'

/** The result of each market that was flattened. */
function marketReports({ cancels, open, closes, seen, held, get }: Flattened): MarketReport[] {
  /** Its cancel came to nothing, and the order is gone: filled, or ended by itself. There is nothing left to do about it. */
  const isGone = ({ oid }: Canceling, cancel: StoredAction | null): boolean =>
    cancel !== null && cancel.state !== 'done' && isFinal(cancel.state) && open?.has(oid) === false
  const assets = new Set([...cancels.map(({ asset }) => asset), ...seen.keys()])
  return [...assets].map((asset) => {
    const own = cancels
      .filter((cancel) => cancel.asset === asset)
      .map((cancel) => ({ action: get(cancel.id), gone: isGone(cancel, get(cancel.id)) }))
    const orders = own.filter(({ gone }) => !gone).length
    const cancelled = own.filter(({ action }) => action?.state === 'done').length
    const text = own.find(({ action }) => action !== null && action.state !== 'done')?.action?.message ?? null
    const report = { asset, orders, cancelled }
    const position = seen.get(asset)
    if (position === undefined) return { ...report, position: 'none', message: text }
    const closing = closes.get(asset)
    const close = closing === undefined ? null : get(closing.id)
    if (closing === undefined || close === null) return { ...report, position: 'left', message: text }
    if (isClosed(closing, close, held.has(asset))) return { ...report, position: 'closed', message: text }
    if (!isFinal(close.state)) return { ...report, position: 'closing', message: close.message ?? text }
    return { ...report, position: 'failed', message: close.message ?? partText(close.filled, position.size) }
  })
}

function isClosed({ closedBefore }: Closing, { state, code }: StoredAction, isHeld: boolean): boolean {
  return state === 'filled' || !isHeld || (closedBefore && code === NOTHING_TO_CLOSE)
}

const partText = (filled: Size | null, size: Size): string =>
  filled === null || signOf(filled) === 0
    ? 'Nothing filled within the slippage cap.'
    : `${filled} of ${String(size).replace('-', '')} filled within the slippage cap; the rest is still open.`

/** Submits an intent; resolves as soon as it is journalled or refused. */
export type Submit = (id: string, intent: Intent) => Promise<unknown>

/** A position to close. */
type HeldPosition = Pick<Position, 'family' | 'asset' | 'size'>

export interface FlattenPorts {
  readonly actionLog: StoppableLog
  readonly clock: Pick<Clock, 'after'>
  /** By the last reads, without a new one. */
  readonly lastOpenOrders: () => readonly Order[]
  readonly lastPositions: () => readonly Position[]
  readonly freshOpenOrders: () => Promise<FreshOrders>
  /** Open positions by the fills of the account: reads may lag behind them. */
  readonly positionsByFills: (account: string) => readonly HeldPosition[]
  /** Without unreadable positions: those are named, and block no other close. @throws ServiceError */
  readonly freshAccount: () => Promise<AccountView>
  readonly submit: Submit
  /** Whether an account is still the signed-in one. */
  readonly isCurrent: (account: string) => boolean
}

export interface FlattenRequest {
  readonly requestId: string
  readonly protection: FlattenProtection
  readonly cancelOrders: boolean
}
