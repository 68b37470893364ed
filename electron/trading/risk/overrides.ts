/**
 * Overrides: one order exceeds a limit of the trader's own, on their confirmation. It must be an order that was refused for that limit, sent again
 * from the same window exactly as before. The confirmation is given within a minute of the refusal, lasts a minute, and covers one order. It loosens
 * no limit, and is recorded with the safety controls. What main sends by itself is never allowed beyond a limit.
 */
import { createHash } from 'node:crypto'
import { isFinal } from '../../../contract/action.ts'
import type { ActionCode, KnownCode } from '../../../contract/action-code.ts'
import type { Intent } from '../../../contract/intent.ts'
import { overridable, type TradingLimits } from '../../../contract/limits.ts'
import { ok, type Result, refused } from '../../../contract/result.ts'
import type { Clock } from '../../../contract/time.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionLog } from '../actions/index.ts'
import type { SafetyRecords } from './kill-switch.ts'

/** Lifetime of an override, and of the offer to give one, ms. */
const OVERRIDE_MS = 60_000

/** The trader's limits as they apply to one order. */
export interface Limits extends TradingLimits {
  /** Codes of limits that this order may exceed; absent for none. */
  readonly overridden?: ReadonlySet<ActionCode>
}

/** Whether a limit applies to an order, by the code of its refusal. */
export const holds = ({ overridden }: Pick<Limits, 'overridden'>, code: KnownCode): boolean =>
  overridden?.has(code) !== true

export interface OverrideRequest {
  /** The refused order. */
  readonly actionId: string
  /** The order in the window: any difference from the refused one makes it another order. */
  readonly intent: Intent
  readonly window: string
}

/** What the trader is asked to confirm. */
export interface OverrideQuestion {
  readonly intent: Intent
  /** The message of each limit. */
  readonly limits: readonly string[]
}

export type Overrides = ReturnType<typeof createOverrides>

interface SentOrder {
  readonly intent: Intent
  readonly account: string | null
  readonly window: string
}

/** An override for one order. */
interface Word {
  readonly order: string
  readonly window: string
  readonly codes: ReadonlySet<ActionCode>
  readonly limits: readonly string[]
  /** Monotonic ms. */
  readonly until: number
}

/** A refused order of a window. */
interface Refused {
  readonly window: string
  /** Monotonic ms. */
  readonly at: number
  /** The limits that it was already allowed to exceed. */
  readonly before: Word | null
}

const NOTHING: ReadonlySet<ActionCode> = new Set()

/** Equal for the same order of the same account only. */
function identityOf(intent: Intent, account: string): string {
  const sorted = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inside]) => [name, sorted(inside)]),
        )
  return createHash('sha256')
    .update(JSON.stringify([account, sorted(intent)]))
    .digest('hex')
}

export function createOverrides({
  actionLog,
  safety,
  clock,
}: {
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly safety: Pick<SafetyRecords, 'add'>
  readonly clock: Pick<Clock, 'monotonic'>
}) {
  /** The window of each order that it sent and that is not over. */
  const windows = new Map<string, string>()
  const refusals = new Map<string, Refused>()
  /** Unused overrides, by the request id that they are for. */
  const given = new Map<string, Word>()
  /** Used overrides, by the action that they are for. */
  const used = new Map<string, Word>()

  const isOld = (at: number): boolean => clock.monotonic() - at >= OVERRIDE_MS

  actionLog.onChange(({ id, state, code }) => {
    if (!isFinal(state)) return
    const window = windows.get(id)
    const before = used.get(id) ?? null
    windows.delete(id)
    used.delete(id)
    for (const [other, { at }] of refusals) if (isOld(at)) refusals.delete(other)
    if (window === undefined || state !== 'refused' || overridable(code) === null) return
    refusals.set(id, { window, at: clock.monotonic(), before })
  })

  /** The refusal as the trader reads it. */
  const wordsOf = ({ code, message }: StoredAction): string =>
    `${overridable(code)}: ${message ?? 'reason not recorded.'}`

  function found({ actionId, intent, window }: OverrideRequest): Result<Omit<Word, 'until'>, string> {
    const action = actionLog.get(actionId)
    const one = refusals.get(actionId)
    if (action === null || one === undefined || one.window !== window) {
      return refused('No order from this window was just refused by a limit. Send the order again.')
    }
    if (isOld(one.at)) return refused('It was refused more than a minute ago. Prices may have moved. Send it again.')
    const order = identityOf(action.intent, action.account)
    if (identityOf(intent, action.account) !== order) {
      return refused('The order has changed since it was refused. Send it again.')
    }
    const codes = new Set([...(one.before?.codes ?? []), ...(action.code === null ? [] : [action.code])])
    return ok({ order, window, codes, limits: [...(one.before?.limits ?? []), wordsOf(action)] })
  }

  return {
    /** What would be overridden, or the reason why nothing can be. Changes nothing. */
    question(request: OverrideRequest): Result<OverrideQuestion, string> {
      const text = found(request)
      return text.ok ? ok({ intent: request.intent, limits: text.value.limits }) : text
    },
    /** The trader confirmed: the order with this request id may exceed the limit. The same error as `asked` where that is no longer possible. */
    grant(request: OverrideRequest, requestId: string, orderText: string): Result<OverrideQuestion, string> {
      const text = found(request)
      if (!text.ok) return text
      // Once for each refusal, regardless of the outcome.
      refusals.delete(request.actionId)
      given.set(requestId, { ...text.value, until: clock.monotonic() + OVERRIDE_MS })
      const { limits } = text.value
      safety.add('override', `You allowed one order beyond a limit. ${orderText}. ${limits.join(' ')}`)
      return ok({ intent: request.intent, limits })
    },
    /**
     * A window sends an intent, before any other step. Uses the override that was given for exactly this order, and voids one for any other. @returns
     * the exceeded limits, a sentence each; undefined for none
     */
    sent(requestId: string, { intent, account, window }: SentOrder): readonly string[] | undefined {
      windows.set(requestId, window)
      for (const [other, { until }] of given) if (clock.monotonic() >= until) given.delete(other)
      const text = given.get(requestId)
      given.delete(requestId)
      if (text === undefined || text.window !== window || text.order !== identityOf(intent, account ?? ''))
        return undefined
      used.set(requestId, text)
      return text.limits
    },
    /** Codes of limits that an action may exceed at this moment. */
    overridden(id: string): ReadonlySet<ActionCode> {
      const text = used.get(id)
      if (text === undefined || clock.monotonic() >= text.until) return NOTHING
      const action = actionLog.get(id)
      return action !== null && identityOf(action.intent, action.account) === text.order ? text.codes : NOTHING
    },
  }
}
