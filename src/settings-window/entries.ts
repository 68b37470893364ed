/** The content of the settings window: each setting, each limit, and links to where the rest is changed; searchable by their texts. Pure. */

import type { Decimal } from '../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import {
  type ChoiceSetting,
  type FlagSetting,
  type IntegerSetting,
  type Setting,
  valueText,
} from '../../contract/settings.ts'
import {
  DEFAULT_SETTINGS,
  LIMIT_SETTINGS,
  SETTINGS,
  type SettingKey,
  type Settings,
} from '../../contract/settings-table.ts'

interface EntryBase {
  readonly id: string
  readonly section: string
  readonly title: string
  readonly explanation: string
}

/** A link to something changed elsewhere, by a command. */
interface PlaceEntry extends EntryBase {
  readonly kind: 'place'
  readonly button: string
  /** Id of the command. */
  readonly command: string
  readonly aliases: readonly string[]
}

const place = (
  section: string,
  command: string,
  title: string,
  explanation: string,
  button: string,
  terms: readonly string[] = [],
): PlaceEntry => ({ kind: 'place', id: `place/${title}`, section, command, title, explanation, button, aliases: terms })

/** Things that are changed elsewhere, where they are explained: each with its command. */
const PLACES: readonly PlaceEntry[] = [
  place(
    'Limits',
    'limits/change',
    'Limits',
    'Tighter limits apply at once. Looser limits need confirmation and apply after a minute.',
    'Change limits…',
    ['safety', 'risk', 'confirmation'],
  ),
  place(
    'Keys and sizes',
    'keys/change',
    'Keys',
    'Every command with its key. Change or remove any key.',
    'Change keys…',
    ['shortcuts', 'hotkeys', 'keyboard', 'remap'],
  ),
  place(
    'Keys and sizes',
    'sizes/change',
    'Size presets',
    'Size buttons in tickets and sizes of keys, by market family.',
    'Change sizes…',
    ['presets', 'quantity', 'amount'],
  ),
  place(
    'Alerts and notifications',
    'panel/show/alerts',
    'Alerts',
    'Your alerts, and desktop notifications when no window is in front.',
    'Show Alerts',
    ['desktop', 'notify'],
  ),
  place(
    'Alerts and notifications',
    'remote-notifications/open',
    'Remote notifications',
    'Webhook, ntfy on your phone, and a heartbeat that warns you when this computer is down.',
    'Set up…',
    ['push', 'remote', 'dead man', 'monitor', 'alarm'],
  ),
  place(
    'Deployments and account',
    'deployment/switch',
    'Deployments',
    'Venues you can connect to, and the one this window uses.',
    'Show deployments',
    ['connect', 'address', 'network', 'host', 'practice', 'live'],
  ),
  place(
    'Deployments and account',
    'deployment/connect',
    COMMON.connect,
    'Enter an address; Isotherm checks the venue before adding it.',
    'Connect…',
    ['add', 'address', 'network', 'host', 'url', 'mainnet', 'testnet', 'profile'],
  ),
  place(
    'Deployments and account',
    'panel/show/account',
    'Token, wallet and agent',
    'Your identity on the deployment. Secrets stay in the keychain and are never shown.',
    'Show Account',
    ['key', 'secret', 'sign', 'keychain'],
  ),
  place('Updates', 'update/show', 'Updates', 'Installed version, newer versions and what is new.', 'Show updates', [
    'version',
    'release',
    'restart',
  ]),
  place(
    'Records and data',
    'panel/show/account',
    'Stored records',
    'Stored fills and orders: how many, since when, and file size.',
    'Show Account',
    ['history', 'disk', 'folder'],
  ),
  place(
    'Records and data',
    'settings/export',
    'Export settings',
    'Appearance, keys, sizes and exit plans as text. No secrets, limits or deployments.',
    'Export…',
    ['backup', 'copy', 'json'],
  ),
  place(
    'Records and data',
    'settings/import',
    'Import settings',
    'From exported text, with a preview of the changes.',
    'Import…',
    ['restore', 'paste', 'json'],
  ),
  place('Help', 'help/getting-started', 'Getting started', 'Steps from practice to your first real order.', 'Open', [
    'first',
    'begin',
    'checklist',
    'onboarding',
    'live',
  ]),
  place('Help', 'help/guide', 'Guide', 'From the first minute to the end of the day.', 'Open', [
    'manual',
    'docs',
    'how to',
  ]),
  place('Help', 'help/glossary', 'Glossary', 'Trading terms used on screen. F1 explains what you point at.', 'Open', [
    'terms',
    'meaning',
    'explain',
  ]),
]

/** A setting that is changed in this window. */
export interface SettingEntry extends EntryBase {
  readonly kind: 'setting'
  readonly key: SettingKey
  readonly setting: ChoiceSetting | FlagSetting | IntegerSetting
  readonly value: Settings[SettingKey]
  /** Its default as text; null while it has that value. */
  readonly usual: string | null
}

/** A current limit; all of them are saved together, in their panel. */
interface LimitEntry extends EntryBase {
  readonly kind: 'limit'
  readonly text: string
}

export type Entry = SettingEntry | LimitEntry | PlaceEntry

/** The sections in order. */
export const SECTIONS: readonly string[] = [
  'Appearance',
  'Figures and times',
  'Weather',
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

/** All entries, in section order and then in table order; `group` formats numbers. */
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
  const message =
    setting.kind === 'decimal' && value !== null
      ? `${group(value as Decimal)} ${setting.unit}`
      : valueText(setting, value)
  return { kind: 'limit', id: `limits/${field}`, section, title, explanation, text: message }
}

/** The entries that contain every typed word: in their title, explanation, section, or choices. */
export function foundEntries(entries: readonly Entry[], query: string): readonly Entry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const text = [entry.title, entry.explanation, entry.section, ...otherText(entry)].join(' ').toLowerCase()
    return terms.every((label) => text.includes(label))
  })
}

function otherText(entry: Entry): readonly string[] {
  if (entry.kind === 'limit') return [entry.text]
  if (entry.kind === 'place') return [entry.button, ...entry.aliases]
  return entry.setting.kind === 'choice'
    ? entry.setting.choices.flatMap(({ value, text: message }) => [value, message])
    : []
}
