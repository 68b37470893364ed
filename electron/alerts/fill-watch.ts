/** Reads the trader's fills for the alerts that wait for them, one read at a time. */
import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { Log } from '../log/index.ts'
import { ReadLog } from '../service/index.ts'
import type { AlertMemory, StoredAlert } from '../storage/index.ts'
import type { AlertLook } from './evaluate.ts'
import { fillsSeen, lookAtFills } from './fills.ts'

interface FillWatchOptions {
  readonly readFills: (page: { readonly limit: number; readonly before: null }) => Promise<readonly Fill[]>
  readonly address: () => Address | null
  /** The alerts on fills that are on. */
  readonly alerts: () => readonly StoredAlert[]
  /** What a look at the fills says of one of them. */
  readonly take: (alert: StoredAlert, look: AlertLook) => void
  /** The service's time at one of the terminal's. */
  readonly serverTime: (at: number) => number
  readonly log: Log
}

const FILLS = 100

/** Returns what reads the fills; asked again while a read is under way, it reads once more after it. */
export function createFillWatch(options: FillWatchOptions): () => void {
  const { address, alerts, take, serverTime } = options
  const readLog = new ReadLog(options.log, 'the fills, for alerts')
  let reading = false
  let readAgain = false

  /** The first read after an alert was set only says what is past. */
  function lookOf(alert: StoredAlert, asset: string | null, fills: readonly Fill[]): AlertLook {
    if (alert.memory.seen !== null) return lookAtFills(asset, alert.memory, fills)
    const setAt = serverTime(alert.createdAt)
    const past = fills.filter(({ time }) => time <= setAt)
    const memory: AlertMemory = { ...alert.memory, ...fillsSeen(past, setAt), seen: 'read' }
    return lookAtFills(asset, memory, fills)
  }

  return function read(): void {
    if (address() === null || alerts().length === 0) return
    readAgain = reading
    if (reading) return
    reading = true
    const who = address()
    options
      .readFills({ limit: FILLS, before: null })
      .then((fills) => {
        readLog.worked()
        if (address() !== who) return
        for (const alert of alerts())
          if (alert.rule.kind === 'fill') take(alert, lookOf(alert, alert.rule.asset, fills))
      })
      .catch((error: unknown) => readLog.failed(error))
      .finally(() => {
        reading = false
        if (readAgain) read()
      })
      .catch(() => undefined)
  }
}
