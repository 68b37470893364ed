/**
 * Held work whose orders fill too fast is paused until the trader types a word. Only what adds exposure counts, and only that is held back: what
 * closes, and so every stop and exit, never is. The fills of one order count once.
 */
import { type HeldPause, isFinal, pauseText, RESUME_WORD } from '../../../contract/action.ts'
import { signOf } from '../../../contract/decimal.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { Clock } from '../../../contract/time.ts'
import type { HeldPauseStore, StoredAction } from '../../storage/index.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import type { Limits } from './overrides.ts'

export type HeldThrottle = ReturnType<typeof createHeldThrottle>

interface HeldThrottleOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'onChange'>
  readonly store: HeldPauseStore
  readonly profile: string
  readonly limits: () => Pick<Limits, 'throttleFills' | 'throttleSeconds'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** A pause could not be written: it holds until the terminal ends, and the trader must be told. */
  readonly onStoreError: (error: unknown) => void
}

export function createHeldThrottle(options: HeldThrottleOptions) {
  const { store, profile, clock } = options
  /** When orders filled, monotonic ms, by account and work. */
  const filled = new Map<string, readonly number[]>()
  /** Pauses that could not be written, by account. */
  const unwritten = new Map<string, HeldPause[]>()
  /** Actions of held work of which nothing has filled yet: what is told of an order later counts no second time. */
  const unfilled = new Set<string>()
  /** Those that were counted: one that shows up again after its end counts no second time. */
  const counted = new Set<string>()
  const listeners = new Listeners()
  const pauses = new Listeners<[pause: HeldPause]>()

  const hasFilled = ({ filled, state }: StoredAction): boolean =>
    (filled !== null && signOf(filled) > 0) || state === 'filled'
  const follow = (action: StoredAction): void => {
    if (hasFilled(action)) {
      const isFirst = unfilled.delete(action.id)
      // One that was told as over without a fill, and shows up filled, is a fill that nobody saw.
      if (counted.has(action.id) || !(isFirst || action.surfaced !== undefined)) return
      if (action.held !== undefined) counted.add(action.id)
      saw(action)
    } else if (isFinal(action.state)) unfilled.delete(action.id)
    else if (action.held !== undefined) unfilled.add(action.id)
  }
  // What filled in an earlier run counts no more.
  for (const action of options.actionLog.live()) {
    if (hasFilled(action)) counted.add(action.id)
    else follow(action)
  }
  options.actionLog.onChange(follow)

  const paused = (account: string): readonly HeldPause[] => {
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

  function pause(account: string, one: HeldPause): void {
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
    /** Why held work may not send an action now, or null; always null for what a hand sent, and for what reduces. */
    refusal({ account, held, intent }: Pick<StoredAction, 'account' | 'held' | 'intent'>): Refusal | null {
      if (held === undefined || !addsExposure(intent)) return null
      const found = paused(account).find(({ id }) => id === held.id)
      return found === undefined ? null : { code: 'held_paused', message: pauseText(found), field: null }
    },
    /** The trader's word that work of an account may go on; false when the word is another, or it is not paused. */
    resume(account: string, id: string, word: string): boolean {
      if (word !== RESUME_WORD || !paused(account).some((one) => one.id === id)) return false
      store.remove({ profile, account }, id)
      unwritten.set(
        account,
        (unwritten.get(account) ?? []).filter((one) => one.id !== id),
      )
      // It begins again: what filled before the word counts no more.
      filled.delete(`${account} ${id}`)
      listeners.notify()
      return true
    },
    /** Work of an account that is paused, oldest first. */
    paused,
    /** Told of every pause, so that what holds the work takes back what of it rests. */
    onPause: pauses.on,
    /** The topic `held_pauses`, of the account that is signed in. */
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
