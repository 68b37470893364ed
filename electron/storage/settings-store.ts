/**
 * The terminal's settings in `settings.json`. Keys this version does not know are kept as they are; a value that cannot be one is named and
 * becomes what it is unless changed, and the others stay.
 */
import { z } from 'zod'
import { templatesFrom } from '../../contract/exit-templates.ts'
import { type KeyChoices, MOST_CHOICES } from '../../contract/key.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { type Setting, valueText } from '../../contract/settings.ts'
import { commandId, commandKeys, schemaOf, sizesFrom } from '../../contract/settings-schema.ts'
import { DEFAULT_SETTINGS, LIMIT_SETTINGS, SETTINGS, type Settings } from '../../contract/settings-table.ts'
import type { SizePresets } from '../../contract/size-presets.ts'
import type { Clock } from '../../contract/time.ts'
import { JsonFile } from './json-file.ts'
import type { SetAside } from './whole-file.ts'

export interface SettingsStore {
  readSettings(): Settings
  /** @throws Error in words when the file cannot be written; the old file is intact then. */
  saveSettings(settings: Settings): void
}

const file = z.looseObject({})

/** The settings on disk. `resets` says of each value that could not be used what it was and what holds now, in words. */
export function openSettings(
  directory: string,
  clock: Pick<Clock, 'now'>,
): SettingsStore & { readonly setAside: SetAside | null; readonly resets: readonly string[] } {
  const kept = new JsonFile({ directory, name: 'settings', schema: file, initial: {}, clock })
  const resets: string[] = []
  let current = settingsOf(kept.value, resets)
  return {
    setAside: kept.setAside,
    resets,
    readSettings: () => current,
    saveSettings(settings) {
      const limits = { ...objectOf(kept.value.limits), ...settings.limits }
      kept.save({ ...kept.value, ...settings, limits })
      current = settings
    },
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The known ones, without keys of other versions; adds to `resets` what could not be used. */
function settingsOf(kept: Readonly<Record<string, unknown>>, resets: string[]): Settings {
  const own = {
    ...(valuesOf(SETTINGS, kept, resets) as Omit<Settings, 'limits' | 'keys' | 'sizes' | 'exitTemplates'>),
    keys: keysOf(kept.keys, resets),
    sizes: sizesOf(kept.sizes, resets),
    exitTemplates: templatesFrom(objectOf(kept.exitTemplates), (name) =>
      resets.push(`The exit plan ${shown(name)} cannot be used and is gone.`),
    ),
  }
  if (kept.limits === undefined) return { ...own, limits: DEFAULT_SETTINGS.limits }
  if (objectOf(kept.limits) !== kept.limits) {
    resets.push(`Limits were ${shown(kept.limits)}; each is again as it is unless changed.`)
    return { ...own, limits: DEFAULT_LIMITS }
  }
  const limits = valuesOf(LIMIT_SETTINGS, objectOf(kept.limits), resets) as unknown as TradingLimits
  return { ...own, limits }
}

/** The keys that were chosen; those of a command that cannot be used are its own again. */
function keysOf(kept: unknown, resets: string[]): KeyChoices {
  if (kept === undefined) return {}
  if (objectOf(kept) !== kept) {
    resets.push(`Keys were ${shown(kept)}; each command has its own again.`)
    return {}
  }
  const all = Object.entries(kept).slice(0, MOST_CHOICES)
  return Object.fromEntries(
    all.flatMap(([id, value]) => {
      const keys = commandKeys.safeParse(value)
      if (keys.success && commandId.safeParse(id).success) return [[id, keys.data]]
      resets.push(`Keys of ${shown(id)} were ${shown(value)}; the command has its own again.`)
      return []
    }),
  )
}

/** The sizes that were chosen; those of a market that cannot be used are its family's again. */
function sizesOf(kept: unknown, resets: string[]): SizePresets {
  if (kept === undefined) return {}
  if (objectOf(kept) !== kept) {
    resets.push(`Sizes were ${shown(kept)}; each family has its own again.`)
    return {}
  }
  return sizesFrom(objectOf(kept), (of, presets) => {
    resets.push(`Sizes of ${shown(of)} were ${shown(presets)}; they are again as they are unless changed.`)
  })
}

function valuesOf(
  table: Readonly<Record<string, Setting>>,
  kept: Readonly<Record<string, unknown>>,
  resets: string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([key, setting]) => {
      const value = kept[key]
      if (value === undefined) return [key, setting.initial]
      const read = schemaOf(setting).safeParse(value)
      if (read.success) return [key, read.data]
      resets.push(`${setting.title} was ${shown(value)}; now ${valueText(setting, setting.initial)}.`)
      return [key, setting.initial]
    }),
  )
}

/** So much of a value is told. */
const TOLD = 40

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > TOLD ? `${text.slice(0, TOLD)}…` : text
}
