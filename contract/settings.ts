/** Types of settings: the entries of `settings-table.ts`, and their values. Pure. */

import type { Decimal } from './decimal.ts'
import type { ExitTemplates } from './exit-templates.ts'
import type { KeyChoices } from './key.ts'
import type { SizePresets } from './size-presets.ts'

/** Where a value applies: in the whole terminal, on one deployment, or in one window. */
export type SettingScope = 'app' | 'deployment' | 'window'

/** Sections in the settings panel. */
export type SettingSection =
  | 'Appearance'
  | 'Figures and times'
  | 'Weather'
  | 'Accessibility'
  | 'Alerts and notifications'
  | 'Sounds'
  | 'Updates'
  | 'Records and data'
  | 'Trading'
  | 'Limits'

interface Described {
  /** Name in the panel and in notices. */
  readonly title: string
  /** Its effect, in one or two sentences. */
  readonly explanation: string
  readonly scope: SettingScope
  readonly section: SettingSection
}

/** One of a few values, each with a label. */
export interface ChoiceSetting<Value extends string = string> extends Described {
  readonly kind: 'choice'
  readonly choices: readonly { readonly value: Value; readonly text: string }[]
  readonly initial: Value
}

export interface FlagSetting extends Described {
  readonly kind: 'flag'
  readonly initial: boolean
}

/** An integer from `least` to `most`, in steps. */
export interface IntegerSetting extends Described {
  readonly kind: 'whole'
  readonly least: number
  readonly most: number
  readonly step: number
  /** Shown after the number: `%`, `minutes`. */
  readonly unit: string
  readonly initial: number
}

/** Exact decimal text; null, if it may be empty, means no limit. */
export interface DecimalSetting<Value extends Decimal = Decimal, Empty extends null = never> extends Described {
  readonly kind: 'decimal'
  readonly unit: string
  /** The problem of a text; null when there is none. */
  readonly issue: (text: string) => string | null
  readonly optional: boolean
  readonly initial: Value | Empty
}

export type Setting = ChoiceSetting | FlagSetting | IntegerSetting | DecimalSetting<Decimal, null> | DecimalSetting

/** Value type of a setting. */
export type ValueOf<S extends Setting> =
  S extends ChoiceSetting<infer Value>
    ? Value
    : S extends FlagSetting
      ? boolean
      : S extends IntegerSetting
        ? number
        : S extends { readonly kind: 'decimal'; readonly initial: infer Value }
          ? Value
          : never

/** Text of a value: the label of a choice, `On` and `Off`, a number with its unit. */
export function valueText(setting: Setting, value: string | number | boolean | null): string {
  switch (setting.kind) {
    case 'choice':
      return setting.choices.find((choice) => choice.value === value)?.text ?? String(value)
    case 'flag':
      return value === true ? 'On' : 'Off'
    case 'whole':
      return `${value} ${setting.unit}`
    case 'decimal':
      return value === null ? 'none' : `${value} ${setting.unit}`
  }
}

/** Preview of an import. */
export interface SettingsPreview {
  /** Each change: title, current value, new value. */
  readonly changes: readonly { readonly title: string; readonly from: string; readonly to: string }[]
  /** Keys that the import adds. */
  readonly keys: KeyChoices
  /** Sizes that the import adds; also listed in `changes`. */
  readonly sizes: SizePresets
  /** All exit templates after the import; those that differ are also listed in `changes`. */
  readonly exitTemplates: ExitTemplates
  /** What cannot be imported, one sentence each. */
  readonly left: readonly string[]
  /** The changes that loosen a check, verbatim. */
  readonly loosens: readonly string[]
}

/** Longest settings export, characters. */
export const LONGEST_SETTINGS = 200_000
