/** An exit plan as it is typed in a ticket, kept with the panel, and read back with nothing that the fields would not take. Pure. */
import { MOST_TARGETS } from '../../contract/exit-plan.ts'
import { type ExitReading, type ExitTexts, NO_EXITS, type TargetTexts } from './exit-texts.ts'

export interface ExitDraft {
  readonly texts: ExitTexts
  readonly shares: ExitReading['shares']
  /** Whether a plan that can act only until the market ends is wanted all the same. */
  readonly accepts: boolean
  /** Of the template that it was made of, as long as it is still that; else null. */
  readonly name: string | null
}

export const NO_EXIT_DRAFT: ExitDraft = { texts: NO_EXITS, shares: 'position', accepts: false, name: null }

/** The plan with another stop: the template that it was made of is no more the one it is. */
export const withStop = (exits: ExitDraft, stop: string): ExitDraft =>
  stop === exits.texts.stop ? exits : { ...exits, texts: { ...exits.texts, stop }, name: null }

/** Longest text that a field takes. */
const LONGEST = 60
const AFTER = ['at_once', 'first_target', 'moved'] as const
const BREAK_EVEN = ['off', 'first_target', 'moved'] as const

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const textOf = (value: unknown, empty: string): string =>
  typeof value === 'string' && value.length <= LONGEST ? value : empty
const oneOf = <Value extends string>(value: unknown, allowed: readonly Value[], empty: Value): Value =>
  allowed.find((one) => one === value) ?? empty

/** What was kept of a plan; whatever the fields would not take is as in an empty form. */
export function readExitDraft(kept: unknown): ExitDraft {
  const { texts, shares, accepts, name } = fieldsOf(kept)
  const { stop, targets, breakEven, breakEvenBy, trail, trailAfter, trailBy, outBefore, covers } = fieldsOf(texts)
  return {
    texts: {
      stop: textOf(stop, NO_EXITS.stop),
      targets: targetsOf(targets),
      breakEven: oneOf(breakEven, BREAK_EVEN, NO_EXITS.breakEven),
      breakEvenBy: textOf(breakEvenBy, NO_EXITS.breakEvenBy),
      trail: textOf(trail, NO_EXITS.trail),
      trailAfter: oneOf(trailAfter, AFTER, NO_EXITS.trailAfter),
      trailBy: textOf(trailBy, NO_EXITS.trailBy),
      outBefore: textOf(outBefore, NO_EXITS.outBefore),
      covers: textOf(covers, NO_EXITS.covers),
    },
    shares: oneOf(shares, ['position', 'contracts'], NO_EXIT_DRAFT.shares),
    accepts: accepts === true,
    name: typeof name === 'string' && name.length > 0 && name.length <= 40 ? name : null,
  }
}

/** All targets, or none where one is not as the form makes it: shares belong together. */
function targetsOf(kept: unknown): readonly TargetTexts[] {
  if (!Array.isArray(kept) || kept.length === 0 || kept.length > MOST_TARGETS) return NO_EXITS.targets
  const targets = kept.flatMap((one: unknown) => {
    const { level, share } = fieldsOf(one)
    const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST
    return isText(level) && isText(share) ? [{ level, share }] : []
  })
  return targets.length === kept.length ? targets : NO_EXITS.targets
}
