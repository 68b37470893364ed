/** Carries the close of a triggered conditional order out, exactly once, and follows what becomes of it. */
import type { AccountView } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { absolute, type Size, signOf, trimZeros } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import { outcomeOf } from './outcome.ts'
import type { ConditionalFacts, ConditionalTrading, Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalSteps } from './steps.ts'
import { closeSize, isWhole, KIND_LABELS } from './trigger.ts'
import type { Watching } from './watching.ts'

interface ClosingOptions {
  readonly saved: Pick<SavedConditionals, 'get'>
  readonly steps: ConditionalSteps
  readonly trading: ConditionalTrading
  readonly facts: Pick<ConditionalFacts, 'market' | 'binary'>
  readonly watching: (record: StoredConditional) => Watching
  readonly report: Report
  readonly address: () => Address | null
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Log
}

interface Closing {
  /** Begins the close of one that triggered, or goes on with it; one at a time. */
  carryOut(id: string): void
  /** Like `carryOut`, unless the last try was too short a while ago. */
  carryOutWhenDue(id: string): void
  /** Takes what trading knows of a submitted close. */
  follow(id: string): void
}

/** Before another close is begun after one that never left, or after a read that failed, ms. */
const AGAIN = [500, 1_000, 2_000, 4_000, 8_000]

export function createClosing(options: ClosingOptions): Closing {
  const { saved, steps, trading, facts, watching, report, address, clock, log } = options
  const { apply, end } = steps
  const running = new Set<string>()
  /** When the next try of a close may begin, monotonic ms. */
  const waiting = new Map<string, { readonly until: number; readonly count: number }>()

  function carryOut(id: string): void {
    if (running.has(id)) return
    running.add(id)
    closePosition(id)
      .catch((error: unknown) => {
        log.warn({ err: error, conditional: id }, 'the close of a conditional order could not be begun')
        later(id)
      })
      .finally(() => running.delete(id))
      .catch(() => undefined)
  }

  /** The next look after a while that grows tries again; the id of the close stays the same until it certainly never left. */
  function later(id: string): void {
    const count = waiting.get(id)?.count ?? 0
    const pause = AGAIN[Math.min(count, AGAIN.length - 1)] ?? 0
    waiting.set(id, { until: clock.monotonic() + pause, count: count + 1 })
  }

  async function closePosition(id: string): Promise<void> {
    const sized = await sizeClose(id)
    if (sized === null) return
    // From here on the close may leave. Its id is on disk: whoever comes this way again submits the very same one.
    await trading.submit(sized.actionId, sized.intent)
    if (!apply([[id, { type: 'submitted' }]])) throw new Error('the submitted close could not be noted')
    follow(id)
  }

  /** The close and its id, on disk; null when there is nothing to close, or not now. */
  async function sizeClose(id: string): Promise<{ actionId: string; intent: CloseIntent } | null> {
    const before = saved.get(id)
    if (before === null || before.state !== 'triggered' || before.account !== address()) return null
    if (before.intent !== null && before.actionId !== null) {
      if (trading.isKnown(before.actionId)) return { actionId: before.actionId, intent: before.intent }
      // What it was sized for may be long ago: the position and the bucket are looked at again.
      apply([[id, { type: 'not_begun', detail: 'The terminal stopped before the close was begun.' }]])
    }
    const now = watching(before)
    if (now.at === 'ended') end(before, now.reason)
    if (now.at !== 'watched') return null
    const account = await trading.readAccount()
    const record = saved.get(id)
    if (record === null || record.state !== 'triggered' || account.address !== record.account) return null
    const { asset } = record.target
    const held = heldIn(account, record)
    if (held === null) {
      end(record, `The position in ${asset} was gone before it could be closed.`)
      return null
    }
    const size = isWhole(record.percent) ? null : closeSize(record.percent, held, decimalsOf(record))
    const actionId = derivedId(record.id, `close/${record.attempt}`)
    const intent: CloseIntent = { kind: 'close', asset, size, slippagePct: record.slippagePct }
    const detail = `Closing ${size === null ? 'all' : trimZeros(size)} of ${trimZeros(absolute(held))}.`
    if (apply([[id, { type: 'sized', intent, actionId, detail }]])) return { actionId, intent }
    throw new Error('the close could not be noted')
  }

  /** @throws Error while they are not known: the next look may know them. */
  function decimalsOf({ target: { family, asset } }: StoredConditional): number {
    const market =
      family === 'scalar' ? facts.market(asset) : facts.binary()?.markets.find((market) => market.asset === asset)
    const decimals = market?.sizeDecimals ?? null
    if (decimals === null) throw new Error(`the size step of ${asset} is not known`)
    return decimals
  }

  /** What became of the close, as far as trading knows. */
  function follow(id: string): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'submitted') return
    const actions: readonly ActionRecord[] = trading.topics.view({ kind: 'actions' }) ?? []
    const action = actions.find((one) => one.id === record.actionId)
    const event =
      action === undefined
        ? ({
            type: 'failed',
            detail: 'What became of the close is not in the journal any more; see Positions.',
          } as const)
        : outcomeOf(action, record.attempt)
    if (event === null || !apply([[id, event]])) return
    if (event.type === 'not_sent') later(id)
    if (event.type === 'failed') {
      report(
        'error',
        `${KIND_LABELS[record.kind]} on ${record.target.asset} failed`,
        `${event.detail} The position is not closed by this order.`,
      )
    }
  }

  return {
    carryOut,
    carryOutWhenDue(id) {
      if ((waiting.get(id)?.until ?? 0) <= clock.monotonic()) carryOut(id)
    },
    follow,
  }
}

/** Signed size of the position that a conditional order is for; null when there is none, or one of the other side. */
export function heldIn(account: AccountView, { target, position }: StoredConditional): Size | null {
  const held = account.positions.find(({ asset }) => asset === target.asset)
  if (held === undefined || signOf(held.size) === 0) return null
  return signOf(held.size) > 0 === (position === 'long') ? held.size : null
}
