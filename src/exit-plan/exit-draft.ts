/** An exit plan as typed in a ticket, saved with the panel, and restored without anything that the fields would not accept. Pure. */
import { type Decimal, type Price, parseTyped } from '../../contract/decimal.ts'
import { MAX_TARGETS } from '../../contract/exit-plan.ts'
import type { ExitSide } from '../../contract/exit-rules.ts'
import { isRecord } from '../../contract/record.ts'
import { type ExitReading, type ExitTexts, NO_EXITS, type TargetTexts } from './exit-texts.ts'

export interface ExitDraft {
  readonly texts: ExitTexts
  readonly shares: ExitReading['shares']
  /** Whether the trader accepts a plan that is active only until the market ends. */
  readonly accepts: boolean
  /** Name of its template, as long as it is unchanged; otherwise null. */
  readonly name: string | null
  /** What a size by risk did to its stop; null for a stop set by the user, or by a template. */
  readonly risk: RiskStop | null
  /** The price that its stop was typed as, as long as the stop is unchanged; otherwise null. */
  readonly stopAt: StopAt | null
}

/** A stop at a price: `distance` is its text in the plan, measured from the order's price as typed. */
export interface StopAt {
  /** Of its market: in any other one, its distance applies. */
  readonly asset: string
  readonly price: Price
  /** Side of the position that it protects. */
  readonly side: ExitSide
  readonly distance: string
}

/** `set`: the stop belongs to the risk, and is removed with it; `before` is then restored. `gone`: it was removed, and may still be kept. */
export type RiskStop =
  | { readonly did: 'set'; readonly before: string; readonly name: string | null }
  | { readonly did: 'gone'; readonly stop: string }

export const NO_EXIT_DRAFT: ExitDraft = {
  texts: NO_EXITS,
  shares: 'position',
  accepts: false,
  name: null,
  risk: null,
  stopAt: null,
}

const stopped = (exits: ExitDraft, stop: string, name: string | null = null): ExitDraft =>
  stop === exits.texts.stop ? exits : { ...exits, texts: { ...exits.texts, stop }, name }

/** The price of its stop, if it was typed as one and is unchanged since. */
export const stopAtOf = ({ texts, stopAt }: ExitDraft, asset: string): StopAt | null =>
  stopAt !== null && stopAt.asset === asset && stopAt.distance === texts.stop ? stopAt : null

/** The plan with the stop of a size by risk at a price: its order may be of that side alone. */
export const withRiskStopAt = (exits: ExitDraft, stopAt: StopAt): ExitDraft => ({
  ...withRiskStop(exits, stopAt.distance),
  stopAt,
})

/** The plan with the stop of a size by risk: it no longer matches its template. */
export function withRiskStop({ stopAt: _at, ...plan }: ExitDraft, stop: string): ExitDraft {
  const exits = { ...plan, stopAt: null }
  const { texts, name, risk } = exits
  if (stop === texts.stop) return risk?.did === 'gone' ? { ...exits, risk: null } : exits
  const before = risk?.did === 'set' ? risk : ({ did: 'set', before: texts.stop, name } as const)
  return { ...stopped(exits, stop), risk: before }
}

/** The plan of a size not by risk: a stop of a risk is replaced by the previous one. */
export function withoutRiskStop(exits: ExitDraft): ExitDraft {
  const { texts, risk } = exits
  if (risk === null) return exits
  if (risk.did === 'gone') return { ...exits, risk: null }
  const gone = texts.stop.trim() === '' ? null : ({ did: 'gone', stop: texts.stop } as const)
  return { ...stopped(exits, risk.before, risk.name), risk: gone, stopAt: null }
}

/** The plan with the risk's stop kept, from now on as one set by the user. */
export const withPinnedStop = (exits: ExitDraft): ExitDraft =>
  exits.risk?.did === 'gone' ? { ...stopped(exits, exits.risk.stop), risk: null } : exits

/** The plan with edited texts: an edited stop no longer belongs to the risk, and another edit detaches the template. */
export function withTexts(exits: ExitDraft, texts: ExitTexts): ExitDraft {
  const { risk } = exits
  const isOwnStop = texts.stop !== exits.texts.stop
  const left = isOwnStop ? null : risk?.did === 'set' ? { ...risk, name: null } : risk
  return { ...exits, texts, name: null, risk: left }
}

/** Longest text that a field accepts. */
const LONGEST = 60
const AFTER = ['at_once', 'first_target', 'moved'] as const
const BREAK_EVEN = ['off', 'first_target', 'moved'] as const

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const textOf = (value: unknown, empty: string): string =>
  typeof value === 'string' && value.length <= LONGEST ? value : empty
const oneOf = <Value extends string>(value: unknown, allowed: readonly Value[], empty: Value): Value =>
  allowed.find((one) => one === value) ?? empty

/** Parses a saved plan; anything that the fields would not accept is as in an empty form. */
export function readExitDraft(kept: unknown): ExitDraft {
  const { texts, shares, accepts, name, risk, stopAt } = fieldsOf(kept)
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
    stopAt: stopAtKept(stopAt),
  }
}

const nameOf = (kept: unknown): string | null =>
  typeof kept === 'string' && kept.length > 0 && kept.length <= 40 ? kept : null

/** Only a present stop is saved as the risk's: a removed one is not mentioned again. */
function riskOf(kept: unknown): RiskStop | null {
  const { did, before, name } = fieldsOf(kept)
  return did === 'set' ? { did, before: textOf(before, NO_EXITS.stop), name: nameOf(name) } : null
}

function stopAtKept(kept: unknown): StopAt | null {
  const { asset, price, side, distance } = fieldsOf(kept)
  const at = typeof price === 'string' ? parseTyped(price) : null
  if (at === null || (side !== 'long' && side !== 'short')) return null
  return { asset: textOf(asset, ''), price: at as Decimal as Price, side, distance: textOf(distance, '') }
}

/** All targets, or none if one differs from what the form produces, as shares belong together. */
function targetsOf(kept: unknown): readonly TargetTexts[] {
  if (!Array.isArray(kept) || kept.length === 0 || kept.length > MAX_TARGETS) return NO_EXITS.targets
  const targets = kept.flatMap((one: unknown) => {
    const { level, share } = fieldsOf(one)
    const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST
    return isText(level) && isText(share) ? [{ level, share }] : []
  })
  return targets.length === kept.length ? targets : NO_EXITS.targets
}
