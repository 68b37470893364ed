/** The watch list of a deployment: its automated orders and alerts for any wallet, whether each is watched, and a report of every interruption. */

import { Listeners } from '../../contract/listeners.ts'
import { counted, listed, plural } from '../../contract/plural.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { WatchEntry, WatchKind, WatchListView } from '../../contract/watch-list.ts'
import type { Report } from '../conditional/index.ts'
import { topicOf } from '../topics/index.ts'

interface WatchListOptions {
  /** Current entries, oldest first. */
  readonly entries: () => readonly WatchEntry[]
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'every'>
  /** Notifies the trader in every way: notice, sound, desktop, remote. */
  readonly report: Report
  /** Called when something's watch state has changed since the last look. */
  readonly onChange: () => void
}

export type WatchList = ReturnType<typeof createWatchList>

/** Interval of checks, ms. */
const CHECK_EVERY = 500
/** An interruption that may end by itself is reported when it has lasted this long, ms. */
const GRACE = 10_000
/** Number of entries named in one report. */
const NAMED = 6

/** An interruption of an entry's watch. */
interface Outage {
  /** By the machine's clock, which continues while the machine sleeps, and by the monotonic one, which nobody sets. */
  readonly since: Moment
  /** Kind of its last report. */
  reported: 'not' | 'passing' | 'certain'
}

interface Moment {
  readonly now: Millis
  readonly monotonic: number
}

/** The entry with the length of its interruption, ms. */
interface Gap {
  readonly entry: WatchEntry
  readonly ms: number
}

export function createWatchList({ entries, clock, report, onChange }: WatchListOptions) {
  const listeners = new Listeners()
  const outages = new Map<string, Outage>()
  /** Entries that were watched at the last check, and its time. */
  let watched: ReadonlySet<string> = new Set()
  let lastLook: Moment | null = null
  let view: WatchListView = []
  let shown = ''
  let timer: Cancel | null = null

  const moment = (): Moment => ({ now: clock.now(), monotonic: clock.monotonic() })
  const msBetween = (from: Moment, to: Moment): number => Math.max(0, to.now - from.now, to.monotonic - from.monotonic)

  /** Nothing was watched between two checks that are far apart: the machine slept, or had no time for the terminal. */
  function look(): void {
    const at = moment()
    const since = lastLook !== null && msBetween(lastLook, at) >= GRACE ? lastLook : null
    lastLook = at
    const all = entries()
    const begun: WatchEntry[] = []
    const over: Gap[] = []
    const asleep: Gap[] = []
    for (const entry of all) {
      const { id, watch } = entry
      const outage = outages.get(id)
      const slept = since !== null && watched.has(id) ? since : null
      if (watch.at !== 'not_watched') {
        outages.delete(id)
        if (outage !== undefined && outage.reported !== 'not') over.push({ entry, ms: msBetween(outage.since, at) })
        else if (slept !== null) asleep.push({ entry, ms: msBetween(slept, at) })
      } else if (watch.isKnown === true) outages.delete(id)
      else {
        const now: Outage = outage ?? { since: slept ?? at, reported: 'not' }
        outages.set(id, now)
        const isDue = watch.isCertain
          ? now.reported !== 'certain'
          : now.reported === 'not' && msBetween(now.since, at) >= GRACE
        if (!isDue) continue
        now.reported = watch.isCertain ? 'certain' : 'passing'
        begun.push(entry)
      }
    }
    const ids = new Set(all.map(({ id }) => id))
    for (const id of outages.keys()) if (!ids.has(id)) outages.delete(id)
    watched = new Set(all.flatMap(({ id, watch }) => (watch.at === 'watched' ? [id] : [])))
    if (begun.length > 0) report('error', lostTitle(begun), reasonsOf(begun))
    if (asleep.length > 0) report('error', lostTitle(asleep.map(({ entry }) => entry)), sleptOf(asleep))
    const again = over.filter(({ entry }) => entry.watch.at === 'watched')
    const closed = over.filter(({ entry }) => entry.watch.at === 'closed_market')
    if (again.length > 0) report('info', againTitle(again.map(({ entry }) => entry)), gapOf(again))
    if (closed.length > 0) report('info', closedTitle(closed.map(({ entry }) => entry)), gapOf(closed))
    show(all)
  }

  function show(all: readonly WatchEntry[]): void {
    view = all.map((entry) => {
      const outage = outages.get(entry.id)
      return {
        ...entry,
        since: outage?.since.now ?? null,
        isReported: outage !== undefined && outage.reported !== 'not',
      }
    })
    const now = JSON.stringify(view)
    if (now === shown) return
    shown = now
    listeners.notify()
    onChange()
  }

  return {
    start(): void {
      timer ??= clock.every(CHECK_EVERY, look)
      look()
    },
    stop(): void {
      timer?.()
      timer = null
    },
    /** Checks at once: call when the connection or the identity has changed. */
    look(): void {
      if (timer !== null) look()
    },
    /** Current entries, oldest first. */
    entries,
    topics: topicOf('watch_list', () => view, listeners.on),
  }
}

const NAMES: Readonly<Record<WatchKind, readonly [one: string, several: string]>> = {
  exit: ['exit', 'exits'],
  algo: ['algo order', 'algo orders'],
  alert: ['alert', 'alerts'],
}

/** @param all the entries by kind: `2 exits and 1 alert` */
const titled = (entries: readonly WatchEntry[], one: (all: string) => string, several: (all: string) => string) =>
  plural(entries.length, one(numberOf(entries)), several(numberOf(entries)))

const lostTitle = (entries: readonly WatchEntry[]): string =>
  titled(
    entries,
    (all) => `${all} is not watched`,
    (all) => `${all} are not watched`,
  )
const againTitle = (entries: readonly WatchEntry[]): string =>
  titled(
    entries,
    (all) => `${all} is watched again`,
    (all) => `${all} are watched again`,
  )
const closedTitle = (entries: readonly WatchEntry[]): string =>
  titled(
    entries,
    (all) => `${all} in a closed market`,
    (all) => `${all} in closed markets`,
  )

/** `1 exit`, `2 exits and 1 alert`. */
function numberOf(entries: readonly WatchEntry[]): string {
  const counts = (Object.keys(NAMES) as WatchKind[]).flatMap((kind) => {
    const count = entries.filter((entry) => entry.kind === kind).length
    return count === 0 ? [] : [counted(count, ...NAMES[kind])]
  })
  return listed(counts)
}

/** Every reason, with the entries concerned. */
function reasonsOf(entries: readonly WatchEntry[]): string {
  const byReason = new Map<string, WatchEntry[]>()
  for (const entry of entries) {
    if (entry.watch.at !== 'not_watched') continue
    byReason.set(entry.watch.reason, [...(byReason.get(entry.watch.reason) ?? []), entry])
  }
  const lines = [...byReason].map(([reason, of]) => `${reason} ${labelsOf(of)}`)
  return `${lines.join(' ')} A notice follows when watching resumes.`
}

const sleptOf = (gaps: readonly Gap[]): string =>
  `This computer slept or was busy for ${gapText(longest(gaps))}. Prices in that time were missed. Check your positions. ${labelsOf(gaps.map(({ entry }) => entry))}`

const gapOf = (gaps: readonly Gap[]): string =>
  `Not watched for ${gapText(longest(gaps))}. Prices in that time were missed. ${labelsOf(gaps.map(({ entry }) => entry))}`

const longest = (gaps: readonly Gap[]): number => Math.max(...gaps.map(({ ms }) => ms))

function labelsOf(entries: readonly WatchEntry[]): string {
  const named = entries.slice(0, NAMED).map(({ label }) => label)
  const more = entries.length - named.length
  return more > 0 ? `${named.join('; ')}; and ${more} more.` : `${named.join('; ')}.`
}

/** `40 s`, `37 min`, `2 h 5 min`. */
function gapText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
