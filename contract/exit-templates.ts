/**
 * Named exit plans by market family: their levels are distances, since a price is only valid for one day. Stored in the settings; one per family may
 * be the default of forms. Pure.
 */
import { z } from 'zod'
import { type ExitTemplate, exitTerms, isTemplate, termsIssue } from './exit-plan.ts'
import { FAMILIES, type Family } from './market-ref.ts'
import { isRecord } from './record.ts'

/** Templates of one family, and the name of the default for empty forms; null for none. */
export interface FamilyTemplates {
  readonly templates: readonly ExitTemplate[]
  readonly first: string | null
}

/** A missing family has none. */
export type ExitTemplates = { readonly [F in Family]?: FamilyTemplates }

/** Maximum number of templates per family. */
export const MAX_TEMPLATES = 20

const NONE: FamilyTemplates = { templates: [], first: null }

export const templatesOf = (all: ExitTemplates, family: Family): FamilyTemplates => all[family] ?? NONE

const name = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must be plain text')
  .refine((text) => text.trim() === text, 'must not start or end with a space')

const template = z.strictObject({ name, terms: exitTerms }).superRefine(({ terms }, context) => {
  const issue = termsIssue(terms)?.message ?? (isTemplate(terms) ? null : 'A template has distances, not prices.')
  if (issue !== null) context.addIssue({ code: 'custom', path: ['terms'], message: issue })
})

/** A change that a window may make. */
export const templateChange = z.strictObject({
  family: z.enum(FAMILIES),
  change: z.discriminatedUnion('do', [
    /** Replaces one of the same name. */
    z.strictObject({ do: z.literal('keep'), template }),
    z.strictObject({ do: z.literal('delete'), name }),
    /** Sets the default of empty forms. */
    z.strictObject({ do: z.literal('begin_with'), name: name.nullable() }),
  ]),
})
export type TemplateChange = z.infer<typeof templateChange>

/** The templates after a change. @throws Error with a message for the trader when it is not possible. */
export function changedTemplates(all: ExitTemplates, { family, change }: TemplateChange): ExitTemplates {
  const { templates, first } = templatesOf(all, family)
  const isThere = (called: string): boolean => templates.some((one) => one.name === called)
  switch (change.do) {
    case 'keep': {
      const { template: kept } = change
      if (!isThere(kept.name) && templates.length >= MAX_TEMPLATES)
        throw new Error(`At most ${MAX_TEMPLATES} templates per market family. Delete one first.`)
      const next = isThere(kept.name)
        ? templates.map((one) => (one.name === kept.name ? kept : one))
        : [...templates, kept]
      return { ...all, [family]: { templates: next, first } }
    }
    case 'delete': {
      const next = templates.filter((one) => one.name !== change.name)
      return { ...all, [family]: { templates: next, first: first === change.name ? null : first } }
    }
    case 'begin_with':
      if (change.name !== null && !isThere(change.name)) throw new Error(`Template “${change.name}” not found.`)
      return { ...all, [family]: { templates, first: change.name } }
  }
}

/**
 * Merges imported templates: one of the same name is replaced, all others stay. `left` receives the names above the maximum. The default of
 * empty forms changes only when the import names one.
 */
export function mergedTemplates(
  own: ExitTemplates,
  read: ExitTemplates,
  left: (name: string, family: Family) => void,
): ExitTemplates {
  const merged: { [F in Family]?: FamilyTemplates } = { ...own }
  for (const family of FAMILIES) {
    const brought = read[family]
    if (brought === undefined) continue
    const had = templatesOf(own, family)
    const templates = had.templates.map((one) => brought.templates.find(({ name: same }) => same === one.name) ?? one)
    for (const one of brought.templates) {
      if (templates.some(({ name: same }) => same === one.name)) continue
      if (templates.length < MAX_TEMPLATES) templates.push(one)
      else left(one.name, family)
    }
    const first = templates.find((one) => one.name === brought.first)?.name ?? had.first
    merged[family] = { templates, first }
  }
  return merged
}

/** The usable templates of a file or text; `left` receives the names, or families, of the others. */
export function templatesFrom(kept: Readonly<Record<string, unknown>>, left: (what: string) => void): ExitTemplates {
  const read: { [F in Family]?: FamilyTemplates } = {}
  for (const [key, value] of Object.entries(kept)) {
    const family = FAMILIES.find((one) => one === key)
    const found = fields(value)
    if (family === undefined || !Array.isArray(found.templates)) {
      left(key)
      continue
    }
    const templates: ExitTemplate[] = []
    for (const one of found.templates.slice(0, MAX_TEMPLATES)) {
      const parsed = template.safeParse(one)
      if (parsed.success && !templates.some((other) => other.name === parsed.data.name)) templates.push(parsed.data)
      else left(String(fields(one).name ?? key))
    }
    if (found.templates.length > MAX_TEMPLATES) left(key)
    const first = templates.find((one) => one.name === found.first)?.name ?? null
    if (templates.length > 0) read[family] = { templates, first }
  }
  return read
}

const fields = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
