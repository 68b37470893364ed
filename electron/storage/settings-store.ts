/**
 * The terminal's settings in `settings.json`. Keys unknown to this version are kept; an invalid value is reported and reset to its default, without
 * affecting the others.
 */
import { z } from 'zod'
import { templatesFrom } from '../../contract/exit-templates.ts'
import { type KeyChoices, MAX_CHOICES } from '../../contract/key.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { type Setting, valueText } from '../../contract/settings.ts'
import { commandId, commandKeys, schemaOf, sizesFrom } from '../../contract/settings-schema.ts'
import { DEFAULT_SETTINGS, LIMIT_SETTINGS, SETTINGS, type Settings } from '../../contract/settings-table.ts'
import type { SizePresets } from '../../contract/size-presets.ts'
import type { Clock } from '../../contract/time.ts'
import { JsonFile } from './json-file.ts'

export type SettingsStore = Omit<ReturnType<typeof openSettings>, 'setAside' | 'resets'>

const file = z.looseObject({})

/** The settings on disk. `resets` has a message for each unusable value, with the value and its replacement. */
export function openSettings(directory: string, clock: Pick<Clock, 'now'>) {
  const kept = new JsonFile({ directory, name: 'settings', schema: file, initial: {}, clock })
  const resets: string[] = []
  let current = settingsOf(kept.value, resets)
  return {
    setAside: kept.setAside,
    resets,
    readSettings: (): Settings => current,
    /** @throws Error with the reason when the file cannot be written; the old file is then intact. */
    saveSettings(settings: Settings): void {
      const limits = { ...objectOf(kept.value.limits), ...settings.limits }
      kept.save({ ...kept.value, ...settings, limits })
      current = settings
    },
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The known settings, without keys of other versions; adds unusable values to `resets`. */
function settingsOf(kept: Readonly<Record<string, unknown>>, resets: string[]): Settings {
  const own = {
    ...(valuesOf(SETTINGS, kept, resets) as Omit<Settings, 'limits' | 'keys' | 'sizes' | 'exitTemplates'>),
    keys: keysOf(kept.keys, resets),
    sizes: sizesOf(kept.sizes, resets),
    exitTemplates: templatesFrom(objectOf(kept.exitTemplates), (name) =>
      resets.push(`Exit plan ${shown(name)} was not readable and was removed.`),
    ),
  }
  if (kept.limits === undefined) return { ...own, limits: DEFAULT_SETTINGS.limits }
  if (objectOf(kept.limits) !== kept.limits) {
    resets.push(`Limits were ${shown(kept.limits)}; reset to defaults.`)
    return { ...own, limits: DEFAULT_LIMITS }
  }
  const limits = valuesOf(LIMIT_SETTINGS, objectOf(kept.limits), resets) as unknown as TradingLimits
  return { ...own, limits }
}

/** The chosen keys; a command with unusable ones gets its defaults. */
function keysOf(kept: unknown, resets: string[]): KeyChoices {
  if (kept === undefined) return {}
  if (objectOf(kept) !== kept) {
    resets.push(`Keys were ${shown(kept)}; reset to defaults.`)
    return {}
  }
  const all = Object.entries(kept).slice(0, MAX_CHOICES)
  return Object.fromEntries(
    all.flatMap(([id, value]) => {
      const keys = commandKeys.safeParse(value)
      if (keys.success && commandId.safeParse(id).success) return [[id, keys.data]]
      resets.push(`Keys of ${shown(id)} were ${shown(value)}; reset to default.`)
      return []
    }),
  )
}

/** The chosen sizes; a market with unusable ones gets its family's. */
function sizesOf(kept: unknown, resets: string[]): SizePresets {
  if (kept === undefined) return {}
  if (objectOf(kept) !== kept) {
    resets.push(`Sizes were ${shown(kept)}; reset to defaults.`)
    return {}
  }
  return sizesFrom(objectOf(kept), (of, presets) => {
    resets.push(`Sizes of ${shown(of)} were ${shown(presets)}; reset to defaults.`)
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

/** Length of a value in a message. */
const TOLD = 40

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > TOLD ? `${text.slice(0, TOLD)}…` : text
}
