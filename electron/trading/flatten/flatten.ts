/** Closes every position, and cancels every order when that is asked for, in every family; no part that fails keeps another from being done. */

import type { AccountView, Order, Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import type { KnownCode } from '../../../contract/action-code.ts'
import { type Size, signOf } from '../../../contract/decimal.ts'
import type { FlattenProtection, FlattenReport, MarketReport } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { CloseProtection } from '../../../contract/protection.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { FlattenChild, StoredAction } from '../../storage/index.ts'
import type { FreshOrders } from '../account/index.ts'
import { allOver, derivedId, isBeforeSent } from '../actions/index.ts'
import { isSettled, type StoppableLog, stopUnsent } from './stop-unsent.ts'

/** The cancels wait for the closes to leave, at most so long, ms: dozens of them would hold the closes up. */
const HEAD_START = 250
/** Cancels, and what had been sent before, are waited for so long, ms. */
const CANCELS_WITHIN = 5_000
/** Closes are waited for so long, ms; what is open then goes on by itself. */
const CLOSES_WITHIN = 8_000

/** A position that one read leaves out is looked for again after this long, ms. */
const APART = 3_000

/** Where it is written down how far a flatten has come. */
interface FlattenRecord {
  /** Rounds before it were another run's: no action of theirs is repeated. */
  readonly firstRound: number
  /** Called before the actions are handed over. @throws Error when that is not on disk: then they are not. */
  readonly note: (round: number, state: 'cancelling' | 'closing', children: readonly FlattenChild[]) => void
}

type Handed = readonly { readonly id: string }[]

/**
 * First the closes, with the cancels close behind. Where orders rested or were under way, some may have filled until they were canceled:
 * once that is over, a second round cancels and closes what is left.
 * @param account whose orders and positions they are
 */
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
  /** What was held by the last read before: one read that leaves some of it out is not believed. */
  const known = ports.lastPositions().filter(({ size }) => signOf(size) !== 0)
  /** What rested before: one that the first read of the orders leaves out may have filled after the positions were read. */
  const rested = cancelOrders ? restingOrders(account, ports) : []
  let held: readonly HeldPosition[] = []
  /** Ids of the orders in the last read; null while it is not whole. */
  let open: ReadonlySet<string> | null = null

  const stateOf = (id: string) => actionLog.get(id)?.state ?? 'refused'
  const by = cancelOrders ? 'Flatten' : 'Close all'
  const { underWay, report: stopReport } = await stopUnsent(actionLog, { account, by, asset: null })

  function checkWallet(): void {
    if (!ports.isCurrent(account)) throw new Error('Another wallet is signed in now; what was left is left as it is.')
  }

  async function cancelResting(round: number): Promise<void> {
    const read = await ports.freshOpenOrders()
    checkWallet()
    for (const { what, error } of read.failures) failures.set(what, error)
    open = read.failures.length > 0 ? null : new Set(read.orders.map(({ oid }) => oid))
    const orders = read.orders.filter(({ oid }) => {
      const before = cancels.get(oid)
      /** What this read shows open is not canceled, whatever was told of its cancel. */
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

  /** Shares that a resting order would sell are the market's until it is canceled. */
  const isLocked = (asset: string): boolean =>
    cancelOrders &&
    isCoin(asset) &&
    ports.lastOpenOrders().some((order) => order.asset === asset && order.side === 'sell' && !cancels.has(order.oid))

  /** A close that did what it could is left at that, and so is one that is under way while the position is as it was. */
  function isToClose({ asset, size }: HeldPosition): boolean {
    const before = closes.get(asset)
    if (before === undefined) return !isLocked(asset)
    const state = stateOf(before.id)
    if (state === 'filled') return size !== before.size || mayHaveFilled(asset)
    // What failed while orders rested may have failed for them.
    return isFinal(state) ? cancelsOf(asset).length > 0 : size !== before.size
  }

  /** The closes that were handed over, none of them waited for. */
  async function closeHeld(round: number): Promise<Handed> {
    const read = await ports.freshAccount().catch((error: unknown) => {
      failures.set('Positions could not be read', error)
      return null
    })
    checkWallet()
    if (read === null) return []
    for (const { reason } of read.unreadable ?? []) failures.set('A position could not be read', reason)
    const shown = read.positions.filter(({ size }) => signOf(size) !== 0)
    // A read may lag behind the fills. What this closed is not held, though its fills may be listed late.
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
      const side = signOf(size) > 0 ? 'long' : 'short'
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
    await closeFirst(firstRound)
    const isMissed = known.some(({ asset }) => !seen.has(asset))
    if (isMissed) await within(new Promise<void>(() => {}), APART, ports)
    if (isMissed || rested.length > 0 || cancels.size > 0 || underWay.length > 0) await cancelFirst(firstRound + 1)
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
  family === 'scalar' ? stated.scalar : ((family === 'outcome' ? stated.outcome : undefined) ?? stated.probability)

const childOf =
  (kind: FlattenChild['kind']) =>
  ({ id, asset }: { readonly id: string; readonly asset: string }): FlattenChild => ({ id, kind, asset })

/** Resolves when the work is done, or after `ms`. @throws what the work throws until then. */
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
  /** What was held, signed. */
  readonly size: Size
  /** Whether one before it closed all that was held then. */
  readonly closedBefore: boolean
}

interface Flattened {
  readonly cancels: readonly Canceling[]
  /** The orders that the last read showed open; null where it was not whole. */
  readonly open: ReadonlySet<string> | null
  /** By asset, as the next two are. */
  readonly closes: ReadonlyMap<string, Closing>
  /** Every position that was seen, as it was seen last. */
  readonly seen: ReadonlyMap<string, HeldPosition>
  /** What the last read of the positions showed. */
  readonly held: ReadonlySet<string>
  readonly get: (id: string) => StoredAction | null
}

/** The word for a close of what is not there. */
const NOTHING_TO_CLOSE: KnownCode = 'reduce_only_would_increase'

/** What became of each market that was flattened. */
function marketReports({ cancels, open, closes, seen, held, get }: Flattened): MarketReport[] {
  /** Its cancel came to nothing, and it is not there any more: filled, or gone by itself. Nothing is left to do about it. */
  const isGone = ({ oid }: Canceling, cancel: StoredAction | null): boolean =>
    cancel !== null && cancel.state !== 'done' && isFinal(cancel.state) && open?.has(oid) === false
  const assets = new Set([...cancels.map(({ asset }) => asset), ...seen.keys()])
  return [...assets].map((asset) => {
    const own = cancels
      .filter((cancel) => cancel.asset === asset)
      .map((cancel) => ({ action: get(cancel.id), gone: isGone(cancel, get(cancel.id)) }))
    const orders = own.filter(({ gone }) => !gone).length
    const cancelled = own.filter(({ action }) => action?.state === 'done').length
    const words = own.find(({ action }) => action !== null && action.state !== 'done')?.action?.message ?? null
    const report = { asset, orders, cancelled }
    const position = seen.get(asset)
    if (position === undefined) return { ...report, position: 'none', message: words }
    const closing = closes.get(asset)
    const close = closing === undefined ? null : get(closing.id)
    if (closing === undefined || close === null) return { ...report, position: 'left', message: words }
    if (isClosed(closing, close, held.has(asset))) return { ...report, position: 'closed', message: words }
    if (!isFinal(close.state)) return { ...report, position: 'closing', message: close.message ?? words }
    return { ...report, position: 'failed', message: close.message ?? partText(close.filled, position.size) }
  })
}

function isClosed({ closedBefore }: Closing, { state, code }: StoredAction, isHeld: boolean): boolean {
  return state === 'filled' || !isHeld || (closedBefore && code === NOTHING_TO_CLOSE)
}

const partText = (filled: Size | null, size: Size): string =>
  filled === null || signOf(filled) === 0
    ? 'Nothing filled within the bound.'
    : `${filled} of ${String(size).replace('-', '')} filled within the bound; the rest is still held.`

/** Takes an intent; resolves as soon as it is journalled or refused. */
export type Submit = (id: string, intent: Intent) => Promise<unknown>

/** What a flatten closes. */
type HeldPosition = Pick<Position, 'family' | 'asset' | 'size'>

export interface FlattenPorts {
  readonly actionLog: StoppableLog
  readonly clock: Pick<Clock, 'after'>
  /** By the last reads, without one now. */
  readonly lastOpenOrders: () => readonly Order[]
  readonly lastPositions: () => readonly Position[]
  readonly freshOpenOrders: () => Promise<FreshOrders>
  /** Open positions by the fills of the account: reads may lag behind them. */
  readonly positionsByFills: (account: string) => readonly HeldPosition[]
  /** Without positions that cannot be read: those are named, and keep no other from being closed. @throws ServiceError */
  readonly freshAccount: () => Promise<AccountView>
  readonly submit: Submit
  /** Whether an account is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
}

export interface FlattenRequest {
  readonly requestId: string
  readonly protection: FlattenProtection
  readonly cancelOrders: boolean
}
