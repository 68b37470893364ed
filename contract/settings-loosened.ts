/** What a change of settings loosens: what is taken without asking then, or dropped, and was not before. Pure. */
import { compare, type Decimal } from './decimal.ts'
import { valueWords } from './settings.ts'
import { SETTINGS, type SettingKey, type Settings } from './settings-table.ts'

/** The settings that ask before something goes, that say how far from the price it may go without asking, and how long steps are kept. */
type Catch = Extract<
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

const CATCHES: { readonly [C in Catch]: (before: Settings[C], after: Settings[C]) => boolean } = {
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

/** Each as `Limit prices through the best price, °F: Ask beyond 1 °F → Ask beyond 5 °F`; none where nothing is loosened. */
export function loosenedSettings(
  before: Pick<Settings, Catch>,
  change: { readonly [C in Catch]?: Settings[C] | undefined },
): readonly string[] {
  return (Object.keys(CATCHES) as Catch[]).flatMap((key) => {
    const after = change[key]
    const isLooser = CATCHES[key] as (before: string, after: string) => boolean
    if (after === undefined || !isLooser(before[key], after)) return []
    const { title } = SETTINGS[key]
    return [`${title}: ${valueWords(SETTINGS[key], before[key])} → ${valueWords(SETTINGS[key], after)}`]
  })
}
