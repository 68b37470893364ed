/**
 * Sanitizes text from a service, a file, the clipboard or a page before it is shown, stored or sent: one or several lines of bounded length, without
 * control, format or bidirectional characters, which could forge lines or reorder letters.
 */
import type { Brand } from './brand.ts'

/** One line. */
export type SafeText = Brand<string, 'SafeText'>
/** Several lines. */
export type SafeBlock = Brand<string, 'SafeBlock'>

/** Maximum characters of a message, a name, and a multi-line text. */
export const LONGEST_MESSAGE = 500
export const LONGEST_NAME = 120
const LONGEST_BLOCK = 8_000
/** Maximum characters of one value in a block. */
const LONGEST_VALUE = 2_000

/** Control and format characters including bidirectional marks, line separators, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu
/** The zero-width joiner between two emoji combines them, as in a family: it is kept. */
const UNSAFE_IN_A_BLOCK =
  /[^\S\n ]+|(?:(?!(?<=\p{Extended_Pictographic}|\uFE0F|[\u{1F3FB}-\u{1F3FF}])\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}\p{Co}])+/gu

/** Whether a text is safe as it is, and no longer than a name. */
export const isPlain = (text: string): boolean => text.length <= LONGEST_NAME && safeName(text) === text.trim()

/** The text on one line. @param longest characters; longer text ends in an ellipsis. */
export function safeText(text: string, longest: number = LONGEST_MESSAGE): SafeText {
  // A margin beyond the limit, because characters at the front may be removed.
  const line = text
    .slice(0, 4 * longest)
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return shortened(line, longest, text.length > 4 * longest) as SafeText
}

/** The text as a name. */
export const safeName = (text: string): SafeText => safeText(text, LONGEST_NAME)

/** The text with its line breaks. @param longest characters */
export function safeBlock(text: string, longest: number = LONGEST_BLOCK): SafeBlock {
  const lines = text
    .slice(0, 4 * longest)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.replace(UNSAFE_IN_A_BLOCK, ' ').trimEnd())
  const block = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return shortened(block, longest, text.length > 4 * longest) as SafeBlock
}

function shortened(text: string, longest: number, isCut: boolean): string {
  if (text.length <= longest && !isCut) return text
  const kept = text.slice(0, longest - 1)
  // Do not split a surrogate pair.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

type TemplateValue = string | number | readonly string[]

/** One-line template whose values are made safe. */
export const text = (parts: TemplateStringsArray, ...values: readonly TemplateValue[]): SafeText =>
  safeText(safeTemplate(parts, values, LONGEST_MESSAGE))

/** Multi-line template whose values are made safe: each is one line, a list one line per item. */
export const block = (parts: TemplateStringsArray, ...values: readonly TemplateValue[]): SafeBlock =>
  safeBlock(safeTemplate(parts, values, LONGEST_VALUE))

function safeTemplate(parts: TemplateStringsArray, values: readonly TemplateValue[], longest: number): string {
  return parts.reduce((whole, part, i) => {
    const value = values[i - 1] ?? ''
    const lines =
      typeof value === 'object' ? value.map((line) => safeText(line, longest)) : [safeText(String(value), longest)]
    return `${whole}${lines.join('\n')}${part}`
  })
}
