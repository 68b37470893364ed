/** What stands in the window of settings: each setting, each limit, and the places where the rest is changed; found by any of their words. Pure. */
import type { Decimal } from '../../contract/decimal.ts'
import type { ChoiceSetting, FlagSetting, Setting, WholeSetting } from '../../contract/settings.ts'
import { valueText } from '../../contract/settings.ts'
import {
  DEFAULT_SETTINGS,
  LIMIT_SETTINGS,
  SETTINGS,
  type SettingKey,
  type Settings,
} from '../../contract/settings-table.ts'
import { type EntryBase, PLACES, type PlaceEntry } from './places.ts'

/** One that is changed here. */
export interface SettingEntry extends EntryBase {
  readonly kind: 'setting'
  readonly key: SettingKey
  readonly setting: ChoiceSetting | FlagSetting | WholeSetting
  readonly value: Settings[SettingKey]
  /** What it is unless changed, in words; null while it is that. */
  readonly usual: string | null
}

/** A limit as it holds; all of them are saved together, in their panel. */
export interface LimitEntry extends EntryBase {
  readonly kind: 'limit'
  readonly words: string
}

export type Entry = SettingEntry | LimitEntry | PlaceEntry

/** The sections in their order. */
export const SECTIONS: readonly string[] = [
  'Appearance',
  'Figures and times',
  'Accessibility',
  'Trading',
  'Limits',
  'Keys and sizes',
  'Alerts and notifications',
  'Sounds',
  'Deployments and account',
  'Updates',
  'Records and data',
  'Help',
]

/** All entries, in the order of the sections and then of the tables; `group` writes numbers. */
export function entriesOf(settings: Settings, group: (value: Decimal) => string): readonly Entry[] {
  const all: readonly Entry[] = [
    ...Object.entries(SETTINGS).map(([key, setting]) => settingEntry(key as SettingKey, setting, settings)),
    ...Object.entries(LIMIT_SETTINGS).map(([field, setting]) => limitEntry(field, setting, settings, group)),
    ...PLACES,
  ]
  return SECTIONS.flatMap((section) => all.filter((entry) => entry.section === section))
}

function settingEntry(key: SettingKey, setting: SettingEntry['setting'], settings: Settings): SettingEntry {
  const value = settings[key]
  const { section, title, explanation } = setting
  const usual = value === DEFAULT_SETTINGS[key] ? null : valueText(setting, setting.initial)
  return { kind: 'setting', id: key, key, setting, value, usual, section, title, explanation }
}

function limitEntry(
  field: string,
  setting: Setting,
  { limits }: Settings,
  group: (value: Decimal) => string,
): LimitEntry {
  const { section, title, explanation } = setting
  const value = limits[field as keyof typeof limits]
  const words =
    setting.kind === 'decimal' && value !== null
      ? `${group(value as Decimal)} ${setting.unit}`
      : valueText(setting, value)
  return { kind: 'limit', id: `limits/${field}`, section, title, explanation, words }
}

/** Those in which each word that was typed is found: in what they are called, what they explain, their section, and what may be chosen. */
export function foundEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = [entry.title, entry.explanation, entry.section, ...otherText(entry)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function otherText(entry: Entry): readonly string[] {
  if (entry.kind === 'limit') return [entry.words]
  if (entry.kind === 'place') return [entry.button, ...entry.words]
  return entry.setting.kind === 'choice' ? entry.setting.choices.flatMap(({ value, words }) => [value, words]) : []
}
