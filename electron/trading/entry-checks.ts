/**
 * Checks of everything that adds exposure, besides the limits of the order itself: kill switch, paused automated orders, self-cross, market impact
 * and max loss.
 */
import type { AccountView, Order } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import type { Money } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { addsExposure, requestedOrderOf } from '../../contract/requested-order.ts'
import type { RiskStop, WorstCase } from '../../contract/worst-case.ts'
import type { ActionLog, Refusal } from './actions/index.ts'
import { accountFor, dayLossOf } from './plans/index.ts'
import {
  type AutomationThrottle,
  type createSelfCross,
  type Exposure,
  type KillSwitch,
  type Limits,
  type MarketImpact,
  type ReadWorstCase,
  unknownWorstCase,
  worstCaseRefusal,
} from './risk/index.ts'

export type EntryChecks = ReturnType<typeof createEntryChecks>

interface EntryChecksOptions {
  readonly actionLog: Pick<ActionLog, 'get'>
  readonly kill: Pick<KillSwitch, 'refusal'>
  readonly throttle: Pick<AutomationThrottle, 'refusal'>
  readonly impact: MarketImpact
  readonly selfCross: ReturnType<typeof createSelfCross>
  readonly worstCase: ReadWorstCase
  readonly limits: () => Pick<Limits, 'worstCase'>
  /** The last account read, or a new one when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
}

type Changes = Omit<Parameters<typeof worstCaseRefusal>[2], 'limit'>

export function createEntryChecks(options: EntryChecksOptions) {
  const { actionLog, kill, throttle, impact, selfCross, worstCase } = options

  async function worst(
    limit: Money | null,
    changes: Changes,
    as: (read: AccountView) => AccountView = same,
  ): Promise<Refusal | null> {
    if (limit === null) return null
    try {
      return worstCaseRefusal(as(await options.account()), worstCase, { ...changes, limit })
    } catch (error) {
      return unknownWorstCase(limit, error instanceof Error ? error.message : String(error))
    }
  }

  const addedBy = (intents: readonly Intent[]): NonNullable<Changes['after']['added']> =>
    intents.filter(addsExposure).flatMap((intent) => {
      const order = requestedOrderOf(intent)
      if (order === null || order.worst === null || order.size === null) return []
      return [{ asset: order.asset, side: order.side, price: order.worst, size: order.size }]
    })

  return {
    /** Why the kill switch blocks an action, or null. Synchronous, and no other check. */
    killed(id: string): Refusal | null {
      const intent = actionLog.get(id)?.intent
      return intent === undefined ? null : kill.refusal(intent)
    },
    /** Why an order that is not requested yet could not be sent now, by its size or by the trader's own orders; null where it could. */
    crossRefusal: (intent: Intent, account: string): Refusal | null =>
      impact.sizeRefusal(intent) ?? selfCross({ intent, account, id: null, inPlaceOf: null }),
    /** Why all of these may not be held together under the max loss limit, or null. */
    async refusalOfAll(intents: readonly Intent[]): Promise<Refusal | null> {
      for (const intent of intents) {
        const killed = kill.refusal(intent)
        if (killed !== null) return killed
      }
      return worst(options.limits().worstCase, { before: {}, after: { added: addedBy(intents) } })
    },
    /** Max loss now and with all of these added; null where it is not known. */
    async worstWith(
      intents: readonly Intent[],
    ): Promise<{ readonly now: WorstCase; readonly after: WorstCase } | null> {
      const account = await options.account()
      const now = worstCase(account)
      const after = worstCase(account, { added: addedBy(intents) })
      return now.ok && after.ok ? { now: now.value, after: after.value } : null
    },
    /** Why an action that adds exposure may not go out, or null. */
    async refusal(id: string): Promise<Refusal | null> {
      const action = actionLog.get(id)
      if (action === null || !addsExposure(action.intent)) return null
      const { intent, account } = action
      const blocked =
        kill.refusal(intent) ?? throttle.refusal(action) ?? selfCross({ intent, account, id, inPlaceOf: null })
      return (
        blocked ??
        (await impact.refusal(action)) ??
        worst(options.limits().worstCase, { before: { without: { id } }, after: {} })
      )
    },
    /** Like `refusal`, for an order that follows the close of a position. @param as the account once the position is closed */
    async refusalOnceClosed(
      as: (account: AccountView) => AccountView,
      intent: Intent,
      account: string,
    ): Promise<Refusal | null> {
      if (!addsExposure(intent)) return null
      const met =
        kill.refusal(intent) ??
        selfCross({ intent, account, id: null, inPlaceOf: null }) ??
        (await impact.refusalOf(intent))
      const order = requestedOrderOf(intent)
      if (met !== null || order === null) return met
      const { asset, side, worst: price, size } = order
      if (price === null || size === null) return null
      return worst(options.limits().worstCase, { before: {}, after: { added: [{ asset, side, price, size }] } }, as)
    },
    /** Why an automated stop may not be moved, or null. */
    refusalOfStop: (from: RiskStop, to: RiskStop): Promise<Refusal | null> =>
      worst(options.limits().worstCase, { before: {}, after: { moved: { from, to } } }),
    /** Like `refusal`, for the replacement of a resting order, before that one is canceled. */
    async refusalInPlaceOf(old: Order, intent: Intent, account: string): Promise<Refusal | null> {
      if (!addsExposure(intent)) return null
      const met =
        kill.refusal(intent) ??
        selfCross({ intent, account, id: null, inPlaceOf: old }) ??
        (await impact.refusalOf(intent))
      const order = requestedOrderOf(intent)
      if (met !== null || order === null) return met
      const { asset, side, worst: price, size } = order
      if (price === null || size === null) return null
      const without = { oid: old.oid }
      const after = { without, added: [{ asset, side, price, size }] }
      return worst(options.limits().worstCase, { before: {}, after })
    },
  }
}

const same = (read: AccountView): AccountView => read

interface LastGateOptions {
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly exposure: Pick<Exposure, 'positionRefusal'>
  /** Why the kill switch blocks it, or null: the first check, and the last. */
  readonly killed: (id: string) => Refusal | null
  /** Why the trader's other orders and positions in the market block it, or null. */
  readonly entryRefusal: (id: string) => Promise<Refusal | null>
  /** The last account read, or a new one when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  readonly limits: () => Limits
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error with the reason when it cannot be known. */
  readonly dayResult: () => Promise<Money>
}

/** The checks right before an order that adds exposure is signed: minutes may have passed since the first ones. */
export function createPreSignCheck({ actionLog, exposure, limits, entryRefusal, ...options }: LastGateOptions) {
  const permits = new Map<string, () => Refusal | null>()
  const text = new Map<string, () => Refusal | null>()
  // Not dropped at `sent`: an action that the service did not take is prepared again, and checked again before it is signed again.
  actionLog.onChange(({ id, state }) => {
    if (!isFinal(state) && state !== 'resting' && state !== 'partly_filled') return
    permits.delete(id)
    text.delete(id)
  })

  return {
    /** Registers a check of the requester, repeated right before signing. */
    permit: (id: string, refusal: () => Refusal | null): void => void permits.set(id, refusal),
    /** Registers an additional check of whoever confirms the action; the last confirmation counts. */
    permitWord: (id: string, refusal: () => Refusal | null): void => void text.set(id, refusal),
    /** Why it may no longer be signed, or null. */
    async refusal(id: string): Promise<Refusal | null> {
      const action = actionLog.get(id)
      if (action === null || !addsExposure(action.intent)) return null
      const blocked = options.killed(id) ?? permits.get(id)?.() ?? text.get(id)?.() ?? null
      if (blocked !== null) return blocked
      const met = await entryRefusal(id)
      if (met !== null) return met
      const asset = 'asset' in action.intent ? action.intent.asset : null
      if (asset !== null) {
        const read = await accountFor({ account: options.account, limits }, asset)
        const tooFar = read.ok ? exposure.positionRefusal(id) : read.error
        if (tooFar !== null) return tooFar
      }
      // Repeated: the reads above may have taken seconds.
      return (await dayLossOf(limits(), options.dayResult)) ?? options.killed(id)
    },
  }
}
