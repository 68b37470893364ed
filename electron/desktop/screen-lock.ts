/** Hears that the screen is locked: by an event where the system has one, else by asking. */

import type { PowerMonitor } from 'electron'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'

/** How often a system without the event is asked, ms. */
const ASKED_EVERY = 5000
/** What counts as idle, s; only whether the screen is locked is of interest. */
const IDLE_AFTER = 60

interface ScreenLockOptions {
  readonly powerMonitor: Pick<PowerMonitor, 'on' | 'getSystemIdleState'>
  readonly platform: NodeJS.Platform
  readonly clock: Pick<Clock, 'every'>
  /** The screen was locked just now. */
  readonly locked: () => void
  /** Whether locks are heard of, told at once and when it is another. */
  readonly known: (feature: Feature) => void
}

/** @returns how to stop asking. */
export function followScreenLock({ powerMonitor, platform, clock, locked, known }: ScreenLockOptions): Cancel {
  // For every system: some Linux desktops may send it some day.
  powerMonitor.on('lock-screen', locked)
  if (platform !== 'linux') {
    known({ on: true })
    return () => undefined
  }
  let last: ReturnType<PowerMonitor['getSystemIdleState']> | null = null
  const ask = (): void => {
    const state = stateOf(powerMonitor)
    if (state === last) return
    if (state === 'locked') locked()
    if (last === null || (state === 'unknown') !== (last === 'unknown'))
      known(state === 'unknown' ? NOT_TOLD : { on: true })
    last = state
  }
  ask()
  return clock.every(ASKED_EVERY, ask)
}

const NOT_TOLD: Feature = {
  on: false,
  reason:
    'This system does not tell when its screen is locked, so that a lock disarms nothing. Disarm before you leave.',
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
