/**
 * Which event on a deployment sounds, which one of several, and the one window that plays it, by each window's own topic `sound`. Without an open
 * window the system's own sound is played. Sounds that are off in the settings play nowhere.
 */
import type { Fill } from '../contract/account.ts'
import type { ActionRecord } from '../contract/action.ts'
import { Listeners } from '../contract/listeners.ts'
import {
  hasPriorityOver,
  isSoundOn,
  type SoundChoices,
  type SoundCue,
  type SoundEvent,
  soundOfFiring,
  soundOfState,
} from '../contract/sound.ts'
import type { Cancel, Clock } from '../contract/time.ts'
import { type TopicSource, topicOf } from './topics/index.ts'

/** An outage of this length is announced, ms. */
const MISSING = 3_000

/** An event this soon after a sound belongs to the same event, unless it is more important; ms. */
const ONE_SOUND = 1_000
/** An older fill is news of the past, as after a start; ms. */
const FRESH_FILL = 60_000

interface SoundsOptions {
  readonly alerts: TopicSource
  readonly actions: TopicSource
  /** Source of the topic `connection`, among others. */
  readonly feed: readonly TopicSource[]
  /** Fires for new fills, newest first. */
  readonly onFills: (listener: (fills: readonly Fill[]) => void) => Cancel
  /** The service's current time, ms. */
  readonly serverTime: () => number
  readonly settings: () => SoundChoices
  /** The system's own sound. */
  readonly beep: () => void
  readonly clock: Clock
}

export type Sounds = ReturnType<typeof createSounds>

export function createSounds(options: SoundsOptions) {
  const { alerts, actions, feed, onFills, serverTime, settings, beep, clock } = options
  const listeners = new Listeners()
  const players = createPlayers()
  const given = new Map<string, SoundCue>()
  let seq = 0
  let last: { readonly event: SoundEvent; readonly at: number } | null = null
  let cancels: Cancel[] = []

  function sound(event: SoundEvent | null): void {
    if (event === null || !isSoundOn(event, settings())) return
    const now = clock.monotonic()
    if (last !== null && now - last.at < ONE_SOUND && !hasPriorityOver(event, last.event)) return
    last = { event, at: now }
    const window = players.chosen()
    if (window === null) {
      beep()
      return
    }
    seq += 1
    given.set(window, { seq, event })
    listeners.notify()
  }

  /** Firings since the last look, oldest first. */
  const firingWatch = (): (() => void) => {
    const firings = () => alerts.view({ kind: 'alerts' })?.firings ?? []
    let received = Math.max(0, ...firings().map((firing) => firing.seq))
    return () => {
      const fresh = firings().filter((firing) => firing.seq > received)
      received = Math.max(received, ...fresh.map((firing) => firing.seq))
      for (const firing of fresh.toReversed()) sound(soundOfFiring(firing))
    }
  }

  /** Steps since the start that reached a state with a sound; each sounds once. */
  const actionWatch = (): (() => void) => {
    const records = (): readonly ActionRecord[] => actions.view({ kind: 'actions' }) ?? []
    const since = clock.now()
    const received = new Set<string>()
    return () => {
      for (const { id, state, updatedAt } of records()) {
        const event = soundOfState(state)
        if (event === null || updatedAt < since || received.has(`${id}/${state}`)) continue
        received.add(`${id}/${state}`)
        sound(event)
      }
    }
  }

  return {
    start(): void {
      if (cancels.length > 0) return
      const lookAtFirings = firingWatch()
      const lookAtActions = actionWatch()
      const connection = createConnectionWatch(clock, sound)
      cancels = [
        alerts.onChange(lookAtFirings),
        actions.onChange(({ kind }) => {
          if (kind === 'actions') lookAtActions()
        }),
        onFills((fills) => {
          if (fills.some(({ time }) => serverTime() - time < FRESH_FILL)) sound('fill')
        }),
        ...feed.map((source) =>
          source.onChange(({ kind }) => {
            if (kind !== 'connection') return
            const view = source.view({ kind: 'connection' })
            if (view !== undefined) connection.look(view.socket === 'live' && !view.stale)
          }),
        ),
        connection.stop,
      ]
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
    },
    /** A window is on the deployment; returns its topic `sound`. */
    source: (window: string): TopicSource => topicOf('sound', () => given.get(window) ?? null, listeners.on),
    /** The window opened, or came to the front or left it. */
    focus(window: string, isInFront: boolean): void {
      if (isInFront) players.cameToFront(window)
      else players.opened(window)
    },
    closed(window: string): void {
      players.closed(window)
      given.delete(window)
    },
  }
}

/** Reports when live data has been missing for a while, and when it is back after that; short gaps are ignored. */
function createConnectionWatch(
  clock: Pick<Clock, 'after'>,
  report: (event: 'connection_lost' | 'connection_back') => void,
) {
  let wasLive = false
  let isAnnounced = false
  let timer: Cancel | null = null
  return {
    /** Takes the current state. Before the first live data nothing counts as missing. */
    look(isLive: boolean): void {
      if (isLive) {
        timer?.()
        timer = null
        wasLive = true
        if (isAnnounced) report('connection_back')
        isAnnounced = false
        return
      }
      if (!wasLive || isAnnounced || timer !== null) return
      timer = clock.after(MISSING, () => {
        timer = null
        isAnnounced = true
        report('connection_lost')
      })
    },
    stop(): void {
      timer?.()
      timer = null
    },
  }
}

/** The window that plays: the last one in front, among those on the deployment. Pure except for its memory. */
function createPlayers() {
  /** The last one in front comes first. */
  let windows: readonly string[] = []
  return {
    /** A window opened: it plays where no other was in front. */
    opened(window: string): void {
      if (!windows.includes(window)) windows = [...windows, window]
    },
    cameToFront(window: string): void {
      windows = [window, ...windows.filter((one) => one !== window)]
    },
    closed(window: string): void {
      windows = windows.filter((one) => one !== window)
    },
    /** Null where no window is open. */
    chosen: (): string | null => windows[0] ?? null,
  }
}
