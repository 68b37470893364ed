/**
 * Pauses automated orders that fill too fast, until the trader types a word. Only orders that add exposure count, and only they are blocked; closes,
 * and so every stop and exit, never are. The fills of one order count once.
 */
import { type AutomationPause, isFinal, pauseText, RESUME_CONFIRMATION } from '../../../contract/action.ts'
import { signOf } from '../../../contract/decimal.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { Clock } from '../../../contract/time.ts'
import type { AutomationPauseStore, StoredAction } from '../../storage/index.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { Limits } from './overrides.ts'

export type AutomationThrottle = ReturnType<typeof createAutomationThrottle>

interface HeldThrottleOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'onChange'>
  readonly store: AutomationPauseStore
  readonly profile: string
  readonly limits: () => Pick<Limits, 'throttleFills' | 'throttleSeconds'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** A pause could not be written: it holds until the terminal quits, and the trader must be notified. */
  readonly onStoreError: (error: unknown) => void
}

export function createAutomationThrottle(options: HeldThrottleOptions) {
  const { store, profile, clock } = options
  /** When orders filled, monotonic ms, by account and work. */
  const filled = new Map<string, readonly number[]>()
  /** Pauses that could not be written, by account. */
  const unwritten = new Map<string, AutomationPause[]>()
  /** Automated actions without a fill so far: later reports of the same order are not counted a second time. */
  const unfilled = new Set<string>()
  /** Actions that were counted: an order that reappears after its end is not counted a second time. */
  const counted = new Set<string>()
  const listeners = new Listeners()
  const pauses = new Listeners<[pause: AutomationPause]>()

  const hasFilled = ({ filled, state }: StoredAction): boolean =>
    (filled !== null && signOf(filled) > 0) || state === 'filled'
  const follow = (action: StoredAction): void => {
    if (hasFilled(action)) {
      const isFirst = unfilled.delete(action.id)
      // An order that ended without a fill, and reappears filled, is a fill that was not seen before.
      if (counted.has(action.id) || !(isFirst || action.surfaced !== undefined)) return
      if (action.held !== undefined) counted.add(action.id)
      saw(action)
    } else if (isFinal(action.state)) unfilled.delete(action.id)
    else if (action.held !== undefined) unfilled.add(action.id)
  }
  // Fills of an earlier run no longer count.
  for (const action of options.actionLog.live()) {
    if (hasFilled(action)) counted.add(action.id)
    else follow(action)
  }
  options.actionLog.onChange(follow)

  const paused = (account: string): readonly AutomationPause[] => {
    const kept = store.all({ profile, account })
    const others = (unwritten.get(account) ?? []).filter(({ id }) => !kept.some((one) => one.id === id))
    return [...kept, ...others]
  }

  function saw({ account, held, intent }: StoredAction): void {
    if (held === undefined || !addsExposure(intent)) return
    const { throttleFills, throttleSeconds } = options.limits()
    const key = `${account} ${held.id}`
    const now = clock.monotonic()
    const recent = [...(filled.get(key) ?? []), now].filter((at) => now - at < throttleSeconds * 1000)
    filled.set(key, recent)
    if (recent.length < throttleFills || paused(account).some(({ id }) => id === held.id)) return
    pause(account, { ...held, fills: recent.length, seconds: throttleSeconds, at: clock.now() })
  }

  function pause(account: string, one: AutomationPause): void {
    try {
      store.add({ profile, account }, one)
    } catch (error) {
      unwritten.set(account, [...(unwritten.get(account) ?? []), one])
      options.onStoreError(error)
    }
    listeners.notify()
    pauses.notify(one)
  }

  return {
    /** Why automated work may not send an action now, or null. Always null for what the trader sent, and for what reduces. */
    refusal({ account, held, intent }: Pick<StoredAction, 'account' | 'held' | 'intent'>): Refusal | null {
      if (held === undefined || !addsExposure(intent)) return null
      const found = paused(account).find(({ id }) => id === held.id)
      return found === undefined ? null : { code: 'held_paused', message: pauseText(found), field: null }
    },
    /** Resumes paused work of an account; false when the word is wrong, or it is not paused. */
    resume(account: string, id: string, text: string): boolean {
      if (text !== RESUME_CONFIRMATION || !paused(account).some((one) => one.id === id)) return false
      store.remove({ profile, account }, id)
      unwritten.set(
        account,
        (unwritten.get(account) ?? []).filter((one) => one.id !== id),
      )
      // The count starts again: fills before the confirmation no longer count.
      filled.delete(`${account} ${id}`)
      listeners.notify()
      return true
    },
    /** Paused work of an account, oldest first. */
    paused,
    /** Fires at every pause, so that the owner of the work cancels what rests. */
    onPause: pauses.on,
    /** The topic `held_pauses` of the signed-in account. */
    topic: (account: () => string | null, onAccount: Listen): TopicSource =>
      topicOf(
        'held_pauses',
        () => paused(account() ?? ''),
        (listener) => {
          const stops = [listeners.on(listener), onAccount(listener)]
          return () => {
            for (const stop of stops) stop()
          }
        },
      ),
  }
}
