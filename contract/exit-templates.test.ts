import { describe, expect, it } from 'vitest'
import type { Price } from './decimal.ts'
import type { ExitTerms } from './exit-plan.ts'
import { changedTemplates, type ExitTemplates, MAX_TEMPLATES, templateChange, templatesFrom } from './exit-templates.ts'

const TERMS: ExitTerms = {
  ...{ stop: { by: 'distance', distance: '0.35' as Price }, targets: [] },
  ...{ breakEven: null, trail: null, outBefore: null },
}
const keep = (name: string, all: ExitTemplates = {}, terms = TERMS) =>
  changedTemplates(all, { family: 'scalar', change: { do: 'keep', template: { name, terms } } })

describe('exit templates', () => {
  it('are saved by name, replaced by name, and deleted together with their default', () => {
    const one = keep('Scalp')
    expect(keep('Scalp', one, { ...TERMS, outBefore: 30 }).scalar?.templates).toMatchObject([
      { terms: { outBefore: 30 } },
    ])
    const first = changedTemplates(one, { family: 'scalar', change: { do: 'begin_with', name: 'Scalp' } })
    expect(first.scalar?.first).toBe('Scalp')
    const deleted = changedTemplates(first, { family: 'scalar', change: { do: 'delete', name: 'Scalp' } })
    expect(deleted.scalar).toEqual({ templates: [], first: null })
    expect(() => changedTemplates(deleted, { family: 'scalar', change: { do: 'begin_with', name: 'Scalp' } })).toThrow(
      /Template “Scalp” not found\./,
    )
  })
  it('are limited in number', () => {
    const all = Array.from({ length: MAX_TEMPLATES }, (_, at) => `T${at}`).reduce((had, name) => keep(name, had), {})
    expect(() => keep('one more', all)).toThrow(/At most 20 templates per market family\. Delete one first\./)
    expect(keep('T3', all).scalar?.templates).toHaveLength(MAX_TEMPLATES)
  })
  it('reject prices, and anything that is not a plan', () => {
    const change = (terms: object) => ({ family: 'scalar', change: { do: 'keep', template: { name: 'A', terms } } })
    expect(templateChange.safeParse(change(TERMS)).success).toBe(true)
    const priced = { ...TERMS, stop: { by: 'price', price: '570' } }
    expect(templateChange.safeParse(change(priced)).error?.message).toMatch(/distances, not prices/)
    expect(templateChange.safeParse(change({ ...TERMS, stop: null })).success).toBe(false)
  })
  it('from a file are used if valid, and the others are reported', () => {
    const left: string[] = []
    const good = { name: 'Good', terms: TERMS }
    const kept = {
      scalar: { templates: [good, { name: 'Bad', terms: {} }, good], first: 'Bad' },
      stocks: { templates: [good] },
    }
    expect(templatesFrom(kept, (what) => left.push(what))).toEqual({ scalar: { templates: [good], first: null } })
    expect(left).toEqual(['Bad', 'Good', 'stocks'])
  })
})
