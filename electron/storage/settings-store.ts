/** The terminal's settings in `settings.json`. Keys this version does not know are kept as they are. */
import { z } from 'zod'
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS, LIMIT_FIELDS, type LimitField, limitIssue, type TradingLimits } from '../../contract/limits.ts'
import type { Settings } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { SetAside, SettingsStore } from './interface.ts'
import { JsonFile } from './json-file.ts'

export const DEFAULT_SETTINGS: Settings = {
  theme: 'dark',
  density: 'normal',
  unverifiedActions: 'confirm',
  limits: DEFAULT_LIMITS,
}

const text = (field: LimitField) =>
  z
    .string()
    .refine((value) => limitIssue(field, value) === null, `not a valid ${LIMIT_FIELDS[field].name}`)
    .default(String(DEFAULT_LIMITS[field]))
const count = (field: 'ordersPerMinute' | 'armMinutes') =>
  z
    .number()
    .refine((value) => limitIssue(field, String(value)) === null, `not a valid ${LIMIT_FIELDS[field].name}`)
    .default(DEFAULT_LIMITS[field])

const limits = z.looseObject({
  orderValue: text('orderValue'),
  position: text('position'),
  priceBandPct: text('priceBandPct'),
  ordersPerMinute: count('ordersPerMinute'),
  dayLoss: text('dayLoss').nullable(),
  arm: z.enum(['live', 'always', 'never']).default(DEFAULT_LIMITS.arm),
  armMinutes: count('armMinutes'),
})

const schema = z.looseObject({
  theme: z.enum(['dark', 'light', 'system']).default(DEFAULT_SETTINGS.theme),
  density: z.enum(['compact', 'normal', 'roomy']).default(DEFAULT_SETTINGS.density),
  unverifiedActions: z.enum(['confirm', 'refuse']).default(DEFAULT_SETTINGS.unverifiedActions),
  limits: limits.prefault({}),
})

export function openSettings(
  directory: string,
  clock: Pick<Clock, 'now'>,
): SettingsStore & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'settings', schema, initial: schema.parse({}), clock })
  return {
    setAside: file.setAside,
    readSettings: () => {
      const { theme, density, unverifiedActions } = file.value
      return { theme, density, unverifiedActions, limits: limitsOf(file.value.limits) }
    },
    saveSettings: (settings) =>
      file.save({ ...file.value, ...settings, limits: { ...file.value.limits, ...settings.limits } }),
  }
}

/** The known ones, without keys of other versions. */
function limitsOf(kept: z.output<typeof limits>): TradingLimits {
  const { ordersPerMinute, arm, armMinutes } = kept
  return {
    orderValue: kept.orderValue as Money,
    position: kept.position as Size,
    priceBandPct: kept.priceBandPct as Decimal,
    dayLoss: kept.dayLoss as Money | null,
    ordersPerMinute,
    arm,
    armMinutes,
  }
}
