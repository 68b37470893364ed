/**
 * Which windows may send what adds exposure, and by which hand: a window is armed for a while, and one-click and trading keys in it have
 * catches of their own. Nothing stays armed when nobody can be at it.
 */
import {
  type ArmingView,
  BY_FORM,
  type DisarmedBecause,
  type KeysDisarmedBecause,
  type KeysMode,
  type SubmittedByHand,
} from '../../../contract/catches.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { TradingLimits } from '../../../contract/limits.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { MarketRef } from '../../../contract/market-ref.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { Clock } from '../../../contract/time.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { Refusal } from '../actions/index.ts'
import { createHotCatches, type HotCatches } from './hot-catches.ts'
import { createTimedCatches } from './timed-catches.ts'

export interface Arming extends Pick<HotCatches, 'focus' | 'marketsMoved' | 'closed'> {
  view(window: string): ArmingView
  /** Arms for as long as the limits say, from now. */
  arm(window: string): void
  /** Ends one-click and keys in it too. */
  disarm(window: string, reason: string | null): void
  /** Why it was not armed, or null: where windows must be armed, this one comes first, and its market must be known. */
  armOneClick(window: string, panel: string, market: MarketRef): Refusal | null
  disarmOneClick(window: string, panel: string, because: DisarmedBecause): void
  /** Why they were not armed, or null. */
  armKeys(window: string, mode: KeysMode): Refusal | null
  disarmKeys(window: string, because: KeysDisarmedBecause): void
  /** One-click and keys of a window, whose page begins again. */
  endHot(window: string, reason: string): void
  /** One-click and keys of all windows. */
  endAllHot(reason: string): void
  /** The machine sleeps, or its screen is locked. */
  disarmAll(reason: string): void
  /** Why a window may not send the intent by that hand, or null. What reduces or cancels always may. */
  refusal(window: string, intent: Intent, by?: SubmittedByHand): Refusal | null
  /** The rule may have changed. */
  changed(): void
  /** The topic `arming` of one window. */
  source(window: string): TopicSource
}

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
  /** What a market trades as now; null while nothing is known behind it. */
  readonly assetOf: (market: MarketRef) => string | null
  /** Whether what is known of an asset's prices is out of date. */
  readonly isStale: (asset: string) => boolean
}): Arming {
  const listeners = new Listeners()
  const changed = listeners.notify
  // What an armed window may do by one-click and keys ends with its arming.
  const windows = createTimedCatches<true>(clock, changed, (window, reason) => {
    if (required()) hot.end(window, reason)
  })
  /** A hand that sends at once is asked nothing, so that it sends nothing from prices that are out of date, whatever its window shows. */
  function staleRefusal(intent: Intent, by: SubmittedByHand): Refusal | null {
    const isAtOnce = by.kind === 'one_click' || (by.kind === 'keys' && by.mode === 'at_once')
    const asset = 'asset' in intent ? intent.asset : null
    if (!isAtOnce || asset === null || !isStale(asset)) return null
    const message = `Prices of ${asset} are out of date, and one click or key sends nothing from them. Use the ticket, which says how old they are.`
    return { code: 'stale_prices', message, field: null }
  }

  const hot = createHotCatches({ clock, minutes: () => limits().hotMinutes, assetOf, changed })
  const required = (): boolean => {
    const { arm } = limits()
    return arm === 'always' || (arm === 'live' && !practice)
  }

  const windowRefusal = (window: string): Refusal | null => {
    if (!required() || windows.held(window) !== null) return null
    const why = windows.reason(window)
    return {
      code: 'not_armed',
      message: `This window is not armed, so it sends only cancels and reducing orders.${why === undefined ? '' : ` ${why}`}`,
      field: null,
    }
  }

  function disarm(window: string, reason: string | null): void {
    windows.end(window, reason)
    hot.end(window, reason)
  }

  const arming: Arming = {
    view: (window) => ({
      required: required(),
      ...windows.view(window),
      oneClick: hot.oneClick(window),
      keys: hot.keys(window),
      awayUntil: hot.awayUntil(window),
    }),
    arm: (window) => windows.arm(window, true, limits().armMinutes),
    disarm,
    armOneClick(window, panel, market) {
      const barred = windowRefusal(window)
      if (barred !== null || hot.armOneClick({ window, panel, market })) return barred
      return {
        code: 'unknown_market',
        message: 'Nothing trades behind this market now, so one-click was not armed.',
        field: null,
      }
    },
    disarmOneClick: hot.disarmOneClick,
    armKeys(window, mode) {
      const barred = windowRefusal(window)
      if (barred === null) hot.armKeys(window, mode)
      return barred
    },
    disarmKeys: hot.disarmKeys,
    endHot: hot.end,
    endAllHot: hot.endAll,
    focus: hot.focus,
    marketsMoved: hot.marketsMoved,
    closed(window) {
      windows.forget(window)
      hot.closed(window)
    },
    disarmAll(reason) {
      for (const { key } of windows.keys()) windows.end(key, reason)
      hot.endAll(reason)
    },
    refusal(window, intent, by = BY_FORM) {
      if (!addsExposure(intent)) return null
      return windowRefusal(window) ?? hot.refusal(window, intent, by) ?? staleRefusal(intent, by)
    },
    changed,
    source: (window) => topicOf('arming', () => arming.view(window), listeners.on),
  }
  return arming
}
