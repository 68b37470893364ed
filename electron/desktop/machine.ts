/** Keeps the machine awake while necessary, and follows the lock of its screen. */
import type { PowerMonitor, PowerSaveBlocker } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'

interface KeepAwakeOptions {
  readonly blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  readonly changed: (isKeptAwake: boolean) => void
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Takes whether automated orders are active; a closed lid sends most machines to sleep all the same. */
export function createKeepAwake({ blocker, changed, log }: KeepAwakeOptions): (isHeld: boolean) => void {
  let blocking: number | null = null
  return (isHeld) => {
    if (isHeld === (blocking !== null)) return
    try {
      if (blocking === null) {
        blocking = blocker.start('prevent-app-suspension')
        log.info({}, 'the machine is kept awake')
      } else {
        blocker.stop(blocking)
        blocking = null
        log.info({}, 'the machine may sleep')
      }
    } catch (error) {
      log.warn({ err: error }, 'the machine could not be kept awake, or let sleep')
      return
    }
    changed(blocking !== null)
  }
}

/** Polling interval of a system without the event, ms. */
const ASKED_EVERY = 5000
/** Idle threshold of the query, s; only whether the screen is locked matters. */
const IDLE_AFTER = 60

interface ScreenLockOptions {
  readonly powerMonitor: Pick<PowerMonitor, 'on' | 'getSystemIdleState'>
  readonly platform: NodeJS.Platform
  readonly clock: Pick<Clock, 'every'>
  /** The screen was just locked. */
  readonly locked: () => void
  /** Whether locks can be detected, reported at once and at every change. */
  readonly known: (feature: Feature) => void
}

/** @returns a function that stops polling. */
export function followScreenLock({ powerMonitor, platform, clock, locked, known }: ScreenLockOptions): Cancel {
  // For every system: some Linux desktops may send it some day.
  powerMonitor.on('lock-screen', locked)
  if (platform !== 'linux') {
    known({ on: true })
    return () => undefined
  }
  let last: ReturnType<PowerMonitor['getSystemIdleState']> | null = null
  let reported: Feature | null = null
  // Some desktops always answer "active": lock detection is confirmed by the first detected lock.
  let wasSeen = false
  const ask = (): void => {
    const state = stateOf(powerMonitor)
    if (state === last) return
    last = state
    if (state === 'locked') {
      wasSeen = true
      locked()
    }
    const feature = state === 'unknown' ? NOT_REPORTED : wasSeen ? HEARD : NOT_SEEN
    if (feature !== reported) known(feature)
    reported = feature
  }
  ask()
  return clock.every(ASKED_EVERY, ask)
}

const HEARD: Feature = { on: true }

const NOT_SEEN: Feature = {
  on: false,
  reason:
    'Locking the screen disarms every window if this system reports it. No lock has been reported since Isotherm started. Lock once to test; until then, disarm before you leave.',
}

const NOT_REPORTED: Feature = {
  on: false,
  reason: 'This system does not report screen locks, so a lock disarms nothing. Disarm before you leave.',
}

function stateOf(
  powerMonitor: Pick<PowerMonitor, 'getSystemIdleState'>,
): ReturnType<PowerMonitor['getSystemIdleState']> {
  try {
    return powerMonitor.getSystemIdleState(IDLE_AFTER)
  } catch {
    return 'unknown'
  }
}
