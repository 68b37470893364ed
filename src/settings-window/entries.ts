/** The content of the settings window: each setting, each limit, and links to where the rest is changed; searchable by their texts. Pure. */
import type { Decimal } from '../../contract/decimal.ts'
import {
  type ChoiceSetting,
  type FlagSetting,
  type Setting,
  valueText,
  type WholeSetting,
} from '../../contract/settings.ts'
import {
  DEFAULT_SETTINGS,
  LIMIT_SETTINGS,
  SETTINGS,
  type SettingKey,
  type Settings,
} from '../../contract/settings-table.ts'

/** Common fields of every entry, for display and search. */
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
    'Change the limits',
    'They are saved together, with the worst case that they leave beside them. What tightens holds at once; what loosens is asked about and holds after a minute.',
    'Change limits…',
    ['safety', 'risk', 'confirmation'],
  ),
  place(
    'Keys and sizes',
    'keys/change',
    'Keys',
    'Every command with the key that does it; each can have another one, or none.',
    'Change keys…',
    ['shortcuts', 'hotkeys', 'keyboard', 'remap'],
  ),
  place(
    'Keys and sizes',
    'sizes/change',
    'Sizes to choose from',
    'The sizes that stand in tickets and that keys pick, for each family of markets.',
    'Change sizes…',
    ['presets', 'quantity', 'amount'],
  ),
  place(
    'Alerts and notifications',
    'panel/show/alerts',
    'Alerts and their notifications',
    'What you are notified of, and whether the desktop shows it when no window is in front.',
    'Show Alerts',
    ['desktop', 'notify'],
  ),
  place(
    'Alerts and notifications',
    'outward/open',
    'Remote notifications',
    'A webhook, ntfy on your phone, and a heartbeat to a service that tells you when this machine is gone.',
    'Set up…',
    ['push', 'remote', 'dead man', 'monitor', 'alarm'],
  ),
  place(
    'Deployments and account',
    'deployment/switch',
    'Deployments',
    'The services that this terminal may connect to, and the one that this window is on.',
    'Show deployments',
    ['connect', 'address', 'network', 'host', 'practice', 'live'],
  ),
  place(
    'Deployments and account',
    'deployment/connect',
    'Connect to another service',
    'Its address is typed, the service is looked at and shown, and only then added.',
    'Connect…',
    ['add', 'address', 'network', 'host', 'url', 'mainnet', 'testnet', 'profile'],
  ),
  place(
    'Deployments and account',
    'panel/show/account',
    'Token, wallet and agent',
    'What you are known by on the deployment. Secrets stay in the keychain of this computer, and are never shown.',
    'Show Account',
    ['key', 'secret', 'sign', 'keychain'],
  ),
  place(
    'Updates',
    'update/show',
    'This version and newer ones',
    'What runs here, what was found, and what is new in it.',
    'Show updates',
    ['version', 'release', 'restart'],
  ),
  place(
    'Records and data',
    'panel/show/account',
    'What is kept on this computer',
    'How many fills and orders are kept, how far back, and how much room they take.',
    'Show Account',
    ['history', 'disk', 'folder'],
  ),
  place(
    'Records and data',
    'settings/export',
    'Give the settings out',
    'How the terminal looks, its keys, sizes and exit plans, as a text. No secret, no limit, no deployment.',
    'Export…',
    ['backup', 'copy', 'json'],
  ),
  place(
    'Records and data',
    'settings/import',
    'Take settings in',
    'From such a text. What it would change is shown first.',
    'Import…',
    ['restore', 'paste', 'json'],
  ),
  place(
    'Help',
    'help/getting-started',
    'Getting started',
    'The steps from practice to a first order with real money, and how each of them stands.',
    'Open',
    ['first', 'begin', 'checklist', 'onboarding', 'live'],
  ),
  place('Help', 'help/guide', 'Guide', 'From the first minute to the end of the day, with pictures.', 'Open', [
    'manual',
    'docs',
    'how to',
  ]),
  place(
    'Help',
    'help/glossary',
    'Glossary',
    'Every word of the trade that stands on screen. F1 explains what is pointed at.',
    'Open',
    ['terms', 'meaning', 'explain'],
  ),
]

/** One that is changed here. */
export interface SettingEntry extends EntryBase {
  readonly kind: 'setting'
  readonly key: SettingKey
  readonly setting: ChoiceSetting | FlagSetting | WholeSetting
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
