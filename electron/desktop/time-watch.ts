/** Reports time that the terminal missed: the machine slept with active automated orders, or its clock jumped. Each once, as a message. */
import type { Clock } from '../../contract/time.ts'

const MINUTE = 60_000

const HOUR = 60 * MINUTE

/** Interval of the comparison of the two clocks, ms. */
const LOOKED_EVERY = 5000
/** Clocks that diverge by more than this between two comparisons did not drift, ms. */
const JUMP = 2000
/** A machine's clock further than this from the service's is reported, ms. */
const OFF = 2000

interface TimeWatchOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'every'>
  /** Work of each deployment that requires the machine to be awake; a line each. */
  readonly held: () => readonly string[]
  /** For each running deployment, the service's clock minus this machine's, ms; null until measured. */
  readonly offsets: () => readonly { readonly name: string; readonly offset: number | null }[]
  readonly notify: (level: 'info' | 'warning', title: string, detail: string) => void
}

/** Watches from now on. */
export function watchTime({ clock, held, offsets, notify }: TimeWatchOptions) {
  let wall: number = clock.now()
  let steady = clock.monotonic()
  /** Since when the machine sleeps, and the active work at that time. */
  let asleep: { readonly since: number; readonly held: readonly string[] } | null = null
  const reportedOff = new Set<string>()

  /** How far the wall clock diverged from the other since the last comparison, ms. */
  function drift(): number {
    const [before, beforeSteady] = [wall, steady]
    wall = clock.now()
    steady = clock.monotonic()
    return wall - before - (steady - beforeSteady)
  }

  function slept(since: number, until: number, lines: readonly string[]): void {
    if (lines.length === 0) return
    notify(
      'warning',
      `This computer slept from ${timeText(since)} to ${timeText(until)}`,
      `Not watched for ${spanText(until - since)}: ${lines.join('; ')}. Check positions and orders before you trade. Keep the computer plugged in and its lid open while exits or alerts are active.`,
    )
  }

  function look(): void {
    if (asleep !== null) return
    const before = wall
    const jump = drift()
    if (jump > JUMP) {
      const lines = held()
      notify(
        lines.length === 0 ? 'info' : 'warning',
        `Clock jumped ${spanText(jump)} ahead`,
        lines.length === 0
          ? `This computer slept unnoticed, or its clock was set, after ${timeText(before)}.`
          : `This computer slept unnoticed, or its clock was set, after ${timeText(before)}. If it slept, this was not watched: ${lines.join('; ')}.`,
      )
    } else if (jump < -JUMP) {
      notify(
        'warning',
        `Clock set back by ${spanText(-jump)}`,
        'Times on screen use the new clock. Countdowns to settlement follow the venue.',
      )
    }
    for (const { name, offset } of offsets()) {
      if (offset === null || Math.abs(offset) <= OFF) reportedOff.delete(name)
      else if (!reportedOff.has(name)) {
        reportedOff.add(name)
        notify(
          'warning',
          offset > 0 ? `Clock ${spanText(offset)} behind the venue` : `Clock ${spanText(-offset)} ahead of the venue`,
          `${name}: countdowns and settlements follow the venue's clock. Turn on network time in your system settings.`,
        )
      }
    }
  }

  return {
    /** The system reports that the machine is about to sleep. */
    suspended(): void {
      asleep ??= { since: clock.now(), held: held() }
    },
    /** The system reports that it is awake again. */
    resumed(): void {
      if (asleep === null) {
        look()
        return
      }
      const { since, held: lines } = asleep
      asleep = null
      drift()
      slept(since, clock.now(), lines)
    },
    stop: clock.every(LOOKED_EVERY, look),
  }
}

/** `Nov 26 02:10:05 UTC`: main's messages use UTC. @param at ms since the epoch */
function timeText(at: number): string {
  const date = new Date(at)
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return `${day} ${date.toISOString().slice(11, 19)} UTC`
}

/** `5 h 35 min`, `2 min 5 s`, `3.4 s`. @param ms not negative */
function spanText(ms: number): string {
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`
  if (ms >= MINUTE) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / 1000)} s`
  return `${Math.round(ms / 100) / 10} s`
}
