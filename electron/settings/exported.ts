/**
 * The settings as a text for backup or sharing: appearance, keys, size presets, and named exit plans. It contains no secret and no limit. What an
 * imported text would loosen is shown before it is applied. Pure.
 */
import { collateralOf, DEFAULT_OUTCOME_COLLATERAL } from '../../contract/collateral.ts'
import { termsText } from '../../contract/exit-rules.ts'
import {
  type ExitTemplates,
  MAX_TEMPLATES,
  mergedTemplates,
  templatesFrom,
  templatesOf,
} from '../../contract/exit-templates.ts'
import { type KeyChoices, MAX_CHOICES } from '../../contract/key.ts'
import { FAMILIES } from '../../contract/market-ref.ts'
import { type SafeText, safeText } from '../../contract/safe-text.ts'
import { type Setting, type SettingsPreview, valueText } from '../../contract/settings.ts'
import { disclosedSettings, loosenedSettings } from '../../contract/settings-loosened.ts'
import { commandId, commandKeys, schemaOf, sizesFrom } from '../../contract/settings-schema.ts'
import { SETTINGS, type SettingKey, type Settings } from '../../contract/settings-table.ts'
import {
  DEFAULT_SIZES,
  familyOfSizes,
  mergedSizes,
  presetLabel,
  type SizePreset,
  type SizePresets,
} from '../../contract/size-presets.ts'

const FORMAT = 'isotherm-settings'
const VERSION = 1

/** The text. */
export function exportedText(settings: Settings): string {
  const { keys, sizes, exitTemplates, limits: _limits, ...own } = settings
  const text = { format: FORMAT, version: VERSION, settings: own, keys, sizes, exitTemplates }
  return `${JSON.stringify(text, null, 2)}\n`
}

/** A parsed text: the settings and keys that can be applied, and what cannot. */
export interface ReadSettings extends Omit<SettingsPreview, 'changes'> {
  readonly settings: { readonly [K in SettingKey]?: Settings[K] }
}

/** @throws Error with the reason when the text is not a settings export, or has sizes for too many markets. */
export function readExported(text: string, current: Settings): ReadSettings {
  const read = jsonOf(text)
  const left: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(objectOf(read.settings))) {
    const setting: Setting | undefined = Object.hasOwn(SETTINGS, key) ? SETTINGS[key as SettingKey] : undefined
    if (setting === undefined) {
      left.push(`“${short(key)}” is not a setting of this version.`)
      continue
    }
    const parsed = schemaOf(setting).safeParse(value)
    if (!parsed.success) left.push(`${setting.title} cannot be ${short(JSON.stringify(value))}.`)
    else if (key === 'unverifiedActions' && current.unverifiedActions === 'refuse' && value !== 'refuse')
      left.push(`${setting.title} stays “Refuse”: an import cannot loosen it. Change it in Settings.`)
    else if (disclosedSettings(current, { [key]: parsed.data }).length > 0)
      left.push(
        `${setting.title} stays “${valueText(setting, current[key as SettingKey])}”: an import cannot send more outside. Change it yourself.`,
      )
    else settings[key] = parsed.data
  }
  const sizes = sizesFrom(objectOf(read.sizes), (of) => left.push(`The sizes of “${short(of)}” cannot be used.`))
  mergedSizes(current.sizes, sizes)
  const brought = templatesFrom(objectOf(read.exitTemplates), (name) =>
    left.push(`The exit plan “${short(name)}” cannot be used.`),
  )
  const exitTemplates = mergedTemplates(current.exitTemplates, brought, (name, family) =>
    left.push(`No room for the exit plan “${name}”: at most ${MAX_TEMPLATES} in ${family} markets.`),
  )
  const loosens = loosenedSettings(current, settings)
  return { settings, keys: keysOf(objectOf(read.keys), left), sizes, exitTemplates, left, loosens }
}

function keysOf(kept: Readonly<Record<string, unknown>>, left: string[]): KeyChoices {
  const all = Object.entries(kept)
  if (all.length > MAX_CHOICES)
    left.push(`Keys of more than ${MAX_CHOICES} commands: only the first ${MAX_CHOICES} are imported.`)
  return Object.fromEntries(
    all.slice(0, MAX_CHOICES).flatMap(([id, value]) => {
      const keys = commandKeys.safeParse(value)
      if (keys.success && commandId.safeParse(id).success) return [[id, keys.data]]
      left.push(`The keys of “${short(id)}” cannot be used.`)
      return []
    }),
  )
}

/** What would change, as messages; nothing has changed yet. */
export function previewOf(read: ReadSettings, current: Settings): SettingsPreview {
  const changes = (Object.entries(read.settings) as [SettingKey, Settings[SettingKey]][]).flatMap(([key, value]) => {
    const setting: Setting = SETTINGS[key]
    if (value === current[key]) return []
    return [{ title: setting.title, from: valueText(setting, current[key]), to: valueText(setting, value) }]
  })
  const { keys, sizes, exitTemplates, left, loosens } = read
  const others = [...sizeChanges(sizes, current.sizes), ...templateChanges(exitTemplates, current.exitTemplates)]
  return { changes: [...changes, ...others], keys, sizes, exitTemplates, left, loosens }
}

function sizeChanges(sizes: SizePresets, current: SizePresets): SettingsPreview['changes'] {
  return Object.entries(sizes).flatMap(([of, presets]) => {
    const family = familyOfSizes(of)
    if (family === null) return []
    const textOf = (all: readonly SizePreset[]): string =>
      all.map((one) => presetLabel(family, one, collateralOf(family, DEFAULT_OUTCOME_COLLATERAL))).join(', ')
    const [from, to] = [textOf(current[of] ?? current[family] ?? DEFAULT_SIZES[family]), textOf(presets)]
    return from === to ? [] : [{ title: `Sizes of ${of === family ? `${family} markets` : of}`, from, to }]
  })
}

function templateChanges(next: ExitTemplates, current: ExitTemplates): SettingsPreview['changes'] {
  return FAMILIES.flatMap((family) => {
    const [had, has] = [templatesOf(current, family), templatesOf(next, family)]
    const plans = has.templates.map(({ name, terms }) => {
      const before = had.templates.find((one) => one.name === name)
      const from = before === undefined ? 'none' : termsText(before.terms)
      return { title: `Exit plan “${name}” of ${family} markets`, from, to: termsText(terms) }
    })
    const [from, to] = [had.first ?? 'none', has.first ?? 'none']
    const first = { title: `Default exit plan, ${family} markets`, from, to }
    return [...plans, first].filter((change) => change.from !== change.to)
  })
}

function jsonOf(text: string): Readonly<Record<string, unknown>> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('Not a settings export: invalid JSON. Paste the complete exported text.')
  }
  const read = objectOf(json)
  if (read.format !== FORMAT) throw new Error('Not a settings export. Import workspaces from the workspace menu.')
  if (read.version !== VERSION) throw new Error('These settings come from an unsupported version of Isotherm.')
  return read
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const LONGEST = 40
const short = (text: string): SafeText => safeText(text, LONGEST)
