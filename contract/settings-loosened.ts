/**
 * Loosening changes of settings: actions that no longer need a confirmation, records that are dropped sooner, and events that are no longer reported.
 * Pure.
 */
import { compare, type Decimal } from './decimal.ts'
import { valueText } from './settings.ts'
import { SETTINGS, type SettingKey, type Settings } from './settings-table.ts'

/** Settings for confirmations before sending, for permitted distances from the price, and for how long steps are kept. */
type SafetySetting = Extract<
  SettingKey,
  | 'unverifiedActions'
  | 'throughDegrees'
  | 'throughCents'
  | 'closeDegrees'
  | 'closeDegreesBound'
  | 'closeBinaryCents'
  | 'closeBinaryCentsBound'
  | 'closeShareCents'
  | 'closeShareCentsBound'
  | 'keepSteps'
>

const isFurther = (before: string, after: string): boolean => compare(after as Decimal, before as Decimal) > 0

const monthsOf = (keep: Settings['keepSteps']): number => (keep === 'always' ? Number.POSITIVE_INFINITY : Number(keep))

type Rules<Key extends SettingKey> = { readonly [K in Key]: (before: Settings[K], after: Settings[K]) => boolean }

const SAFETY_RULES: Rules<SafetySetting> = {
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
}

/** Settings for notifications of the trader, here and remotely, and for update checks. */
type Report = Extract<
  SettingKey,
  | 'sounds'
  | 'soundFills'
  | 'soundRefusals'
  | 'soundHeld'
  | 'soundAlerts'
  | 'soundConnection'
  | 'soundNeedsYou'
  | 'remoteNotificationScope'
  | 'heartbeatWhen'
  | 'heartbeatEvery'
  | 'updateChecks'
>

const isOff = (before: boolean, after: boolean): boolean => before && !after

const REPORTS: Rules<Report> = {
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
}

type Changed<Key extends SettingKey> = { readonly [K in Key]?: Settings[K] | undefined }

/** Each as `Limit through best price, °F: Ask beyond 1 °F → Ask beyond 5 °F`; empty when nothing is loosened. */
export const loosenedSettings = (
  before: Pick<Settings, SafetySetting>,
  change: Changed<SafetySetting>,
): readonly string[] => looser(SAFETY_RULES, before, change)

/** Events that are reported less, in the same form: `Sounds: on → off`. */
export const quietedSettings = (before: Pick<Settings, Report>, change: Changed<Report>): readonly string[] =>
  looser(REPORTS, before, change)

function looser<Key extends SettingKey>(
  rules: Rules<Key>,
  before: Pick<Settings, Key>,
  change: Changed<Key>,
): readonly string[] {
  return (Object.keys(rules) as Key[]).flatMap((key) => {
    const after = change[key]
    if (after === undefined || !rules[key](before[key], after)) return []
    const { title } = SETTINGS[key]
    return [`${title}: ${valueText(SETTINGS[key], before[key])} → ${valueText(SETTINGS[key], after)}`]
  })
}
