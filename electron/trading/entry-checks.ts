/**
 * What is asked of everything that adds exposure besides the limits of its own order: whether the deployment is killed or the work that it is for
 * is paused, whether it could trade with an own order, what it does to its market, and what could be lost then at worst.
 */
import type { AccountView, Order } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import type { Money } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { addsExposure, orderAskedFor } from '../../contract/order-asked-for.ts'
import type { RiskStop, WorstCase } from '../../contract/worst-case.ts'
import type { ActionLog, Refusal } from './actions/index.ts'
import { accountFor, dayLossOf } from './plans/index.ts'
import {
  type createSelfCross,
  type Exposure,
  type HeldThrottle,
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
  readonly throttle: Pick<HeldThrottle, 'refusal'>
  readonly impact: MarketImpact
  readonly selfCross: ReturnType<typeof createSelfCross>
  readonly worstCase: ReadWorstCase
  readonly limits: () => Pick<Limits, 'worstCase'>
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
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
      const order = orderAskedFor(intent)
      if (order === null || order.worst === null || order.size === null) return []
      return [{ asset: order.asset, side: order.side, price: order.worst, size: order.size }]
    })

  return {
    /** Why an action may not go out for the kill of the deployment, or null; asks nothing else, and at once. */
    killed(id: string): Refusal | null {
      const intent = actionLog.get(id)?.intent
      return intent === undefined ? null : kill.refusal(intent)
    },
    /** Why an order that nobody has asked for yet could not go out as of now, by its size or the trader's own ones; null where it could. */
    crossRefusal: (intent: Intent, account: string): Refusal | null =>
      impact.sizeRefusal(intent) ?? selfCross({ intent, account, id: null, inPlaceOf: null }),
    /** Why all of these may not be held, by what could be lost at worst then, or null. */
    async refusalOfAll(intents: readonly Intent[]): Promise<Refusal | null> {
      for (const intent of intents) {
        const killed = kill.refusal(intent)
        if (killed !== null) return killed
      }
      return worst(options.limits().worstCase, { before: {}, after: { added: addedBy(intents) } })
    },
    /** What could be lost at worst, as it is and with all of these; null where it is not known. */
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
      const barred =
        kill.refusal(intent) ?? throttle.refusal(action) ?? selfCross({ intent, account, id, inPlaceOf: null })
      return (
        barred ??
        (await impact.refusal(action)) ??
        worst(options.limits().worstCase, { before: { without: { id } }, after: {} })
      )
    },
    /** The same of what is to follow the close of a position. @param as the account once that is closed */
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
      const order = orderAskedFor(intent)
      if (met !== null || order === null) return met
      const { asset, side, worst: price, size } = order
      if (price === null || size === null) return null
      return worst(options.limits().worstCase, { before: {}, after: { added: [{ asset, side, price, size }] } }, as)
    },
    /** Why a held stop may not stand elsewhere than it does, or null. */
    refusalOfStop: (from: RiskStop, to: RiskStop): Promise<Refusal | null> =>
      worst(options.limits().worstCase, { before: {}, after: { moved: { from, to } } }),
    /** The same of what is to take the place of a resting order, before that is canceled. */
    async refusalInPlaceOf(old: Order, intent: Intent, account: string): Promise<Refusal | null> {
      if (!addsExposure(intent)) return null
      const met =
        kill.refusal(intent) ??
        selfCross({ intent, account, id: null, inPlaceOf: old }) ??
        (await impact.refusalOf(intent))
      const order = orderAskedFor(intent)
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
  /** Why it may not go out for the kill of the deployment, or null: the first that is asked, and the last. */
  readonly killed: (id: string) => Refusal | null
  /** Why it may not go out, by what of the trader's is in the market already, or null. */
  readonly entryRefusal: (id: string) => Promise<Refusal | null>
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
  readonly account: () => Promise<AccountView>
  readonly limits: () => Limits
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  readonly dayResult: () => Promise<Money>
}

/** What is asked once more right before something that adds exposure is signed: minutes may have passed since it was checked. */
export function createLastGate({ actionLog, exposure, limits, entryRefusal, ...options }: LastGateOptions) {
  const permits = new Map<string, () => Refusal | null>()
  const words = new Map<string, () => Refusal | null>()
  // Not yet at `sent`: what the service did not take is prepared again, and asked again before it is signed again.
  actionLog.onChange(({ id, state }) => {
    if (!isFinal(state) && state !== 'resting' && state !== 'partly_filled') return
    permits.delete(id)
    words.delete(id)
  })

  return {
    /** Whoever asks for an action is asked again at the gate. */
    permit: (id: string, refusal: () => Refusal | null): void => void permits.set(id, refusal),
    /** So is whoever gives their word on it, besides; of several words the last one counts. */
    permitWord: (id: string, refusal: () => Refusal | null): void => void words.set(id, refusal),
    /** Why it may not be signed any more, or null. */
    async refusal(id: string): Promise<Refusal | null> {
      const action = actionLog.get(id)
      if (action === null || !addsExposure(action.intent)) return null
      const barred = options.killed(id) ?? permits.get(id)?.() ?? words.get(id)?.() ?? null
      if (barred !== null) return barred
      const met = await entryRefusal(id)
      if (met !== null) return met
      const asset = 'asset' in action.intent ? action.intent.asset : null
      if (asset !== null) {
        const read = await accountFor({ account: options.account, limits }, asset)
        const tooFar = read.ok ? exposure.positionRefusal(id) : read.error
        if (tooFar !== null) return tooFar
      }
      // Once more: the reads above may have taken seconds.
      return (await dayLossOf(limits(), options.dayResult)) ?? options.killed(id)
    },
  }
}
