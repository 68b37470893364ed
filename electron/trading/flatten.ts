/** Closes every position, after cancelling every order when that is asked for, and says of each market what became of it. */
import type { AccountView, Position } from '../../contract/account.ts'
import { type ActionState, isFinal } from '../../contract/action.ts'
import { type Decimal, type Size, signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { FlattenReport, MarketReport } from '../../contract/ipc.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredAction } from '../storage/index.ts'
import type { FreshOrders } from './account/index.ts'
import { type ActionLog, allFinal, derivedId } from './actions/index.ts'

interface FlattenOptions {
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly clock: Pick<Clock, 'after'>
  readonly freshOpenOrders: () => Promise<FreshOrders>
  /** @throws ServiceError */
  readonly freshAccount: () => Promise<AccountView>
  readonly submit: (id: string, intent: Intent) => Promise<unknown>
}

export interface FlattenRequest {
  readonly requestId: string
  /** Of scalar positions, and of those priced as probabilities. */
  readonly slippagePct: Decimal
  readonly probabilitySlippagePct: Decimal
  readonly cancelFirst: boolean
}

/** Positions are closed at the latest this long after the cancels went out, answered or not, ms. */
const CANCELS_WITHIN = 5_000
/** The report comes at the latest this long after the closes went out, ms; what is open then goes on by itself. */
const CLOSES_WITHIN = 8_000

/**
 * Cancels, then closes, in every family. A part that fails keeps nothing else from being done. After a restart it is not resumed as a
 * whole; but each of its actions has an id derived from the request's, so that asking again for the same request repeats none of them.
 */
export async function flatten(
  { requestId, cancelFirst, ...slippage }: FlattenRequest,
  options: FlattenOptions,
): Promise<FlattenReport> {
  const failures: string[] = []
  const failed = (what: string, error: unknown): void => {
    failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }

  const open: FreshOrders = cancelFirst ? await options.freshOpenOrders() : { orders: [], failures: [] }
  for (const { what, error } of open.failures) failed(what, error)
  const { orders } = open
  const cancels = await Promise.all(
    orders.map(async ({ asset, oid, cloid }) => {
      const id = derivedId(requestId, oid)
      await options.submit(id, { kind: 'cancel', asset, oid, cloid })
      return { asset, id }
    }),
  )
  await allFinal(cancels, CANCELS_WITHIN, options)

  const account = await options.freshAccount().catch((error: unknown) => {
    failed('Positions could not be read', error)
    return null
  })
  const held = (account?.positions ?? []).filter(({ size }) => signOf(size) !== 0)
  const closes = await Promise.all(
    held.map(async ({ asset, family, size }) => {
      const id = derivedId(requestId, `close/${asset}`)
      const slippagePct = family === 'scalar' ? slippage.slippagePct : slippage.probabilitySlippagePct
      const position = signOf(size) > 0 ? 'long' : 'short'
      await options.submit(id, { kind: 'close', asset, position, size: null, slippagePct })
      return { asset, id }
    }),
  )
  await allFinal(closes, CLOSES_WITHIN, options)

  const assets = new Set([...orders.map(({ asset }) => asset), ...held.map(({ asset }) => asset)])
  const markets = [...assets].map((asset): MarketReport => {
    const position = held.find((one) => one.asset === asset) ?? null
    const close = closes.find((one) => one.asset === asset)
    const own = cancels.filter((one) => one.asset === asset).map(({ id }) => options.actionLog.get(id))
    return reportOf(asset, own, position, close === undefined ? null : options.actionLog.get(close.id))
  })
  return { markets, failures }
}

const CANCELLED: ReadonlySet<ActionState> = new Set(['done'])

function reportOf(
  asset: string,
  cancels: readonly (StoredAction | null)[],
  position: Position | null,
  close: StoredAction | null,
): MarketReport {
  const cancelled = cancels.filter((action) => action !== null && CANCELLED.has(action.state)).length
  const uncancelled = cancels.find((action) => action !== null && !CANCELLED.has(action.state))
  const words = uncancelled?.message ?? null
  const report = { asset, orders: cancels.length, cancelled }
  if (position === null) return { ...report, position: 'none', message: words }
  if (close === null) return { ...report, position: 'left', message: words }
  if (close.state === 'filled') return { ...report, position: 'closed', message: words }
  if (!isFinal(close.state)) return { ...report, position: 'closing', message: close.message ?? words }
  return { ...report, position: 'failed', message: close.message ?? partWords(close.filled, position.size) }
}

const partWords = (filled: Size | null, size: Size): string =>
  filled === null || signOf(filled) === 0
    ? 'Nothing filled within the slippage.'
    : `${filled} of ${String(size).replace('-', '')} filled within the slippage; the rest is still held.`
