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
  /** What a size by risk did to its stop; null for one that was set by hand, or by a template. */
  readonly risk: RiskStop | null
}

/** `set`: the stop is the risk's, and goes with it; `before` stands again then. `gone`: it went, and may be wanted all the same. */
export type RiskStop =
  | { readonly did: 'set'; readonly before: string; readonly name: string | null }
  | { readonly did: 'gone'; readonly stop: string }

export const NO_EXIT_DRAFT: ExitDraft = { texts: NO_EXITS, shares: 'position', accepts: false, name: null, risk: null }

const stopped = (exits: ExitDraft, stop: string, name: string | null = null): ExitDraft =>
  stop === exits.texts.stop ? exits : { ...exits, texts: { ...exits.texts, stop }, name }

/** The plan with the stop of a size by risk: the template that it was made of is no more the one it is. */
export function withRiskStop(exits: ExitDraft, stop: string): ExitDraft {
  const { texts, name, risk } = exits
  if (stop === texts.stop) return risk?.did === 'gone' ? { ...exits, risk: null } : exits
  const before = risk?.did === 'set' ? risk : ({ did: 'set', before: texts.stop, name } as const)
  return { ...stopped(exits, stop), risk: before }
}

/** The plan of a size that is none by risk: with the stop that it had before one, where it has that of a risk. */
export function withoutRiskStop(exits: ExitDraft): ExitDraft {
  const { texts, risk } = exits
  if (risk === null) return exits
  if (risk.did === 'gone') return { ...exits, risk: null }
  const gone = texts.stop.trim() === '' ? null : ({ did: 'gone', stop: texts.stop } as const)
  return { ...stopped(exits, risk.before, risk.name), risk: gone }
}

/** The plan with the stop of the risk after all, from now on as one that was set by hand. */
export const withKeptStop = (exits: ExitDraft): ExitDraft =>
  exits.risk?.did === 'gone' ? { ...stopped(exits, exits.risk.stop), risk: null } : exits

/** The plan with other texts, typed by hand: a stop that was changed so is no more the risk's, and the rest is no template's. */
export function withTexts(exits: ExitDraft, texts: ExitTexts): ExitDraft {
  const { risk } = exits
  const isOwnStop = texts.stop !== exits.texts.stop
  const left = isOwnStop ? null : risk?.did === 'set' ? { ...risk, name: null } : risk
  return { ...exits, texts, name: null, risk: left }
}

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
  const { texts, shares, accepts, name, risk } = fieldsOf(kept)
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
    name: nameOf(name),
    risk: riskOf(risk),
  }
}

const nameOf = (kept: unknown): string | null =>
  typeof kept === 'string' && kept.length > 0 && kept.length <= 40 ? kept : null

/** Only a stop that stands is kept as the risk's: what went is not spoken of again. */
function riskOf(kept: unknown): RiskStop | null {
  const { did, before, name } = fieldsOf(kept)
  return did === 'set' ? { did, before: textOf(before, NO_EXITS.stop), name: nameOf(name) } : null
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
