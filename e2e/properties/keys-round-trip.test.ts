/** Keys that are exported, changed and imported again: main's own text and import, and the window's preview. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedKeys, type Key, type KeyChoices } from '../../contract/key.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { looseningCalls } from '../../electron/calls/testing/loosening.ts'
import { exportedText, previewOf, readExported, TerminalSettings } from '../../electron/settings/index.ts'
import { type Command, keyText } from '../../src/commands/index.ts'
import { importedKeyConflicts } from '../../src/commands/testing/imported-keys.ts'

const A: Key = { code: 'KeyA', mod: true, alt: true }
const B: Key = { code: 'KeyB', mod: true, alt: true }
const C: Key = { code: 'KeyC', shift: true }
const command = (id: string, keys: readonly Key[] = []): Command => ({
  ...{ id, title: `Do ${id}`, scope: 'window', keys, run: () => undefined },
})
const COMMANDS = [command('one', [A]), command('two'), command('three'), command('four')]

/** The settings of a terminal with its own disk. */
function openSettings(keys: KeyChoices = {}) {
  let kept: Settings = { ...DEFAULT_SETTINGS, keys }
  const settings = new TerminalSettings({
    readSettings: () => kept,
    saveSettings: (next: Settings) => {
      kept = next
    },
  } as never)
  const calls = looseningCalls({ settings, notices: {}, log: {}, endHotFor: () => undefined } as never)
  return {
    keys: () => settings.current.keys,
    kept: () => kept.keys,
    exported: () => exportedText(settings.current),
    change: (changes: Parameters<typeof changedKeys>[1]) =>
      settings.change({ keys: changedKeys(settings.current.keys, changes) }),
    import: (text: string) => calls.importSettings.run({ text, loosens: [] }, {} as never),
    /** The dialog's preview of keys. */
    conflicts: (text: string) =>
      importedKeyConflicts(previewOf(readExported(text, settings.current), settings.current).keys, {
        ...{ own: COMMANDS, chosen: settings.current.keys, handledKeys: [], name: (key) => keyText(key, false) },
      }),
  }
}

describe('keys that are exported, changed and imported', () => {
  it('are as exported, here and in another terminal, including removed keys', () => {
    const here = openSettings({ one: [], two: [A, B], three: [C] })
    const text = here.exported()
    const before = here.keys()
    here.change({ one: null, two: [C], three: null })
    expect(here.keys()).not.toEqual(before)
    here.import(text)
    expect([here.keys(), here.kept()]).toEqual([before, before])
    const elsewhere = openSettings()
    elsewhere.import(text)
    expect(elsewhere.keys()).toEqual(before)
    expect(elsewhere.exported()).toBe(text)
  })

  it('name two commands of the import that use one key, and which of them would get it', () => {
    const text = openSettings({ two: [B], three: [B] }).exported()
    expect(openSettings().conflicts(text)).toEqual(['Ctrl Alt B is set for “Do two” and “Do three”: “Do two” gets it.'])
  })

  it('name a key assigned here since then that conflicts: it is kept', () => {
    const here = openSettings({ two: [B] })
    const text = here.exported()
    here.change({ two: null, four: [B] })
    expect(here.conflicts(text)).toEqual(['Ctrl Alt B is set for “Do two” and “Do four”: “Do two” gets it.'])
    here.import(text)
    expect(here.keys()).toEqual({ two: [B], four: [B] })
  })

  it('are restored after any changes in between', () => {
    const key = fc.constantFrom(A, B, C)
    const choices = fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four'), fc.uniqueArray(key, { maxLength: 3 }))
    const changes = fc.dictionary(
      fc.constantFrom('one', 'two', 'three', 'four'),
      fc.option(fc.array(key, { maxLength: 2 })),
    )
    fc.assert(
      fc.property(choices, changes, (chosen, changed) => {
        const here = openSettings({ ...chosen })
        const text = here.exported()
        here.change(changed)
        const added = Object.fromEntries(Object.entries(here.keys()).filter(([id]) => !Object.hasOwn(chosen, id)))
        here.import(text)
        expect(here.keys()).toEqual({ ...added, ...chosen })
      }),
      { numRuns: runs(100, 1000) },
    )
  })
})
