/**
 * Text from a service, a file, the clipboard or a page, before anything shows, stores or sends it: one line or several of bounded length, without
 * control, format or direction characters, which could write lines of their own or show letters in another order.
 */
import type { Brand } from './brand.ts'

/** One line. */
export type SafeText = Brand<string, 'SafeText'>
/** Several lines. */
export type SafeBlock = Brand<string, 'SafeBlock'>

/** Most characters of a message, of a name, and of a text of several lines. */
export const LONGEST_MESSAGE = 500
export const LONGEST_NAME = 120
const LONGEST_BLOCK = 8_000
/** Of one value in a block. */
const LONGEST_VALUE = 2_000

/** Control and format characters, direction marks among them, separators of lines, and halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu
/** A joiner between two pictures makes them one, as in a family: it stays. */
const UNSAFE_IN_A_BLOCK =
  /[^\S\n ]+|(?:(?!(?<=\p{Extended_Pictographic}|\uFE0F|[\u{1F3FB}-\u{1F3FF}])\u200D\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}\p{Co}])+/gu

/** Whether a text is a short word as it is: nothing of it would be changed, and it is no longer than a name. */
export const isPlain = (text: string): boolean => text.length <= LONGEST_NAME && safeName(text) === text.trim()

/** The text on one line. @param longest characters; what is longer ends in an ellipsis. */
export function safeText(text: string, longest: number = LONGEST_MESSAGE): SafeText {
  // A little more than is kept: what is cleaned away may be at the front.
  const line = text
    .slice(0, 4 * longest)
    .replace(UNSAFE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return shortened(line, longest, text.length > 4 * longest) as SafeText
}

/** The text as a name of something. */
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
  // Not in the middle of a character.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

type Said = string | number | readonly string[]

/** A template of one line whose values are made safe. */
export const text = (parts: TemplateStringsArray, ...values: readonly Said[]): SafeText =>
  safeText(said(parts, values, LONGEST_MESSAGE))

/** A template of several lines whose values are made safe: each is one line, a list one line for each of its texts. */
export const block = (parts: TemplateStringsArray, ...values: readonly Said[]): SafeBlock =>
  safeBlock(said(parts, values, LONGEST_VALUE))

function said(parts: TemplateStringsArray, values: readonly Said[], longest: number): string {
  return parts.reduce((whole, part, i) => {
    const value = values[i - 1] ?? ''
    const lines =
      typeof value === 'object' ? value.map((line) => safeText(line, longest)) : [safeText(String(value), longest)]
    return `${whole}${lines.join('\n')}${part}`
  })
}
