/**
 * Arming: which windows may send what adds exposure, and how. A window is armed for a limited time; one-click and trading keys are armed separately.
 * Nothing stays armed when the trader may be away.
 */

import type { Intent } from '../../../contract/intent.ts'
import type { TradingLimits } from '../../../contract/limits.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import { type ArmingView, BY_FORM, type KeysMode, type SubmittedManually } from '../../../contract/safety-locks.ts'
import type { Clock } from '../../../contract/time.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { Refusal } from '../actions/index.ts'
import { createWindowArming } from './hot-catches.ts'
import { createTimedArming } from './timed-catches.ts'

export type Arming = ReturnType<typeof createArming>

export function createArming({
  clock,
  limits,
  practice,
  assetOf,
  isStale,
}: {
  readonly clock: Clock
  readonly limits: () => Pick<TradingLimits, 'arm' | 'armMinutes' | 'hotMinutes'>
  readonly practice: boolean
  /** The asset behind a market; null while unknown. */
  readonly assetOf: (market: MarketRef) => string | null
  /** Whether the known prices of an asset are out of date. */
  readonly isStale: (asset: string) => boolean
}) {
  const listeners = new Listeners()
  const changed = listeners.notify
  // One-click and trading keys of a window end with its arming.
  const windows = createTimedArming<true>(clock, changed, (window, reason) => {
    if (required()) hot.end(window, reason)
  })
  /** One-click and trading keys send without a confirmation, so they send nothing on stale prices, regardless of what the window shows. */
  function staleRefusal(intent: Intent, by: SubmittedManually): Refusal | null {
    const isAtOnce = by.kind === 'one_click' || (by.kind === 'keys' && by.mode === 'at_once')
    const asset = 'asset' in intent ? intent.asset : null
    if (!isAtOnce || asset === null || !isStale(asset)) return null
    const message = `Prices for ${asset} are stale, so one-click and keys are off. Use the ticket, which shows their age.`
    return { code: 'stale_prices', message, field: null }
  }

  const hot = createWindowArming({ clock, minutes: () => limits().hotMinutes, assetOf, changed })
  const required = (): boolean => {
    const { arm } = limits()
    return arm === 'always' || (arm === 'live' && !practice)
  }

  const windowRefusal = (window: string): Refusal | null => {
    if (!required() || windows.held(window) !== null) return null
    const why = windows.reason(window)
    return {
      code: 'not_armed',
      message: `This window is not armed: it sends only cancels and reducing orders.${why === undefined ? '' : ` ${why}`}`,
      field: null,
    }
  }

  /** Disarms one-click and trading keys in the window too. */
  function disarm(window: string, reason: string | null): void {
    windows.end(window, reason)
    hot.end(window, reason)
  }

  const view = (window: string): ArmingView => ({
    required: required(),
    ...windows.view(window),
    oneClick: hot.oneClick(window),
    keys: hot.keys(window),
    awayUntil: hot.awayUntil(window),
  })

  return {
    view,
    /** Arms from now, for the duration in the limits. */
    arm: (window: string): void => windows.arm(window, true, limits().armMinutes),
    disarm,
    /** Why it was not armed, or null. Where windows must be armed, the window comes first, and its market must be known. */
    armOneClick(window: string, panel: string, market: MarketRef): Refusal | null {
      const blocked = windowRefusal(window)
      if (blocked !== null || hot.armOneClick({ window, panel, market })) return blocked
      return {
        code: 'unknown_market',
        message: 'Nothing trades in this market now. One-click was not armed.',
        field: null,
      }
    },
    disarmOneClick: hot.disarmOneClick,
    /** Why they were not armed, or null. */
    armKeys(window: string, mode: KeysMode): Refusal | null {
      const blocked = windowRefusal(window)
      if (blocked === null) hot.armKeys(window, mode)
      return blocked
    },
    disarmKeys: hot.disarmKeys,
    /** Disarms one-click and trading keys of a window that reloads its page. */
    endHot: hot.end,
    /** Disarms one-click and trading keys of all windows. */
    endAllHot: hot.endAll,
    focus: hot.focus,
    marketsMoved: hot.marketsMoved,
    closed(window: string): void {
      windows.forget(window)
      hot.closed(window)
    },
    /** Disarms everything: the machine sleeps, or its screen is locked. */
    disarmAll(reason: string): void {
      for (const { key } of windows.keys()) windows.end(key, reason)
      hot.endAll(reason)
    },
    /** Why a window may not send the intent by that input, or null. What reduces or cancels is always allowed. */
    refusal(window: string, intent: Intent, by: SubmittedManually = BY_FORM): Refusal | null {
      if (!addsExposure(intent)) return null
      return windowRefusal(window) ?? hot.refusal(window, intent, by) ?? staleRefusal(intent, by)
    },
    /** The setting may have changed. */
    changed,
    source: (window: string): TopicSource => topicOf('arming', () => view(window), listeners.on),
  }
}
