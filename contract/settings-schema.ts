/** Valid values of settings, which main checks for files and windows. Derived from the table; windows do not need it. */
import { z } from 'zod'
import { type Key, MAX_CHOICES, MAX_KEYS, reservedFor } from './key.ts'
import type { Setting, ValueOf } from './settings.ts'
import { SETTINGS, type SettingKey, type Settings } from './settings-table.ts'
import {
  familyOfSizes,
  MAX_PRESETS,
  MAX_SIZED_MARKETS,
  presetsIssue,
  SIZE_UNITS,
  type SizePreset,
  type SizePresets,
} from './size-presets.ts'

/** The schema of a stored value. */
export function schemaOf<S extends Setting>(setting: S): z.ZodType<ValueOf<S>> {
  return anySchemaOf(setting) as unknown as z.ZodType<ValueOf<S>>
}

function anySchemaOf(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case 'choice':
      return z.enum(setting.choices.map(({ value }) => value) as [string, ...string[]])
    case 'flag':
      return z.boolean()
    case 'whole':
      return z
        .number()
        .int()
        .min(setting.least)
        .max(setting.most)
        .refine(
          (value) => (value - setting.least) % setting.step === 0,
          `must be ${setting.least} to ${setting.most} ${setting.unit} in steps of ${setting.step}`,
        )
    case 'decimal': {
      const text = z
        .string()
        .max(40)
        .refine((value) => value !== '' && setting.issue(value) === null, `not a valid ${setting.title}`)
      return setting.optional ? text.nullable() : text
    }
  }
}

type ChangeShape = { readonly [Key in SettingKey]: z.ZodOptional<z.ZodType<Settings[Key], Settings[Key]>> }

/** Settings that a window may change directly: all but the limits, which are entered and saved together. */
export const settingsChange = z.strictObject(
  Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, schemaOf(setting as Setting).optional()]),
  ) as unknown as ChangeShape,
)

const flag = z.boolean().optional()
/** A key as stored, whether or not a command may have it. */
export const anyKey = z
  .union([
    z.strictObject({ code: z.string().regex(/^[A-Za-z0-9]{1,30}$/), mod: flag, shift: flag, alt: flag }),
    z.strictObject({ sign: z.string().regex(/^[^\s\p{L}\p{N}\p{C}]$/u, 'must be one character'), mod: flag }),
  ])
  .transform((key) => key as Key)

/** The keys of one command, from a file or window. */
export const commandKeys = z
  .array(anyKey.refine((key) => reservedFor(key) === null, 'is a reserved key'))
  .max(MAX_KEYS)
  .readonly()

export const commandId = z.string().regex(/^[a-z][^\p{C}]{0,119}$/u, 'must be a command id')

/** A change of keys by a window. */
export const keyChanges = z
  .record(commandId, commandKeys.nullable())
  .refine((changes) => Object.keys(changes).length <= MAX_CHOICES, `at most ${MAX_CHOICES} commands at once`)

const amount = z.string().min(1).max(40)
const sizePreset = z
  .union([
    z.strictObject({ by: z.enum(SIZE_UNITS).exclude(['risk']), amount }),
    z.strictObject({ by: z.literal('risk'), amount, stop: amount }),
  ])
  .transform((preset) => preset as SizePreset)
const sizePresets = z.array(sizePreset).max(MAX_PRESETS).readonly()

/** Key of stored sizes: a family, or the text of a market. */
const sizesKey = z
  .string()
  .max(120)
  .refine((key) => familyOfSizes(key) !== null, 'must be a market family or a market')

/** The sizes of a family or market, from a file or window; null restores the defaults. */
export const sizesChange = z
  .strictObject({ of: sizesKey, presets: sizePresets.nullable() })
  .superRefine(({ of, presets }, context) => {
    const family = familyOfSizes(of)
    const issue = presets === null || family === null ? null : presetsIssue(family, presets)
    if (issue !== null) context.addIssue({ code: 'custom', path: ['presets'], message: issue })
  })

/** The usable sizes of a file or text; `left` receives the key and value of each of the others. */
export function sizesFrom(
  kept: Readonly<Record<string, unknown>>,
  left: (of: string, presets: unknown) => void,
): SizePresets {
  const all = Object.entries(kept)
  const read = all.slice(0, MAX_SIZED_MARKETS).flatMap(([of, presets]) => {
    const change = sizesChange.safeParse({ of, presets })
    if (change.success && change.data.presets !== null) return [[of, change.data.presets] as const]
    left(of, presets)
    return []
  })
  for (const [of, presets] of all.slice(MAX_SIZED_MARKETS)) left(of, presets)
  return Object.fromEntries(read)
}
