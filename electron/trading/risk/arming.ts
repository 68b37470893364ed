/** Which windows may send what adds exposure: a window is armed by hand, for a while, and disarmed when nobody can be at it. */
import type { Intent } from '../../../contract/intent.ts'
import type { ArmingView, TradingLimits } from '../../../contract/limits.ts'
import { Listeners } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { Refusal } from '../actions/index.ts'

export interface Arming {
  view(window: string): ArmingView
  /** Arms for as long as the limits say, from now. */
  arm(window: string): void
  disarm(window: string, reason: string | null): void
  /** The machine sleeps, or its screen is locked. */
  disarmAll(reason: string): void
  /** Why a window may not send the intent, or null. What reduces or cancels always may. */
  refusal(window: string, intent: Intent): Refusal | null
  /** The rule may have changed. */
  changed(): void
  /** The topic `arming` of one window. */
  source(window: string): TopicSource
}

interface ArmingOptions {
  readonly clock: Clock
  readonly limits: () => Pick<TradingLimits, 'arm' | 'armMinutes'>
  readonly practice: boolean
}

const MINUTE = 60_000

export function createArming({ clock, limits, practice }: ArmingOptions): Arming {
  const armed = new Map<string, { readonly until: number; readonly cancel: Cancel }>()
  const reasons = new Map<string, string>()
  const listeners = new Listeners()
  const changed = listeners.notify
  const required = (): boolean => {
    const { arm } = limits()
    return arm === 'always' || (arm === 'live' && !practice)
  }

  function forget(window: string, reason: string | null): void {
    const was = armed.get(window)
    if (was === undefined) return
    was.cancel()
    armed.delete(window)
    if (reason !== null) reasons.set(window, reason)
  }

  const arming: Arming = {
    view: (window) => ({
      required: required(),
      armedUntil: armed.get(window)?.until ?? null,
      reason: reasons.get(window) ?? null,
    }),
    arm(window) {
      forget(window, null)
      reasons.delete(window)
      const { armMinutes } = limits()
      const ms = armMinutes * MINUTE
      const cancel = clock.after(ms, () => arming.disarm(window, `Disarmed after ${armMinutes} minutes.`))
      armed.set(window, { until: clock.now() + ms, cancel })
      changed()
    },
    disarm(window, reason) {
      forget(window, reason)
      changed()
    },
    disarmAll(reason) {
      for (const window of [...armed.keys()]) forget(window, reason)
      changed()
    },
    refusal(window, intent) {
      if (!required() || !addsExposure(intent)) return null
      const held = armed.get(window)
      if (held !== undefined && clock.now() < held.until) return null
      const why = reasons.get(window)
      return {
        code: 'not_armed',
        message: `This window is not armed, so it sends only cancels and reducing orders.${why === undefined ? '' : ` ${why}`}`,
        field: null,
      }
    },
    changed,
    source: (window) => topicOf('arming', () => arming.view(window), listeners.on),
  }
  return arming
}
