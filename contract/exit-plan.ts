/**
 * Exit plans: by which ways a position is to be left. A stop, targets that share the position, a stop that moves by itself, and a time. All
 * prices and distances are in the market's own unit: a mark (1 is 1 °F), the price of UP, the price of a share. This terminal holds them.
 */
import { z } from 'zod'
import { add, compare, type Decimal, HUNDRED, type Price, parseDecimal, type Size, signOf, ZERO } from './decimal.ts'

/** Where an exit stands: at a price, or so far from the entry. */
export type ExitLevel =
  | { readonly by: 'price'; readonly price: Price }
  | { readonly by: 'distance'; readonly distance: Price }

/** From when on a stop moves by itself: at once, once the price went so far in favour of the position, or once the first target is closed. */
export type ExitAfter =
  | { readonly when: 'at_once' }
  | { readonly when: 'moved'; readonly distance: Price }
  | { readonly when: 'first_target' }

/** How much a target closes: per cent of what the plan covers, or contracts. */
export type ExitShare =
  | { readonly of: 'position'; readonly percent: Decimal }
  | { readonly of: 'contracts'; readonly size: Size }

/** One target. */
export interface ExitTarget {
  readonly level: ExitLevel
  readonly share: ExitShare
}

/** What a plan does with the position, whatever it is of: as it is saved under a name, too. */
export interface ExitTerms {
  /** Of all that the plan covers; null where there is none, and where the trail makes one. */
  readonly stop: ExitLevel | null
  /** Nearest first. */
  readonly targets: readonly ExitTarget[]
  /** The stop goes to the entry with its fees; null where it does not. */
  readonly breakEven: ExitAfter | null
  /** The stop follows the best price at this distance; null where it does not. */
  readonly trail: { readonly distance: Price; readonly after: ExitAfter } | null
  /** So many seconds before the final window, the binary cut-off or the expiry all of it is closed; null where that is left to the trader. */
  readonly outBefore: number | null
}

/** Most targets of one plan. */
export const MOST_TARGETS = 5
/** Longest time before the end that a plan may name, seconds. */
const LONGEST_OUT = 86_400

const positive = z
  .string()
  .max(60)
  .refine((text) => {
    const value = parseDecimal(text)
    return value !== null && signOf(value) > 0
  }, 'must be plain decimal text over 0')
const priceText = positive.transform((text) => text as Price)
const percentText = positive.transform((text) => text as Decimal)
const sizeText = positive.transform((text) => text as Size)

const level = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('price'), price: priceText }),
  z.strictObject({ by: z.literal('distance'), distance: priceText }),
])
const after = z.discriminatedUnion('when', [
  z.strictObject({ when: z.literal('at_once') }),
  z.strictObject({ when: z.literal('moved'), distance: priceText }),
  z.strictObject({ when: z.literal('first_target') }),
])
const share = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('position'), percent: percentText }),
  z.strictObject({ of: z.literal('contracts'), size: sizeText }),
])

/** Terms as a window or a file states them; `termsIssue` says whether they make a plan. */
export const exitTerms = z.strictObject({
  stop: level.nullable(),
  targets: z.array(z.strictObject({ level, share })).max(MOST_TARGETS).readonly(),
  breakEven: after.nullable(),
  trail: z.strictObject({ distance: priceText, after }).nullable(),
  outBefore: z.number().int().min(0).max(LONGEST_OUT).nullable(),
})

/** Fields of a plan that a message can belong to; `target/0` is the first target. */
export type ExitField = 'stop' | 'breakEven' | 'trail' | 'outBefore' | `target/${number}`

/** What is wrong with a plan, and where. */
export interface ExitIssue {
  readonly field: ExitField | null
  readonly message: string
}

/** What makes terms no plan, whatever the market and its price; null when nothing does. */
export function termsIssue(terms: ExitTerms): ExitIssue | null {
  const { stop, targets, breakEven, trail, outBefore } = terms
  if (stop === null && targets.length === 0 && trail === null && outBefore === null) {
    return { field: null, message: 'Give a stop, a target, a trail or a time: an exit plan needs one way out.' }
  }
  if (targets.length > MOST_TARGETS) return { field: null, message: `A plan has at most ${MOST_TARGETS} targets.` }
  const shares = sharesIssue(terms)
  if (shares !== null) return shares
  const waits = [
    ['breakEven', breakEven],
    ['trail', trail?.after ?? null],
  ] as const
  for (const [field, one] of waits) {
    if (one?.when === 'first_target' && targets.length === 0) {
      return { field, message: 'There is no first target to wait for: give a target, or another moment.' }
    }
  }
  if (breakEven?.when === 'at_once') {
    return {
      field: 'breakEven',
      message: 'Break-even comes once the price has moved or the first target is closed, not at once.',
    }
  }
  const startsAtOnce = trail?.after.when === 'at_once'
  if (stop === null && breakEven !== null && !startsAtOnce) {
    return { field: 'breakEven', message: 'Break-even moves a stop, and there is none: give one.' }
  }
  if (stop === null && trail !== null && !startsAtOnce) {
    return {
      field: 'trail',
      message: 'Until the trail begins there is no stop: give one, or let the trail begin at once.',
    }
  }
  return null
}

function sharesIssue({ targets }: ExitTerms): ExitIssue | null {
  let sum: Decimal = ZERO
  for (const [index, target] of targets.entries()) {
    const field: ExitField = `target/${index}`
    if (target.share.of !== targets[0]?.share.of) {
      return { field, message: 'Targets share the position in per cent, or each names contracts, not both.' }
    }
    if (target.share.of === 'position') sum = add(sum, target.share.percent)
    if (compare(sum, HUNDRED) > 0)
      return { field, message: `The targets close ${sum} % of the position together; 100 is all of it.` }
  }
  return null
}

/** A plan under a name, to be chosen again. Its levels are distances: a price belongs to one day. */
export interface ExitTemplate {
  readonly name: string
  readonly terms: ExitTerms
}

/** Whether terms can be kept under a name: none of them is a price. */
export const isTemplate = ({ stop, targets }: ExitTerms): boolean =>
  stop?.by !== 'price' && targets.every(({ level: { by } }) => by === 'distance')
