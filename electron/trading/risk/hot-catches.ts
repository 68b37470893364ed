/**
 * Arming of one-click in ladders and of trading keys in windows. Both are off when a window opens, last minutes, and end as soon as the trader may no
 * longer be looking at the window they were armed in.
 */

import type { Intent } from '../../../contract/intent.ts'
import { type MarketRef, refText } from '../../../contract/market-ref.ts'
import {
  type DisarmedBecause,
  type KeysDisarmedBecause,
  type KeysMode,
  type KeysView,
  type OneClickView,
  type SubmittedManually,
  UNATTENDED_MS,
} from '../../../contract/safety-locks.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Refusal } from '../actions/index.ts'
import { createTimedArming } from './timed-catches.ts'

/** An armed ladder. */
interface OneClick {
  readonly window: string
  readonly panel: string
  readonly market: MarketRef
  /** The asset behind the market when it was armed. */
  readonly asset: string
}

interface Keys {
  readonly window: string
  readonly mode: KeysMode
}

interface Away {
  readonly until: number
  readonly ends: number
  readonly cancel: Cancel
}

const AWAY_TEXTS = `Disarmed: its window was in the background for ${UNATTENDED_MS / 1000} s.`
const MARKET_TEXTS = 'Disarmed: its market changed.'
const BECAUSE = { user: null, market: MARKET_TEXTS, closed: null } as const
const KEYS_BECAUSE = { user: null, market: 'Disarmed: their market changed.' } as const

export function createWindowArming({
  clock,
  minutes,
  assetOf,
  changed,
}: {
  readonly clock: Clock
  readonly minutes: () => number
  /** The asset behind a market; null while unknown. */
  readonly assetOf: (market: MarketRef) => string | null
  readonly changed: () => void
}) {
  const ladders = createTimedArming<OneClick>(clock, changed)
  const keyed = createTimedArming<Keys>(clock, changed)
  const inFront = new Set<string>()
  /** Windows that are not in front and have something armed. */
  const away = new Map<string, Away>()
  const keyOf = (window: string, panel: string): string => `${window} ${panel}`

  const laddersOf = (window: string) => ladders.keys().filter(({ of }) => of.window === window)
  const hasArmed = (window: string): boolean =>
    keyed.held(window) !== null || laddersOf(window).some(({ armed }) => armed)

  function comeBack(window: string): void {
    away.get(window)?.cancel()
    away.delete(window)
  }

  /** Starts the countdown, unless it is running. */
  function countAway(window: string): void {
    if (inFront.has(window) || away.has(window) || !hasArmed(window)) return
    away.set(window, {
      until: clock.now() + UNATTENDED_MS,
      ends: clock.monotonic() + UNATTENDED_MS,
      cancel: clock.after(UNATTENDED_MS, () => end(window, AWAY_TEXTS)),
    })
    changed()
  }

  /** Disarms everything of a window. @param reason null when the trader did it. */
  function end(window: string, reason: string | null): void {
    comeBack(window)
    for (const { key } of laddersOf(window)) ladders.end(key, reason)
    keyed.end(window, reason)
  }

  /** A machine that was suspended runs its timers late. */
  function endIfAway(window: string): void {
    const gone = away.get(window)
    if (gone !== undefined && clock.monotonic() >= gone.ends) end(window, AWAY_TEXTS)
  }

  /** The assets behind markets may have changed. */
  function marketsMoved(): void {
    for (const { key, of, armed } of ladders.keys()) {
      if (armed && assetOf(of.market) !== of.asset) ladders.end(key, MARKET_TEXTS)
    }
  }

  function ladderRefusal(window: string, panel: string, intent: Intent): Refusal | null {
    marketsMoved()
    const key = keyOf(window, panel)
    const ladder = ladders.held(key)
    const refused = (why: string): Refusal => ({ code: 'one_click_not_armed', message: why, field: null })
    if (ladder === null) {
      return refused(
        sentenceOf('One-click is not armed in this ladder: a click sends only reducing orders.', ladders.reason(key)),
      )
    }
    if ('asset' in intent && intent.asset === ladder.asset) return null
    // The ladder now shows another market: the trader no longer looks at the armed one.
    ladders.end(key, MARKET_TEXTS)
    return refused(
      `One-click was armed for ${ladder.asset}, not for this order's market, and is now disarmed. Arm it again.`,
    )
  }

  function keysRefusal(window: string, mode: KeysMode): Refusal | null {
    const armed = keyed.held(window)
    if (armed !== null && (mode === 'preview' || armed.mode === 'at_once')) return null
    const message =
      armed === null
        ? sentenceOf('Trading keys are not armed in this window: they send only reducing orders.', keyed.reason(window))
        : 'Trading keys are armed for preview, not for sending at once.'
    return { code: 'keys_not_armed', message, field: null }
  }

  return {
    /** False where no asset is known behind the market. */
    armOneClick({
      window,
      panel,
      market,
    }: {
      readonly window: string
      readonly panel: string
      readonly market: MarketRef
    }): boolean {
      const asset = assetOf(market)
      if (asset === null) return false
      ladders.arm(keyOf(window, panel), { window, panel, market, asset }, minutes())
      countAway(window)
      return true
    },
    disarmOneClick(window: string, panel: string, because: DisarmedBecause): void {
      const key = keyOf(window, panel)
      if (because === 'closed') ladders.forget(key)
      else ladders.end(key, BECAUSE[because])
      if (!hasArmed(window)) comeBack(window)
    },
    armKeys(window: string, mode: KeysMode): void {
      keyed.arm(window, { window, mode }, minutes())
      countAway(window)
    },
    disarmKeys(window: string, because: KeysDisarmedBecause): void {
      keyed.end(window, KEYS_BECAUSE[because])
      if (!hasArmed(window)) comeBack(window)
    },
    /** A window came to the front, or left it. */
    focus(window: string, isInFront: boolean): void {
      // Also disarms where the timer has not run yet.
      endIfAway(window)
      if (isInFront) {
        inFront.add(window)
        const was = away.has(window)
        comeBack(window)
        if (was) changed()
      } else {
        inFront.delete(window)
        countAway(window)
      }
    },
    end,
    endAll(reason: string): void {
      for (const { of } of [...ladders.keys(), ...keyed.keys()]) end(of.window, reason)
    },
    /** Disarms everything of a closed window, and forgets it. */
    closed(window: string): void {
      end(window, null)
      inFront.delete(window)
      for (const { key } of laddersOf(window)) ladders.forget(key)
      keyed.forget(window)
    },
    marketsMoved,
    /** Why an intent that adds exposure may not be sent by that input, or null. */
    refusal(window: string, intent: Intent, by: SubmittedManually): Refusal | null {
      if (by.kind === 'form') return null
      endIfAway(window)
      return by.kind === 'one_click' ? ladderRefusal(window, by.panel, intent) : keysRefusal(window, by.mode)
    },
    oneClick: (window: string): readonly OneClickView[] =>
      laddersOf(window).map(({ key, of }) => ({
        panel: of.panel,
        market: refText(of.market),
        ...ladders.view(key),
      })),
    keys: (window: string): KeysView => ({ mode: keyed.held(window)?.mode ?? null, ...keyed.view(window) }),
    awayUntil: (window: string): number | null => (hasArmed(window) ? (away.get(window)?.until ?? null) : null),
  }
}

const sentenceOf = (what: string, why: string | undefined): string => (why === undefined ? what : `${what} ${why}`)
