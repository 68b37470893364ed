import { describe, expect, it } from 'vitest'
import {
  type ExitDraft,
  NO_EXIT_DRAFT,
  withoutRiskStop,
  withPinnedStop,
  withRiskStop,
  withTexts,
} from './exit-draft.ts'

const plan = (stop: string, name: string | null = null): ExitDraft => ({
  ...NO_EXIT_DRAFT,
  ...{ name, texts: { ...NO_EXIT_DRAFT.texts, stop, outBefore: '60' } },
})

describe('the stop that a size by risk adds to an exit plan', () => {
  it('is removed with the risk, and the previous plan returns under its name', () => {
    const own = plan('0.5', 'Tight')
    const risky = withRiskStop(withRiskStop(own, '0.3'), '0.2')
    expect(risky).toMatchObject({ texts: { stop: '0.2', outBefore: '60' }, name: null })
    expect(withoutRiskStop(risky)).toMatchObject({ texts: { stop: '0.5', outBefore: '60' }, name: 'Tight' })
    expect(withoutRiskStop(withRiskStop(plan(''), '0.3')).texts.stop).toBe('')
  })
  it('is reported as removed until it is kept, replaced by a user’s stop, or another size is chosen', () => {
    const gone = withoutRiskStop(withRiskStop(plan(''), '0.3'))
    expect(gone.risk).toEqual({ did: 'gone', stop: '0.3' })
    const kept = withPinnedStop(gone)
    expect(kept).toMatchObject({ texts: { stop: '0.3' }, risk: null })
    expect(withoutRiskStop(kept)).toBe(kept)
    expect(withoutRiskStop(gone).risk).toBeNull()
  })
  it('is distinct from a stop that the user set before or after', () => {
    const own = plan('0.3', 'Tight')
    expect(withoutRiskStop(withRiskStop(own, '0.3'))).toEqual(own)
    const typed = withTexts(withRiskStop(own, '0.2'), { ...own.texts, stop: '0.4' })
    expect(withoutRiskStop(typed).texts.stop).toBe('0.4')
  })
  it('stays the risk’s while the rest of the plan is edited, and the plan loses its template', () => {
    const risky = withRiskStop(plan('0.5', 'Tight'), '0.2')
    const typed = withTexts(risky, { ...risky.texts, outBefore: '90' })
    expect(withoutRiskStop(typed)).toMatchObject({ texts: { stop: '0.5', outBefore: '90' }, name: null })
  })
})
