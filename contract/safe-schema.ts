/** Schemas for text from pages and files: parsing makes it safe, with a type that proves it. */
import { z } from 'zod'
import { parseDecimal } from './decimal.ts'
import { MESSAGES as COMMON } from './messages.ts'
import { safeBlock, safeText } from './safe-text.ts'

/** A plain decimal. */
export const decimalText = z
  .string()
  .max(60)
  .refine((text) => parseDecimal(text) !== null, COMMON.plainDecimal)

/** One line. @param longest characters; longer text is rejected. */
export const safeLine = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => safeText(text, longest))

/** Several lines. @param longest characters; longer text is rejected. */
export const safeLines = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => safeBlock(text, longest))
