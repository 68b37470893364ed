/** Schemas for text from pages and files: what is read by them is safe, and has a type that says so. */
import { z } from 'zod'
import { safeBlock, safeText } from './safe-text.ts'

/** One line. @param longest characters; a longer text is refused. */
export const safeLine = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => safeText(text, longest))

/** Several lines. @param longest characters; a longer text is refused. */
export const safeLines = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => safeBlock(text, longest))
