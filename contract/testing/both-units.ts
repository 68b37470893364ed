/** Sentences with scalar prices, held to both values of the setting “Scalar prices”. */
import { afterEach, describe, expect, it } from 'vitest'
import { writePricesIn } from '../price-text.ts'

/** What is said, and how it reads in marks and in °F. */
export type SaidInBoth = readonly [what: string, said: () => string | null | undefined, marks: string, degrees: string]

/** Holds each of them to the setting. */
export function inBothUnits(sentences: readonly SaidInBoth[]): void {
  describe('the setting “Scalar prices” holds in the sentence about', () => {
    afterEach(() => writePricesIn('mark'))
    it.each(sentences)('%s', (_what, said, marks, degrees) => {
      expect(said()).toBe(marks)
      writePricesIn('temperature')
      expect(said()).toBe(degrees)
    })
  })
}

/** Plain texts where branded decimals are meant. */
export const plain = <Value>(value: unknown): Value => value as Value
