/**
 * Loosening changes of settings: actions that no longer need a confirmation, records that are dropped sooner, and events that are no longer reported.
 * Pure.
 */
import { compare, type Decimal } from './decimal.ts'
import { valueText } from './settings.ts'
import { SETTINGS, type SettingKey, type Settings } from './settings-table.ts'

const isFurther = (before: string, after: string): boolean => compare(after as Decimal, before as Decimal) > 0

const monthsOf = (keep: Settings['keepSteps']): number => (keep === 'always' ? Number.POSITIVE_INFINITY : Number(keep))

type Rules<Key extends SettingKey> = { readonly [K in Key]: (before: Settings[K], after: Settings[K]) => boolean }

/** Settings for confirmations before sending, for permitted distances from the price, and for how long steps are kept. */
const SAFETY_RULES = {
  unverifiedActions: (before, after) => before === 'refuse' && after === 'confirm',
  throughDegrees: isFurther,
  throughCents: isFurther,
  closeDegrees: isFurther,
  closeDegreesBound: isFurther,
  closeBinaryCents: isFurther,
  closeBinaryCentsBound: isFurther,
  closeShareCents: isFurther,
  closeShareCentsBound: isFurther,
  keepSteps: (before, after) => monthsOf(after) < monthsOf(before),
} satisfies Partial<Rules<SettingKey>>
type SafetySetting = keyof typeof SAFETY_RULES

const isOff = (before: boolean, after: boolean): boolean => before && !after

/** Settings for notifications of the trader, here and remotely, and for update checks. */
const REPORTS = {
  sounds: isOff,
  soundFills: isOff,
  soundRefusals: isOff,
  soundHeld: isOff,
  soundAlerts: isOff,
  soundConnection: isOff,
  soundNeedsYou: isOff,
  remoteNotificationScope: (before, after) => before === 'all' && after === 'acting',
  heartbeatWhen: (before, after) => before === 'always' && after === 'held',
  heartbeatEvery: (before, after) => Number(after) > Number(before),
  updateChecks: isOff,
} satisfies Partial<Rules<SettingKey>>
type Report = keyof typeof REPORTS

/** Settings that let others learn more, and who learns what from then on. */
const DISCLOSES = {
  remoteNotificationDetails: (before, after) => !before && after,
  weather: (before, after) => before !== 'all' && after === 'all',
  openMeteo: (before, after) => after !== 'off' && after !== before,
} satisfies Partial<Rules<SettingKey>>
type Disclosure = keyof typeof DISCLOSES

const DISCLOSED: { readonly [Key in Disclosure]: string } = {
  remoteNotificationDetails: 'From then on, messages to a webhook or ntfy include sizes, prices and text.',
  weather:
    'From then on, aviationweather.gov and api.weather.gov learn your IP address and the stations you look at, on live deployments too.',
  openMeteo:
    'From then on, api.open-meteo.com, or customer-api.open-meteo.com with your API key, learns your IP address and where the station is.',
}

type Changed<Key extends SettingKey> = { readonly [K in Key]?: Settings[K] | undefined }

/** Each as `Limit through best price, °F: Confirm beyond 1 °F → Confirm beyond 5 °F`; empty when nothing is loosened. */
export const loosenedSettings = (
  before: Pick<Settings, SafetySetting>,
  change: Changed<SafetySetting>,
): readonly string[] => looser<SafetySetting>(SAFETY_RULES, before, change)

/** Who learns more by a change, a sentence for each setting; empty when nobody does. */
export const disclosedSettings = (before: Pick<Settings, Disclosure>, change: Changed<Disclosure>): readonly string[] =>
  looserKeys<Disclosure>(DISCLOSES, before, change).map((key) => DISCLOSED[key])

/** Events that are reported less, in the same form: `Sounds: on → off`. */
export const quietedSettings = (before: Pick<Settings, Report>, change: Changed<Report>): readonly string[] =>
  looser<Report>(REPORTS, before, change)

function looserKeys<Key extends SettingKey>(
  rules: Rules<Key>,
  before: Pick<Settings, Key>,
  change: Changed<Key>,
): readonly Key[] {
  return (Object.keys(rules) as Key[]).filter((key) => {
    const after = change[key]
    return after !== undefined && rules[key](before[key], after)
  })
}

const looser = <Key extends SettingKey>(
  rules: Rules<Key>,
  before: Pick<Settings, Key>,
  change: Changed<Key>,
): readonly string[] =>
  looserKeys(rules, before, change).map((key) => {
    const setting = SETTINGS[key]
    return `${setting.title}: ${valueText(setting, before[key])} → ${valueText(setting, change[key] ?? before[key])}`
  })
