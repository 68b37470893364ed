/** Accepts new exit plans: checks a window's request against the account and the market, creates the exits, and writes them to disk. */

import type { AccountView, Position } from '../../contract/account.ts'
import { codeText } from '../../contract/action-code.ts'
import type { Address } from '../../contract/address.ts'
import {
  type ConditionalKind,
  type ConditionalTarget,
  type ExitOfPlan,
  type ExitPlanInput,
  isConditionalFinal,
} from '../../contract/conditional.ts'
import {
  absolute,
  compare,
  type Decimal,
  greater,
  HUNDRED,
  isMultipleOf,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../contract/decimal.ts'
import { type ExitField, type ExitTerms, termsIssue } from '../../contract/exit-plan.ts'
import { closeFeeBps, isAtWork, isBetter, levelPrice, NO_ROOM, trailPrice } from '../../contract/exit-rules.ts'
import { tradesShares } from '../../contract/family-rules.ts'
import type { ScalarMarket } from '../../contract/market.ts'
import { MESSAGES as COMMON, positive } from '../../contract/messages.ts'
import { lotOf } from '../../contract/order-rules.ts'
import { isCoin } from '../../contract/outcome.ts'
import { priceLabel } from '../../contract/price-text.ts'
import { closeDistanceIssue } from '../../contract/protection.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { hiding } from '../../contract/unreadable-row.ts'
import { CallError } from '../errors.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { MarketNow } from './market-end.ts'
import { stopAtRisk } from './moving.ts'
import { eventsFor, exitId, rolesOf } from './plan-group.ts'
import type { Plans } from './plans.ts'
import type { Acting, ConditionalFacts, ConditionalTrading, Report } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { earlierText, needText, neverText } from './shown.ts'
import { directionOf, priceIssue, triggerIssue } from './trigger.ts'
import { cameText, watchingOf } from './watching.ts'

/** The same request is never set twice. @throws CallError naming the invalid field. */
export type SetPlan = (input: ExitPlanInput) => Promise<{ readonly ids: readonly string[] }>

interface SettingOptions {
  readonly saved: Pick<SavedConditionals, 'all' | 'apply'>
  /** Those of the signed-in trader. */
  readonly mine: () => readonly StoredConditional[]
  readonly plans: Pick<Plans, 'protectedOf' | 'followEntries'>
  readonly trading: Pick<
    ConditionalTrading,
    'readAccount' | 'freshAccount' | 'readFees' | 'unverifiable' | 'stopRefusal'
  >
  readonly facts: Pick<ConditionalFacts, 'market'>
  readonly marketNow: (asset: string) => MarketNow & { readonly now: Millis }
  readonly profile: string
  readonly address: () => Address | null
  readonly acting: () => Acting
  readonly report: Report
}

export function createSetting(options: SettingOptions): SetPlan {
  const { saved, mine, plans, trading, facts, marketNow, profile, address, report } = options

  const live = (): number => mine().filter(({ state }) => !isConditionalFinal(state)).length

  /** The owner of a new plan. @throws CallError where nobody is signed in, or a close of the asset would never be sent. */
  function whoFor(asset: string): Address {
    const who = address()
    if (who === null) throw new CallError('signed_out', COMMON.notSignedIn)
    const never = neverText(asset, trading.unverifiable(asset))
    if (never !== null) throw new CallError('conditional_refused', never)
    return who
  }

  /** One read is not enough to conclude that there is no position. */
  async function accountFor(asset: string): Promise<AccountView> {
    const read = await trading.readAccount()
    const isHeld = read.positions.some((one) => one.asset === asset && signOf(one.size) !== 0)
    if (isHeld) return read
    const fresh = await trading.freshAccount()
    const row = fresh.positions.some((one) => one.asset === asset) ? undefined : hiding(fresh.unreadable, asset)
    if (row === undefined) return fresh
    throw new CallError('conditional_refused', `The position in ${asset} may be unreadable: ${row.reason}`)
  }

  /** The exits of the plan that a new one replaces. @throws CallError where it may not end now. */
  function replacedBy({ asset, position, entry, replaces }: ExitPlanInput): readonly StoredConditional[] {
    if (replaces === undefined) return []
    const group = mine().filter(({ plan, state }) => plan.id === replaces && !isConditionalFinal(state))
    const [first] = group
    if (first === undefined || first.target.asset !== asset || first.position !== position || entry !== null) {
      throw new CallError('unknown', 'All exits of this plan have ended. Nothing was set.')
    }
    if (isAtWork(group)) throw new CallError('too_late', NO_ROOM.closing)
    if (!first.plan.isEntryOver) {
      throw new CallError('conditional_refused', 'Its order may still fill. Move its exits, or cancel the order first.')
    }
    return group
  }

  /** A stop that is loosened meets the limit of max loss, as one that is moved does. @throws CallError where it may not be. */
  async function checkLoosened(ended: readonly StoredConditional[], next: readonly StoredConditional[]): Promise<void> {
    const [from, to] = [ended, next].map((exits) => exits.find(({ kind }) => kind === 'stop'))
    if (from?.trigger == null || to?.trigger == null || !isBetter(from.position, from.trigger, to.trigger)) return
    const refusal = await trading.stopRefusal(stopAtRisk(from), stopAtRisk(to))
    if (refusal !== null) throw new CallError(codeText(refusal.code), refusal.message, 'stop')
  }

  return async (input) => {
    const { asset, terms, position, entry, replaces } = input
    const who = whoFor(asset)
    // No read shows yet what an order will fill, and the order waits for this call.
    const account = entry === null ? await accountFor(asset) : { address: who, positions: [] }
    const takerBps = terms.breakEven === null ? null : (await trading.readFees()).takerBps
    const alreadySet = (): readonly string[] =>
      saved.all().flatMap(({ id, plan }) => (plan.id === input.requestId ? [id] : []))
    const draft = () => {
      const ended = replacedBy(input)
      const drafted = planDraftOf(input, {
        ...marketNow(asset),
        ...{ account, profile, takerBps, armed: live() - ended.length },
        market: facts.market(asset),
        protectedByOthers: plans.protectedOf(asset, position, replaces),
      })
      if (!drafted.ok) throw new CallError('conditional_refused', drafted.error.message, drafted.error.field)
      return { ended, exits: drafted.value }
    }
    if (alreadySet().length > 0) return { ids: alreadySet() }
    const judged = draft()
    const [first] = judged.exits
    const early = first === undefined ? null : earlierText(first.target, options.acting())
    if (early !== null && !input.acceptsUntil) throw new CallError('acts_until', early)
    await checkLoosened(judged.ended, judged.exits)
    // During that check an exit may have triggered, or the same request been set.
    if (alreadySet().length > 0) return { ids: alreadySet() }
    const { ended, exits } = draft()
    const detail = 'Replaced by an edited plan.'
    const events = ended.map(({ id }) => [id, { type: 'cancelled', detail }] as const)
    if (!saved.apply(events, exits)) throw new CallError('too_late', NO_ROOM.closing)
    plans.followEntries()
    // What its close will need from the trader is shown from the start.
    const needs = needText(asset, trading.unverifiable(asset))
    if (needs !== null) report('error', needs.title, needs.text)
    return { ids: exits.map(({ id }) => id) }
  }
}

/** Maximum number of active ones in one terminal. */
export const MAX = 50
export const TOO_MANY = `At most ${MAX} local exits. Cancel one first.`

interface PlanFacts extends MarketNow {
  readonly account: Pick<AccountView, 'address' | 'positions'>
  readonly market: ScalarMarket | null
  readonly now: Millis
  readonly profile: string
  /** Number of active ones. */
  readonly armed: number
  /** The taker's fee, basis points; null where the plan does not need it. */
  readonly takerBps: Decimal | null
  /** Size of the position that other plans protect already. */
  readonly protectedByOthers: Size
}

interface PlanIssue {
  readonly field: ExitField | 'covers' | null
  readonly message: string
}

const KINDS = { stop: 'stop', time: 'time' } as const
const kindOf = (role: ExitOfPlan['role']): ConditionalKind => (typeof role === 'number' ? 'take_profit' : KINDS[role])

/** The exits of a plan: watched at once on a position, or waiting for an order; with ids that are the same for the same request. */
function planDraftOf(input: ExitPlanInput, facts: PlanFacts): Result<readonly StoredConditional[], PlanIssue> {
  const refuse = (message: string, field: PlanIssue['field'] = null) => refused({ field, message })
  const { terms, asset, entry } = input
  const issue = termsIssue(terms)
  if (issue !== null) return refused(issue)
  const market = marketOf(asset, facts)
  if (market === null) return refuse(`The venue lists no market ${asset}.`)
  const unprotected = closeDistanceIssue(input.protection, market.family, market.tickSize)
  if (unprotected !== null) return refuse(unprotected)
  if (market.end === null) return refuse(`${asset} is not live, so it cannot have exits.`)
  const roles = rolesOf(terms)
  if (facts.armed + roles.length > MAX) return refuse(TOO_MANY)
  if (market.sizeDecimals === null && terms.targets.length > 0) {
    return refuse(`The venue does not report the lot size of ${asset}, so it cannot be closed in parts.`, 'target/0')
  }
  if (tradesShares(market.family) && input.position === 'short') return refuse('Shares cannot be short.')
  const steps = distanceIssue(terms, market.tickSize)
  if (steps !== null) return refused(steps)
  const covered = entry === null ? coveredNow(input, facts, market) : ok(NOTHING)
  if (!covered.ok) return covered
  const target: ConditionalTarget = { family: market.family, asset, end: market.end }
  const blank = roles.map((role) => exitOf(role, input, facts, market, target))
  const placed = entry === null ? place(blank, covered.value).map((exit) => trailedFromNow(exit, facts)) : blank
  const wrong = pricesIssue(placed, facts, market) ?? timeIssue(placed, facts)
  return wrong === null ? ok(placed) : refused(wrong)
}

const NOTHING = { filled: ZERO as Size, entryPx: null as Price | null }
type CoveredNow = typeof NOTHING

/** Size of the position that the plan covers. */
function coveredNow(
  { asset, position: side, covers }: ExitPlanInput,
  { account, protectedByOthers }: Pick<PlanFacts, 'account' | 'protectedByOthers'>,
  { sizeDecimals }: TargetMarket,
): Result<CoveredNow, PlanIssue> {
  const refuse = (message: string) => refused({ field: 'covers' as const, message })
  const held = heldOf(account, asset)
  if (held === undefined || signOf(held.size) > 0 !== (side === 'long'))
    return refuse(`There is no ${side} position in ${asset}.`)
  const size = absolute(held.size)
  const free = greater(subtract(size, protectedByOthers), ZERO)
  if (covers === null) {
    if (signOf(free) > 0) return ok({ filled: free, entryPx: held.entryPx })
    return refuse(`Exits already cover all ${size}. Cancel them first.`)
  }
  if (signOf(covers) <= 0) return refuse(positive('The size'))
  if (sizeDecimals !== null && !isMultipleOf(covers, lotOf(sizeDecimals))) {
    return refuse(`The size must be a multiple of ${lotOf(sizeDecimals)}; ${covers} is not.`)
  }
  if (compare(covers, free) <= 0) return ok({ filled: covers, entryPx: held.entryPx })
  return refuse(
    signOf(protectedByOthers) > 0
      ? `The position is ${size} and exits already cover ${protectedByOthers}; at most ${free} can be covered.`
      : `The position is ${size}; ${covers} is more than that.`,
  )
}

const heldOf = (account: Pick<AccountView, 'positions'>, asset: string): Position | undefined =>
  account.positions.find((one) => one.asset === asset && signOf(one.size) !== 0)

function exitOf(
  role: ExitOfPlan['role'],
  input: ExitPlanInput,
  facts: PlanFacts,
  { tickSize, sizeDecimals }: TargetMarket,
  target: ConditionalTarget,
): StoredConditional {
  const { requestId, terms, position, source, protection } = input
  const kind = kindOf(role)
  const share = typeof role === 'number' ? terms.targets[role]?.share : undefined
  return {
    id: exitId(requestId, role),
    profile: facts.profile,
    account: facts.account.address,
    target,
    kind,
    position,
    source,
    direction: directionOf(kind, position),
    trigger: null,
    percent: share?.of === 'position' ? share.percent : HUNDRED,
    protection,
    state: 'waiting',
    steps: [{ state: 'waiting', at: facts.now, detail: null }],
    createdAt: millis(Math.round(facts.now + facts.clockOffset)),
    updatedAt: facts.now,
    attempt: 0,
    intent: null,
    actionId: null,
    message: null,
    plan: {
      id: requestId,
      name: input.name,
      terms,
      role,
      entry: input.entry,
      isEntryOver: input.entry === null,
      isPriced: input.entry === null,
      covers: input.covers,
      filled: ZERO,
      gone: ZERO,
      entryPx: null,
      entryFee: null,
      takerBps: terms.breakEven === null ? null : closeFeeBps(target.family, facts.takerBps),
      tick: tickSize,
      lot: sizeDecimals === null ? null : lotOf(sizeDecimals),
      size: ZERO,
      best: null,
      moved: null,
    },
  }
}

/** On a position the exits are watched from the start. */
function place(blank: readonly StoredConditional[], { filled, entryPx }: CoveredNow): readonly StoredConditional[] {
  const covered = { filled, gone: ZERO as Size, isEntryOver: true, isPriced: true, entryPx, entryFee: null }
  const events = new Map(eventsFor(blank, covered))
  return blank.map((exit) => {
    const event = events.get(exit.id)
    if (event?.type !== 'entered') return exit
    const steps = [{ state: 'armed' as const, at: exit.updatedAt, detail: null }]
    return { ...exit, state: 'armed', steps, plan: event.plan, trigger: event.trigger }
  })
}

/**
 * A trail without a stop, on a position that is behind its entry by more than the distance: counted from the entry, the stop would be on the wrong
 * side of the price. It starts behind the current price, where a trail on any other position would be after its first price.
 */
function trailedFromNow(exit: StoredConditional, facts: PlanFacts): StoredConditional {
  const { plan, trigger, position: side } = exit
  const { role, terms, tick } = plan
  if (role !== 'stop' || terms.stop !== null || terms.trail?.after.when !== 'at_once' || trigger === null) return exit
  const watching = watchingOf(exit, facts)
  if (watching.at !== 'watched' || isBetter(side, watching.price, trigger)) return exit
  const { price } = watching
  return {
    ...exit,
    trigger: trailPrice(side, price, terms.trail.distance, tick),
    plan: { ...plan, best: price, moved: 'trail' },
  }
}

/** A distance below the tick size is invalid; null when all are larger. */
function distanceIssue({ stop, targets, breakEven, trail }: ExitTerms, tick: Price | null): PlanIssue | null {
  const distances: readonly (readonly [ExitField, Price | null])[] = [
    ['stop', stop?.by === 'distance' ? stop.distance : null],
    ...targets.map(({ level }, index) => [`target/${index}`, level.by === 'distance' ? level.distance : null] as const),
    ['breakEven', breakEven?.when === 'moved' ? breakEven.distance : null],
    ['trail', trail?.distance ?? null],
    ['trail', trail?.after.when === 'moved' ? trail.after.distance : null],
  ]
  const small = distances.find(([, one]) => one !== null && tick !== null && compare(one, tick) < 0)
  return small === undefined
    ? null
    : { field: small[0], message: `The minimum distance is one tick, ${tick}; ${small[1]} is less.` }
}

/** Why a price of the plan is invalid at the current market price; for a waiting plan, as if it were entered there. */
function pricesIssue(
  exits: readonly StoredConditional[],
  facts: PlanFacts,
  { family, tickSize }: TargetMarket,
): PlanIssue | null {
  const [first] = exits
  if (first === undefined) return null
  const watching = watchingOf(first, facts)
  if (watching.at !== 'watched') return { field: null, message: watching.reason }
  for (const exit of exits) {
    const { kind, position, source, plan } = exit
    const { role } = plan
    if (role === 'time') continue
    const trigger = exit.trigger ?? asIfEntered(exit, watching.price)
    if (trigger === null) continue
    const terms = { family, kind, position, source, trigger, tickSize, now: watching.price }
    // The fill price of an order is unknown, and so is the side of the market for a price of its plan.
    const message = exit.trigger === null && isGiven(exit) ? priceIssue(terms) : triggerIssue(terms)
    if (message !== null) return { field: role === 'stop' ? 'stop' : `target/${role}`, message }
  }
  return orderIssue(exits)
}

const isGiven = ({ plan: { role, terms } }: StoredConditional): boolean =>
  (typeof role === 'number' ? terms.targets[role]?.level.by : terms.stop?.by) === 'price'

function asIfEntered({ plan, position: side }: StoredConditional, entry: Price): Price | null {
  const { role, terms, tick } = plan
  const at = { side, entry, tick }
  const level = typeof role === 'number' ? terms.targets[role]?.level : terms.stop
  if (level != null) return levelPrice(role === 'stop' ? 'stop' : 'target', level, at)
  return terms.trail === null ? null : trailPrice(side, entry, terms.trail.distance, tick)
}

/** A time exit whose time has come would close at once, or be set for an order that should no longer fill. */
function timeIssue(exits: readonly StoredConditional[], facts: PlanFacts): PlanIssue | null {
  const text = exits.map((exit) => cameText(exit, facts)).find((one) => one !== null)
  if (text == null) return null
  return {
    field: 'outBefore',
    message: `The time exit is already due: ${text} It would close immediately. Enter fewer seconds or none.`,
  }
}

/** A stop beyond a target would close at a profit what the target waits for. */
function orderIssue(exits: readonly StoredConditional[]): PlanIssue | null {
  const stop = exits.find(({ plan }) => plan.role === 'stop')?.plan.terms.stop
  if (stop?.by !== 'price') return null
  const long = exits[0]?.position === 'long'
  for (const { plan } of exits) {
    const level = typeof plan.role === 'number' ? plan.terms.targets[plan.role]?.level : undefined
    if (level?.by !== 'price' || compare(level.price, stop.price) > 0 === long) continue
    const [target, limit] = [priceLabel(level.price), priceLabel(stop.price)]
    const message = long
      ? `The target of ${target} must be above the stop of ${limit}.`
      : `The target of ${target} must be below the stop of ${limit}.`
    return { field: `target/${Number(plan.role)}`, message }
  }
  return null
}

/** Facts that a conditional order needs about its market; the end is null for one that is not live. */
interface TargetMarket {
  readonly family: ConditionalTarget['family']
  readonly end: Millis | null
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
}

/** The market of an asset, of any family; null where the service lists none. */
export function marketOf(
  asset: string,
  { market: scalar, bucket, binary, outcome }: Pick<PlanFacts, 'market' | 'bucket' | 'binary' | 'outcome'>,
): TargetMarket | null {
  if (outcome !== null && isCoin(asset)) {
    const { tickSize, sizeDecimals, expiry, expired } = outcome.market
    return { family: 'outcome', tickSize, sizeDecimals, end: expired ? null : expiry }
  }
  if (scalar !== null) {
    const end = bucket?.current?.asset === asset ? bucket.current.end : null
    return { ...scalar, family: 'scalar', end }
  }
  const market = binary?.markets.find((one) => one.asset === asset)
  if (market === undefined) return null
  return { ...market, family: 'binary', end: binary?.bucket?.asset === asset ? binary.bucket.end : null }
}
