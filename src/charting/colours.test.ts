import { describe, expect, it } from 'vitest'
import { coloursFrom, faded } from './colours.ts'

describe('the colors of a chart', () => {
  it('throw with the name of a token that the theme lacks, and are never replaced by another color', () => {
    const value = (token: string): string => (token === '--grid' || token === '--line' ? ' ' : 'oklch(0.2 0 0)')
    expect(() => coloursFrom(value, (colour) => colour)).toThrow('the theme has no value for --line')
  })
  it('are those of the theme', () => {
    const colours = coloursFrom(
      (token) => ` ${token} `,
      (colour) => `read ${colour}`,
    )
    expect(colours).toMatchObject({ panel: 'read --panel', up: 'read --up', grid: 'read --line' })
  })
})

describe('fading a color', () => {
  it('replaces only its opacity', () => {
    expect(faded('rgba(12, 128, 255, 1)', 0.75)).toBe('rgba(12, 128, 255, 0.75)')
    expect(faded('rgba(12, 128, 255, 0.16)', 0)).toBe('rgba(12, 128, 255, 0)')
  })
  it('throws for a color without an opacity', () => {
    for (const colour of ['rgb(128, 128, 128)', '#808080', 'oklch(0.7 0.1 240)', '']) {
      expect(() => faded(colour, 0.75)).toThrow(RangeError)
    }
  })
})
