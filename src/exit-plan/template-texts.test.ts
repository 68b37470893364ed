import { describe, expect, it } from 'vitest'
import type { Price, Size } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type ExitReading, readExits } from './exit-texts.ts'
import { templateOf, textsOfTemplate } from './template-menu.tsx'

const TERMS: ExitTerms = {
  stop: { by: 'distance', distance: '0.36' as Price },
  targets: ['0.5', '1'].map((distance) => ({
    level: { by: 'distance', distance: distance as Price },
    share: { of: 'position', percent: '50' as never },
  })),
  breakEven: { when: 'first_target' },
  trail: { distance: '0.26' as Price, after: { when: 'moved', distance: '0.4' as Price } },
  outBefore: 30,
}
const READING: ExitReading = {
  ...{ family: 'scalar', levels: 'distance', unit: 'mark', shares: 'position', side: null, now: null },
  ...{ tick: '0.02' as Price, held: '50' as Size },
}
const NOWHERE = { side: null, entry: null }
const LONG = { side: 'long', entry: '571.30' as Price } as const
const SHORT = { side: 'short', entry: '571.30' as Price } as const

describe('an exit plan template', () => {
  it('is typed in a ticket and read back unchanged', () => {
    const texts = textsOfTemplate(TERMS, READING, NOWHERE)
    expect(texts && readExits(texts, READING).terms).toEqual(TERMS)
  })
  it.each([
    ['a long', LONG, '570.94'],
    ['a short', SHORT, '571.66'],
  ])('is typed in prices for %s, and saved as distances again', (_of, from, stop) => {
    const reading = { ...READING, levels: 'price', side: from.side } as const
    const texts = textsOfTemplate(TERMS, reading, from)
    expect(texts?.stop).toBe(stop)
    const { terms } = readExits(texts as NonNullable<typeof texts>, reading)
    expect(terms.stop).toEqual({ by: 'price', price: stop })
    const kept = templateOf(terms, from)
    expect(kept && textsOfTemplate(kept, READING, NOWHERE)).toEqual(textsOfTemplate(TERMS, READING, NOWHERE))
  })
  it('is typed in °F where prices are', () => {
    const reading = { ...READING, levels: 'price', unit: 'fahrenheit', side: 'long' } as const
    expect(textsOfTemplate(TERMS, reading, LONG)?.stop).toBe('70.94')
  })
  it('is null where a price is on the wrong side of the entry, and where there is no entry', () => {
    const priced = (price: string): ExitTerms => ({ ...TERMS, stop: { by: 'price', price: price as Price } })
    expect(templateOf(priced('571.40'), LONG)).toBeNull()
    expect(templateOf(priced('571.40'), SHORT)).not.toBeNull()
    expect(templateOf(priced('571.00'), NOWHERE)).toBeNull()
    expect(textsOfTemplate(TERMS, { ...READING, levels: 'price' }, NOWHERE)).toBeNull()
  })
})
