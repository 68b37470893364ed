/** Tests messages with scalar prices under both values of the setting “Scalar prices”. */
import { afterEach, describe, expect, it } from 'vitest'
import { writePricesIn } from '../price-text.ts'

/** A message, and its text in marks and in °F. */
export type TextInBothUnits = readonly [
  what: string,
  said: () => string | null | undefined,
  marks: string,
  degrees: string,
]

/** Tests each of them under both values. */
export function inBothUnits(sentences: readonly TextInBothUnits[]): void {
  describe('the setting “Scalar prices” applies to the message about', () => {
    afterEach(() => writePricesIn('mark'))
    it.each(sentences)('%s', (_what, said, marks, degrees) => {
      expect(said()).toBe(marks)
      writePricesIn('temperature')
      expect(said()).toBe(degrees)
    })
  })
}

/** Returns plain text where a branded decimal is expected. */
export const plain = <Value>(value: unknown): Value => value as Value
