import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_MESSAGE, LONGEST_NAME, safeBlock, safeName, safeText } from './safe-text.ts'
import { runs, SEED } from './testing/property-runs.ts'

const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const anything = fc.string({ unit: 'binary', maxLength: 3_000 })

describe('external text', () => {
  it.each([
    ['a\nb', 'a b'],
    ['\u0007bell\u0000', 'bell'],
    ['pay \u202Ekcabred\u202C now', 'pay kcabred now'],
    ['zero\u200Bwidth\u2028line', 'zero width line'],
    ['  two  spaces ', 'two spaces'],
    ['half \uD83D of it', 'half of it'],
    ['Größe 1,5 €, 東京 🙂', 'Größe 1,5 €, 東京 🙂'],
  ])('%j becomes one line without control, format and bidirectional characters', (text, safe) => {
    expect(safeText(text)).toBe(safe)
  })

  it('is truncated at 500 characters, a name at 120, never inside a character', () => {
    expect(safeText('x'.repeat(3_000_000))).toBe(`${'x'.repeat(LONGEST_MESSAGE - 1)}…`)
    expect(safeName('x'.repeat(121))).toHaveLength(LONGEST_NAME)
    expect(safeText(`${'x'.repeat(498)}🙂🙂`)).toBe(`${'x'.repeat(498)}…`)
  })

  it('keeps the lines of a block, up to 8,000 characters', () => {
    expect(safeBlock('Rules\r\n\r\n\r\n\r\n1. \u202EOne\u0007\u2028\ttwo')).toBe('Rules\n\n1.  One\n two')
    expect(safeBlock('a\n'.repeat(10_000))).toHaveLength(8_000)
  })

  it('keeps joined emoji, and no other joiner', () => {
    for (const one of ['👨‍👩‍👧', '🧑🏽‍🚀', '❤️‍🔥']) expect(safeBlock(`a ${one} b`)).toBe(`a ${one} b`)
    expect(safeBlock('a\u200Db 🙂\u200D c\u200D🙂')).toBe('a b 🙂  c 🙂')
  })

  it('is always safe, and unchanged when cleaned again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const line = safeText(text)
        expect(line).not.toMatch(UNSAFE)
        expect(line.length).toBeLessThanOrEqual(LONGEST_MESSAGE)
        expect(safeText(line)).toBe(line)
        const block = safeBlock(text)
        expect(block.replaceAll('\n', '')).not.toMatch(UNSAFE)
        expect(safeBlock(block)).toBe(block)
      }),
      { numRuns: runs(300, 10_000), seed: SEED },
    )
  })
})
