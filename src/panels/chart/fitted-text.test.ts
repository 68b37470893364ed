import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittedText } from './picture.ts'

const widthOf = (text: string): number => [...text].length

describe('the title of a picture beside its price', () => {
  it.each([
    ['NYCTMP1', 20, 'NYCTMP1'],
    ['44 °F, 4 March (EST), Yes', 13, '44 °F,…), Yes'],
    ['NYCTMP1', 2, 'N…'],
    ['NYCTMP1', 0, '…'],
  ])('%s in %i', (text, room, shown) => {
    expect(fittedText(text, room, widthOf)).toBe(shown)
  })

  it('never exceeds its space, and starts and ends like the full text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        (text, room) => {
          const shown = fittedText(text, room, widthOf)
          expect(widthOf(shown)).toBeLessThanOrEqual(room)
          if (shown === text) return
          const [start = '', end = ''] = shown.split(/…(?=[^…]*$)/)
          expect(text.startsWith(start) && text.endsWith(end)).toBe(true)
        },
      ),
    )
  })
})
