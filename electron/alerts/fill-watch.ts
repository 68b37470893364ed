/** Looks through the trader's kept fills for the alerts that wait for them. */
import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'
import { fillsSeen, lookAtFills } from './fills.ts'

interface FillWatchOptions {
  /** The newest fills of the trader who is signed in, newest first. */
  readonly newest: (limit: number) => readonly Fill[]
  readonly address: () => Address | null
  /** The alerts on fills that are on. */
  readonly alerts: () => readonly StoredAlert[]
  /** What a look at the fills says of one of them. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
  /** The service's time at one of the terminal's. */
  readonly serverTime: (at: number) => number
}

const FILLS = 100

/** Returns what looks at the fills; trading reads them, whether or not an alert waits for one. */
export function createFillWatch({ newest, address, alerts, take, serverTime }: FillWatchOptions): () => void {
  /** The first look after an alert was set only says what is past. */
  function lookOf(alert: StoredAlert, asset: string | null, fills: readonly Fill[]): AlertLook {
    if (alert.memory.seen !== null) return lookAtFills(asset, alert.memory, fills)
    const setAt = serverTime(alert.createdAt)
    const past = fills.filter(({ time }) => time <= setAt)
    const memory: AlertMemory = { ...alert.memory, ...fillsSeen(past, setAt), seen: 'read' }
    return lookAtFills(asset, memory, fills)
  }

  return function look(): void {
    const waiting = address() === null ? [] : alerts()
    if (waiting.length === 0) return
    const fills = newest(FILLS)
    for (const alert of waiting) if (alert.rule.kind === 'fill') take(alert, lookOf(alert, alert.rule.asset, fills))
  }
}
