/** Cancels every order when that is asked for and closes every position, in every family; no part that fails keeps another from being done. */
import type { Position } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { signOf } from '../../../contract/decimal.ts'
import type { FlattenReport } from '../../../contract/flatten.ts'
import type { Cancel } from '../../../contract/time.ts'
import type { FlattenChild } from '../../storage/index.ts'
import { allOver, derivedId } from '../actions/index.ts'
import type { FlattenPorts, FlattenRequest } from './interface.ts'
import { type Cancelling, type Closing, marketReports } from './report.ts'
import { isSettled, stopUnsent } from './stop-unsent.ts'

/** The cancels have so long before the closes go out, ms: where the service is quick, nothing can fill any more by then. */
const HEAD_START = 100
/** Cancels, and what had been sent before, are waited for so long, ms. */
const CANCELS_WITHIN = 5_000
/** Closes are waited for so long, ms; what is open then goes on by itself. */
const CLOSES_WITHIN = 8_000

/** Where it is written down how far a flatten has come. */
interface FlattenRecord {
  /** Rounds before it were another run's: no action of theirs is repeated. */
  readonly firstRound: number
  /** Called before the actions are handed over. @throws Error when that is not on disk: then they are not. */
  readonly note: (round: number, state: 'cancelling' | 'closing', children: readonly FlattenChild[]) => void
}

/**
 * One round of cancels and closes; and where something could still fill after the positions were read, another one once that is over.
 * @param account whose orders and positions they are
 */
export async function flatten(
  { requestId, cancelFirst, ...slippage }: FlattenRequest,
  account: string,
  ports: FlattenPorts,
  { firstRound, note }: FlattenRecord,
): Promise<FlattenReport> {
  const { actionLog, submit } = ports
  const failures = new Map<string, unknown>()
  const cancels = new Map<string, Cancelling>()
  const closes = new Map<string, Closing>()
  const seen = new Map<string, Position>()
  let held: readonly Position[] = []

  const stateOf = (id: string) => actionLog.get(id)?.state ?? 'refused'
  const by = cancelFirst ? 'Flatten' : 'Close all'
  const { underWay, report: stopReport } = await stopUnsent(actionLog, { account, by, asset: null })

  async function cancelOrders(round: number): Promise<void> {
    const open = await ports.freshOpenOrders()
    checkWallet()
    for (const { what, error } of open.failures) failures.set(what, error)
    const orders = open.orders.filter(({ oid }) => {
      const before = cancels.get(oid)
      return before === undefined || (isFinal(stateOf(before.id)) && stateOf(before.id) !== 'done')
    })
    const mine = orders.map(({ asset, oid, cloid }) => {
      const cancel = { asset, id: derivedId(requestId, `cancel/${oid}/${round}`) }
      cancels.set(oid, cancel)
      return { ...cancel, oid, cloid }
    })
    if (mine.length > 0) note(round, 'cancelling', mine.map(childOf('cancel')))
    await Promise.all(mine.map(({ id, ...order }) => submit(id, { kind: 'cancel', ...order })))
    await allOver(mine, CANCELS_WITHIN, ports)
  }

  function checkWallet(): void {
    if (!ports.isCurrent(account)) throw new Error('Another wallet is signed in now; what was left is left as it is.')
  }

  const isCancelled = ({ id }: Cancelling): boolean => stateOf(id) === 'done'
  /** Whether an order of the asset may have filled since the position was read. */
  const mayHaveFilled = (asset: string): boolean =>
    [...cancels.values()].some((cancel) => cancel.asset === asset && !isCancelled(cancel)) ||
    underWay.some(({ id }) => {
      const action = actionLog.get(id)
      if (action === null || !('asset' in action.intent) || action.intent.asset !== asset) return false
      return !isSettled(action.state) || (action.filled !== null && signOf(action.filled) > 0)
    })

  /** A close that did what it could is left at that, and so is one that is under way while the position is as it was. */
  function isToClose({ asset, size }: Position): boolean {
    const before = closes.get(asset)
    if (before === undefined) return true
    const state = stateOf(before.id)
    if (state === 'filled') return size !== before.size || mayHaveFilled(asset)
    return isFinal(state) ? before.early : size !== before.size
  }

  async function closePositions(round: number, early: boolean): Promise<void> {
    const read = await ports.freshAccount().catch((error: unknown) => {
      failures.set('Positions could not be read', error)
      return null
    })
    checkWallet()
    if (read === null) return
    held = read.positions.filter(({ size }) => signOf(size) !== 0)
    for (const position of held) seen.set(position.asset, position)
    const mine = held.filter(isToClose).map((position) => {
      const { asset, family, size } = position
      const before = closes.get(asset)
      const closedBefore = before !== undefined && stateOf(before.id) === 'filled'
      const close = { id: derivedId(requestId, `close/${asset}/${round}`), size, early, closedBefore }
      closes.set(asset, close)
      return { ...close, asset, family }
    })
    note(round, 'closing', mine.map(childOf('close')))
    await Promise.all(
      mine.map(({ id, asset, family, size }) => {
        const slippagePct = family === 'scalar' ? slippage.slippagePct : slippage.probabilitySlippagePct
        const position = signOf(size) > 0 ? 'long' : 'short'
        return submit(id, { kind: 'close', asset, position, size: null, slippagePct })
      }),
    )
    await allOver(mine, CLOSES_WITHIN, ports)
  }

  /** Whether something may have filled after the positions were read. @param patience how long the closes wait for the cancels, ms. */
  async function round(number: number, patience: number): Promise<boolean> {
    failures.clear()
    let cancelling = cancelFirst
    const cancelled = cancelFirst
      ? cancelOrders(number).finally(() => {
          cancelling = false
        })
      : Promise.resolve()
    await within(cancelled, patience, ports)
    const early = cancelling || underWay.some(({ id }) => !isSettled(stateOf(id)))
    await Promise.all([closePositions(number, early), cancelled, allOver(underWay, CANCELS_WITHIN, ports, isSettled)])
    return early || underWay.length > 0 || [...cancels.values()].some((cancel) => !isCancelled(cancel))
  }

  try {
    if (await round(firstRound, HEAD_START)) await round(firstRound + 1, CANCELS_WITHIN)
  } catch (error) {
    failures.set('Stopped', error)
  }
  return {
    markets: marketReports({
      ...{ cancels: [...cancels.values()], closes, seen, held: new Set(held.map(({ asset }) => asset)) },
      get: actionLog.get,
    }),
    ...stopReport(),
    failures: [...failures].map(
      ([what, error]) => `${what}: ${error instanceof Error ? error.message : String(error)}`,
    ),
  }
}

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
