/** What a setting of the terminal is: one entry of the table in `settings-table.ts`, and what may stand in it. Pure. */

import type { Decimal } from './decimal.ts'
import type { ExitTemplates } from './exit-templates.ts'
import type { KeyChoices } from './key.ts'
import type { SizePresets } from './size-presets.ts'

/** Where one value of a setting holds: in the whole terminal, on one deployment, or in one window. */
export type SettingScope = 'app' | 'deployment' | 'window'

/** Settings of one section are shown together, under its name. */
export type SettingSection =
  | 'Appearance'
  | 'Figures and times'
  | 'Accessibility'
  | 'Alerts and notifications'
  | 'Sounds'
  | 'Updates'
  | 'Records and data'
  | 'Trading'
  | 'Limits'

interface Described {
  /** As the trader knows it, and as a notice names it. */
  readonly title: string
  /** What it changes, in one or two sentences. */
  readonly explanation: string
  readonly scope: SettingScope
  readonly section: SettingSection
}

/** One of a few values, each with the words that stand for it. */
export interface ChoiceSetting<Value extends string = string> extends Described {
  readonly kind: 'choice'
  readonly choices: readonly { readonly value: Value; readonly words: string }[]
  readonly initial: Value
}

/** On or off. */
export interface FlagSetting extends Described {
  readonly kind: 'flag'
  readonly initial: boolean
}

/** A whole number from `least` to `most`, in steps. */
export interface WholeSetting extends Described {
  readonly kind: 'whole'
  readonly least: number
  readonly most: number
  readonly step: number
  /** After the number: `%`, `minutes`. */
  readonly unit: string
  readonly initial: number
}

/** Exact decimal text; null, where it may be left empty, holds nothing. */
export interface DecimalSetting<Value extends Decimal = Decimal, Empty extends null = never> extends Described {
  readonly kind: 'decimal'
  readonly unit: string
  /** What is wrong with a text, in words; null when nothing is. */
  readonly issue: (text: string) => string | null
  readonly optional: boolean
  readonly initial: Value | Empty
}

/** A setting of any kind. */
export type Setting = ChoiceSetting | FlagSetting | WholeSetting | DecimalSetting<Decimal, null> | DecimalSetting

/** What may stand in a setting. */
export type ValueOf<S extends Setting> =
  S extends ChoiceSetting<infer Value>
    ? Value
    : S extends FlagSetting
      ? boolean
      : S extends WholeSetting
        ? number
        : S extends { readonly kind: 'decimal'; readonly initial: infer Value }
          ? Value
          : never

/** The words for a value: those of a choice, `On` and `Off`, a number with its unit. */
export function valueText(setting: Setting, value: string | number | boolean | null): string {
  switch (setting.kind) {
    case 'choice':
      return setting.choices.find((choice) => choice.value === value)?.words ?? String(value)
    case 'flag':
      return value === true ? 'On' : 'Off'
    case 'whole':
      return `${value} ${setting.unit}`
    case 'decimal':
      return value === null ? 'none' : `${value} ${setting.unit}`
  }
}

/** What settings that were exported would change. */
export interface SettingsPreview {
  /** Each in words: its title, what it is and what it would be. */
  readonly changes: readonly { readonly title: string; readonly from: string; readonly to: string }[]
  /** The keys that would be chosen, besides those that are. */
  readonly keys: KeyChoices
  /** The sizes that would be chosen, besides those that are; they stand among the changes, too. */
  readonly sizes: SizePresets
  /** All exit plans under a name as they would be then; those that differ stand among the changes, too. */
  readonly exitTemplates: ExitTemplates
  /** What cannot be taken, each as a sentence. */
  readonly left: readonly string[]
  /** What of it asks less than before: each of the changes, word for word. */
  readonly loosens: readonly string[]
}

/** Longest text of exported settings, characters. */
export const LONGEST_SETTINGS = 200_000
