/** The settings of the terminal while it runs: one value for all windows, saved at every change; main's messages follow it. */

import {
  LOOSENING_WAIT_MS,
  type LooserField,
  loosenedFields,
  type PendingLimit,
  type TradingLimits,
} from '../../contract/limits.ts'
import { Listeners } from '../../contract/listeners.ts'
import { writePricesIn } from '../../contract/price-text.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { SettingsStore } from '../storage/index.ts'
import { type Notices, topicOf, ValueTopic } from '../topics/index.ts'

type Change = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

export class TerminalSettings {
  readonly source: ValueTopic<'settings'>
  readonly #store: SettingsStore

  constructor(store: SettingsStore) {
    this.#store = store
    this.source = new ValueTopic<'settings'>('settings', store.readSettings())
    writePricesIn(this.current.prices)
  }

  get current(): Settings {
    return this.source.value
  }

  /** @throws Error with the reason when they cannot be saved; nothing has changed then. */
  change(change: Change): void {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: Settings = { ...this.current, ...given }
    this.#store.saveSettings(next)
    // Before the listeners: their messages already use the new unit.
    writePricesIn(next.prices)
    this.source.set(next)
  }
}

export type PendingLimits = ReturnType<typeof createPendingLimits>

interface PendingLimitsOptions {
  readonly settings: Pick<TerminalSettings, 'current' | 'change'>
  readonly notices: Pick<Notices, 'add'>
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** Fires when limits took effect: arming may change, and loosened ones are recorded. */
  readonly onHeld: (looser: readonly string[]) => void
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

interface Waiting {
  readonly value: TradingLimits[keyof TradingLimits]
  readonly until: PendingLimit['until']
  /** Monotonic ms. */
  readonly due: number
  cancel: Cancel
}

/**
 * Saves the limits that a trader set. Tightening takes effect at once; loosening only after a wait, field by field, and can be withdrawn until then.
 * The wait uses the monotonic clock, and starts again with another value of its field. It does not survive the terminal.
 */
export function createPendingLimits({ settings, notices, clock, onHeld, log }: PendingLimitsOptions) {
  const waiting = new Map<keyof TradingLimits, Waiting>()
  const listeners = new Listeners()

  const looserBy = (field: keyof TradingLimits, value: Waiting['value']): readonly LooserField[] =>
    loosenedFields(settings.current.limits, { ...settings.current.limits, [field]: value } as TradingLimits)

  function forget(field: keyof TradingLimits): boolean {
    waiting.get(field)?.cancel()
    return waiting.delete(field)
  }

  function hold(field: keyof TradingLimits): void {
    const one = waiting.get(field)
    if (one === undefined) return
    const left = one.due - clock.monotonic()
    if (left > 0) {
      one.cancel = clock.after(left, () => hold(field))
      return
    }
    waiting.delete(field)
    const terms = looserBy(field, one.value).map((looser) => looser.text)
    try {
      settings.change({ limits: { ...settings.current.limits, [field]: one.value } as TradingLimits })
      log.warn({ looser: terms }, 'limits were loosened')
      notices.add('warning', 'Limits were loosened', `${terms.join('; ')}.`)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.error({ err: error }, 'limits could not be loosened')
      notices.add('error', 'Limits were not loosened', `${terms.join('; ')}: ${why}`)
    }
    listeners.notify()
    onHeld(terms)
  }

  function wait(field: keyof TradingLimits, value: Waiting['value']): void {
    // The same value again neither shortens nor restarts the wait.
    if (waiting.get(field)?.value === value) return
    forget(field)
    const cancel = clock.after(LOOSENING_WAIT_MS, () => hold(field))
    const due = clock.monotonic() + LOOSENING_WAIT_MS
    waiting.set(field, { value, due, until: millis(clock.now() + LOOSENING_WAIT_MS), cancel })
  }

  const view = (): readonly PendingLimit[] =>
    [...waiting]
      .sort(([, a], [, b]) => a.due - b.due)
      .flatMap(([field, { value, until }]) =>
        looserBy(field, value).map(({ text: message }) => ({ field, text: message, until })),
      )

  return {
    /** @throws Error with the reason when they cannot be saved; nothing has changed then. */
    save(limits: TradingLimits): void {
      const { limits: before } = settings.current
      const looser = new Set(loosenedFields(before, limits).map(({ field }) => field))
      const fields = Object.keys(limits) as (keyof TradingLimits)[]
      const now = Object.fromEntries(fields.map((field) => [field, (looser.has(field) ? before : limits)[field]]))
      settings.change({ limits: now as unknown as TradingLimits })
      log.info({ limits: now, waits: [...looser] }, 'the limits were set')
      for (const field of fields) {
        if (looser.has(field)) wait(field, limits[field])
        // A limit that is tightened is no longer about to be loosened.
        else if (limits[field] !== before[field]) forget(field)
      }
      listeners.notify()
      onHeld([])
    },
    /** Withdraws a pending limit; false where nothing is pending for it. */
    takeBack(field: keyof TradingLimits): boolean {
      const wasThere = forget(field)
      if (wasThere) listeners.notify()
      return wasThere
    },
    /** Pending limits, the next one first. */
    view,
    topic: topicOf('pending_limits', view, listeners.on),
  }
}
