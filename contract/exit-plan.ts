/**
 * Exit plans: how a position is to be exited. A stop, targets that share the position, a stop that moves by itself, and a time. Prices and distances
 * are in the market's own unit: a mark (1 is 1 °F), the price of UP, the price of a share. This terminal manages them.
 */
import { z } from 'zod'
import { add, compare, type Decimal, HUNDRED, type Price, parseDecimal, type Size, signOf, ZERO } from './decimal.ts'

/** Maximum number of targets. */
export const MAX_TARGETS = 5
/** Longest time before the end, seconds. */
const LONGEST_OUT = 86_400

const positive = z
  .string()
  .max(60)
  .refine((text) => {
    const value = parseDecimal(text)
    return value !== null && signOf(value) > 0
  }, 'must be plain decimal text greater than 0')
const priceText = positive.transform((text) => text as Price)
const percentText = positive.transform((text) => text as Decimal)
const sizeText = positive.transform((text) => text as Size)

/** Level of an exit: a price, or a distance from the entry. */
const level = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('price'), price: priceText }),
  z.strictObject({ by: z.literal('distance'), distance: priceText }),
])
/** When a stop starts to move automatically: at once, after a move of this size in favor of the position, or after the first target closed. */
const after = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('at_once') }),
  z.strictObject({ when: z.literal('moved'), distance: priceText }),
  z.strictObject({ when: z.literal('first_target') }),
])
/** Size of a target: percent of what the plan covers, or contracts. */
const share = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('position'), percent: percentText }),
  z.strictObject({ of: z.literal('contracts'), size: sizeText }),
])

/** Terms of a plan, independent of its position; also saved as a template. `termsIssue` decides whether they form a valid plan. */
export const exitTerms = z.strictObject({
  /** Covers all of the plan; null when there is none, or when the trail makes one. */
  stop: level.nullable(),
  /** Nearest first. */
  targets: z.array(z.strictObject({ level, share })).max(MAX_TARGETS).readonly(),
  /** Moves the stop to entry plus fees; null when off. */
  breakEven: after.nullable(),
  /** Moves the stop behind the best price at this distance; null when off. */
  trail: z.strictObject({ distance: priceText, after }).nullable(),
  /** Closes everything this many seconds before the final window, the binary cutoff or the expiry; null when off. */
  outBefore: z.number().int().min(0).max(LONGEST_OUT).nullable(),
})

export type ExitLevel = Readonly<z.infer<typeof level>>
export type ExitAfter = Readonly<z.infer<typeof after>>
export type ExitShare = Readonly<z.infer<typeof share>>
export type ExitTerms = Readonly<z.infer<typeof exitTerms>>

/** Plan fields that a message can refer to; `target/0` is the first target. */
export type ExitField = 'stop' | 'breakEven' | 'trail' | 'outBefore' | `target/${number}`

/** A problem in a plan, and its field. */
export interface ExitIssue {
  readonly field: ExitField | null
  readonly message: string
}

/** Why terms are invalid in any market at any price; null when they are valid. */
export function termsIssue(terms: ExitTerms): ExitIssue | null {
  const { stop, targets, breakEven, trail, outBefore } = terms
  if (stop === null && targets.length === 0 && trail === null && outBefore === null) {
    return { field: null, message: 'Set a stop, a target, a trail or a time exit: a plan needs at least one.' }
  }
  if (targets.length > MAX_TARGETS) return { field: null, message: `A plan has at most ${MAX_TARGETS} targets.` }
  const shares = sharesIssue(terms)
  if (shares !== null) return shares
  const waits = [
    ['breakEven', breakEven],
    ['trail', trail?.after ?? null],
  ] as const
  for (const [field, one] of waits) {
    if (one?.when === 'first_target' && targets.length === 0) {
      return { field, message: 'There is no first target to wait for. Add a target or choose another trigger.' }
    }
  }
  if (breakEven?.when === 'at_once') {
    return {
      field: 'breakEven',
      message: 'Break-even needs a trigger: a price move or the first target.',
    }
  }
  const startsAtOnce = trail?.after.when === 'at_once'
  if (stop === null && breakEven !== null && !startsAtOnce) {
    return { field: 'breakEven', message: 'Break-even needs a stop to move. Add one.' }
  }
  if (stop === null && trail !== null && !startsAtOnce) {
    return {
      field: 'trail',
      message: 'There is no stop until the trail starts. Add one, or start the trail at once.',
    }
  }
  return null
}

function sharesIssue({ targets }: ExitTerms): ExitIssue | null {
  let sum: Decimal = ZERO
  for (const [index, target] of targets.entries()) {
    const field: ExitField = `target/${index}`
    if (target.share.of !== targets[0]?.share.of) {
      return { field, message: 'Size all targets in percent, or all in contracts.' }
    }
    if (target.share.of === 'position') sum = add(sum, target.share.percent)
    if (compare(sum, HUNDRED) > 0) return { field, message: `The targets add up to ${sum} %; the maximum is 100 %.` }
  }
  return null
}

/** A named plan for reuse. Its levels are distances: a price is only valid for one day. */
export interface ExitTemplate {
  readonly name: string
  readonly terms: ExitTerms
}

/** Whether terms can be saved as a template: none of them is a price. */
export const isTemplate = ({ stop, targets }: ExitTerms): boolean =>
  stop?.by !== 'price' && targets.every(({ level: { by } }) => by === 'distance')
