/** Looks through the ends of positions that were kept, for the alerts that wait for them. */
import type { AlertPositionEnd, AlertRule } from '../../contract/alert.ts'
import type { Ending, EndingKind } from '../../contract/ending.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'

interface EndingWatchOptions {
  /** Of the trader who is signed in, newest first. */
  readonly newest: (limit: number) => readonly Ending[]
  /** Those on the end of positions that are on. */
  readonly alerts: () => readonly StoredAlert[]
  /** What a look says of one of them. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
  /** The service's time at one of the terminal's. */
  readonly serverTime: (at: number) => number
}

export interface EndingWatch {
  look(): void
  /** Whether an alert has told of an end in this run: nothing else needs to sound for it. */
  hasTold(id: string): boolean
}

/** Ends that are looked through, and remembered. */
const ENDS = 100

const KINDS: { readonly [K in EndingKind]: Exclude<AlertPositionEnd, 'any'> } = {
  settled: 'settled',
  stopped: 'stopped',
  liquidated: 'liquidated',
  closed_elsewhere: 'elsewhere',
  converted: 'elsewhere',
  unknown: 'elsewhere',
}

export function createEndingWatch({ newest, alerts, take, serverTime }: EndingWatchOptions): EndingWatch {
  const told = new Set<string>()

  return {
    look() {
      const waiting = alerts()
      if (waiting.length === 0) return
      const ends = newest(ENDS)
      for (const alert of waiting) {
        const { rule, memory, createdAt } = alert
        if (rule.kind !== 'position_end') continue
        const fresh = ends.filter(({ id, at }) => memory.known?.includes(id) !== true && at >= serverTime(createdAt))
        if (memory.known !== undefined && fresh.length === 0) continue
        const meant = fresh.filter((ending) => isMeant(rule, ending))
        for (const { id } of meant) told.add(id)
        take(alert, {
          memory: { ...memory, known: ends.map(({ id }) => id) },
          words: meant.length === 0 ? null : meant.map(({ words }) => `${words}.`).join(' '),
          ...aboutOf(meant),
        })
      }
    },
    hasTold: (id) => told.has(id),
  }
}

/** The stop that ended a position has sounded as it triggered. */
function aboutOf(ends: readonly Ending[]): Pick<AlertLook, 'about'> {
  const [one] = ends
  return one === undefined || ends.length > 1 ? {} : { about: { asset: one.asset, follows: one.kind === 'stopped' } }
}

const isMeant = ({ asset, end }: Extract<AlertRule, { readonly kind: 'position_end' }>, ending: Ending): boolean =>
  (asset === null || asset === ending.asset) && (end === 'any' || KINDS[ending.kind] === end)
