import { describe, expect, it } from 'vitest'
import type { Decimal, Price, Size } from '../../contract/decimal.ts'
import { NO_EXIT_DRAFT, NO_EXITS } from '../exit-plan/index.ts'
import { isPicked } from './preset-row.tsx'
import { presetsOf } from './size-editor.tsx'
import { stopFactsOf } from './stop-at.ts'
import { shownSize } from './use-size-draft.ts'

describe('the size that a click sends', () => {
  it('is the one shown at pointer down, and only for the draft of that time', () => {
    const held = { of: '25 %', size: '38.4' as Size }
    expect(shownSize(held, '25 %', '39' as Size)).toBe('38.4')
    expect(shownSize(held, '25 %', null)).toBe('38.4')
    expect(shownSize(held, '50 %', '39' as Size)).toBe('39')
    expect(shownSize(null, '25 %', '39' as Size)).toBe('39')
  })
})

describe('the stop of a risk', () => {
  const of = (texts: Partial<typeof NO_EXITS>) =>
    stopFactsOf(
      { ...NO_EXIT_DRAFT, texts: { ...NO_EXITS, ...texts } },
      { family: 'scalar', distance: { distance: '0.10' as Price, bound: '1' as Price } },
      { asset: 'NYCTMP1', tick: '0.01' as Price, entries: { long: '571.5' as Price, short: '571.5' as Price } },
    )

  it('is that of the exit plan, with the bound of its close', () => {
    expect(of({ stop: '0.5' })).toEqual({ distance: '0.5', slack: '1' })
    expect(of({ trail: '0.25' })).toEqual({ distance: '0.25', slack: '1' })
    expect(of({ stop: '0.5', trail: '0.25' })).toEqual({ distance: '0.5', slack: '1' })
  })

  it('is null where the plan has none, or is invalid and would not be set', () => {
    expect(of({})).toBeNull()
    expect(of({ stop: '-0.5' })).toBeNull()
    expect(of({ stop: 'near' })).toBeNull()
    expect(of({ stop: '0.5', breakEven: 'first_target', targets: [] })).toBeNull()
    expect(of({ stop: '0.5', trail: 'x' })).toBeNull()
    expect(of({ trail: '0.25', trailAfter: 'moved', trailBy: '1' })).toBeNull()
  })
})

describe('typed preset sizes', () => {
  it('are parsed exactly, each in its unit', () => {
    const rows = [
      { by: 'contracts', amount: '010.50', stop: 'left over' },
      { by: 'risk', amount: '20', stop: '.5' },
    ] as const
    expect(presetsOf('scalar', rows)).toEqual({
      presets: [
        { by: 'contracts', amount: '10.5' },
        { by: 'risk', amount: '20', stop: '0.5' },
      ],
    })
  })

  it.each([
    [[{ by: 'contracts', amount: '', stop: '' }], 'Size 1 is missing.'],
    [[{ by: 'contracts', amount: '1,000', stop: '' }], 'Size 1 is not a number.'],
    [[{ by: 'risk', amount: '5', stop: '' }], 'Size 1: a risk size needs a stop distance.'],
    [[{ by: 'percent', amount: '120', stop: '' }], 'Size 1: at most 100 %.'],
  ] as const)('are refused with a reason when invalid: %j', (rows, issue) => {
    expect(presetsOf('scalar', rows)).toEqual({ issue })
  })

  it('are highlighted while they equal the typed size in the same unit', () => {
    const quarter = { by: 'percent', amount: '25' as Decimal } as const
    expect(isPicked(quarter, { typed: { text: '25.0', by: 'percent' }, stop: '' })).toBe(true)
    expect(isPicked(quarter, { typed: { text: '25', by: 'contracts' }, stop: '' })).toBe(false)
    const risk = { by: 'risk', amount: '20' as Decimal, stop: '0.5' as Price } as const
    expect(isPicked(risk, { typed: { text: '20', by: 'risk' }, stop: '0.50' })).toBe(true)
    expect(isPicked(risk, { typed: { text: '20', by: 'risk' }, stop: '' })).toBe(false)
  })
})
