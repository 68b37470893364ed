/** The settings of the terminal while it runs: one value for all windows, saved at every change; main's sentences follow it. */
import { writePricesIn } from '../../contract/price-words.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { SettingsStore } from '../storage/index.ts'
import { ValueTopic } from '../topics/index.ts'

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

  /** @throws Error in words when they cannot be saved; nothing has changed then. */
  change(change: Change): void {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const next: Settings = { ...this.current, ...given }
    this.#store.saveSettings(next)
    // Before anybody hears of it: what they say of it is in the new unit already.
    writePricesIn(next.prices)
    this.source.set(next)
  }
}
