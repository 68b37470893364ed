/** Collects the facts about a position that the ledger shows as closed. */
import type { Fill } from '../../contract/account.ts'
import { type ActionRecord, isFinal, serviceTime } from '../../contract/action.ts'
import { BUCKET_MS, type ClosedPosition } from '../../contract/books/index.ts'
import { add, compare, ONE, type Price, type Size, signOf, ZERO } from '../../contract/decimal.ts'
import { hasBuckets, tradesShares } from '../../contract/family-rules.ts'
import type { Settlement } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { CloseCause, Gone, OwnClose } from './cause-of-close.ts'
import type { PositionClosesFeed, PositionClosesOptions } from './ports.ts'

/** The facts found, and whether they are complete. */
interface Evidence {
  readonly gone: Gone
  /** False while fills cannot be read, or an order of this terminal has no id yet. */
  readonly isWhole: boolean
}

/** The part of the order history that is read. */
const HISTORY = { limit: 100, before: null } as const
/** Tolerance between the two clocks about the end of a market, ms. */
const CLOCKS = 2_000
/** Maximum lag of a read behind the fills that led to it, ms. */
const LAG = 5_000
/** Fills of an action may be this much older than it, ms. */
const LISTED = 60_000
/** A settlement may be dated this long after the end of its market, ms. */
const SETTLES = 45_000

type Finding = Pick<PositionClosesOptions, 'trading' | 'facts' | 'ends' | 'triggerOf' | 'log'>

export function createEvidence({ trading, facts, ends, triggerOf, log }: Finding) {
  async function readFills(from: number): Promise<boolean> {
    try {
      await trading.fills.sync(from)
      return true
    } catch (error) {
      log.warn({ err: error }, 'the fills of a position that is gone could not be read')
      return false
    }
  }

  const ownCloseOf = (action: ActionRecord): OwnClose => {
    const stop = triggerOf(action.id)
    return stop === null ? { by: 'manual' } : { by: 'stop', kind: stop.kind, price: stop.trigger }
  }

  /** Orders in the service's own history; null where it could not be read back far enough. */
  async function ordersSince(time: number): Promise<ReadonlySet<string> | null> {
    const rows = await trading.readOrderHistory(HISTORY).catch(() => null)
    const reaches = rows !== null && (rows.length < HISTORY.limit || rows.some((order) => order.time <= time))
    return reaches ? new Set(rows.map(({ oid }) => oid)) : null
  }

  /** The service states its own causes; an order without a known action is another client's. */
  function causeOfFill({ oid, cause }: Fill, isSettlement: boolean, nameless: OwnClose | null): CloseCause {
    if (cause === 'settlement') return { by: 'settlement' }
    if (oid === null && isSettlement) return { by: 'settlement' }
    if (cause === 'liquidation') return { by: 'liquidation' }
    const [action] = oid === null ? [] : trading.actionsOf([oid])
    if (action !== undefined) return ownCloseOf(action)
    if (isSettlement) return { by: 'settlement' }
    return nameless ?? { by: 'stranger' }
  }

  async function convertedBy(held: ClosedPosition, from: number): Promise<Gone['converted']> {
    const market = tradesShares(held.family) ? facts.outcome(held.asset)?.market : undefined
    if (market === undefined) return null
    const here = actionsSince(from).some(({ intent, state }) => intent.kind === 'convert' && state === 'done')
    if (here) return 'here'
    const questions = market.questions.map(({ id }) => id)
    const rows = await trading.readConversions().catch(() => [])
    const isOf = ({ outcomeId, questionId }: (typeof rows)[number]): boolean =>
      outcomeId === market.outcomeId || (questionId !== null && questions.includes(questionId))
    return rows.some((row) => row.time >= from && isOf(row)) ? 'elsewhere' : null
  }

  const actionsSince = (from: number): readonly ActionRecord[] =>
    (trading.topics.view({ kind: 'actions' }) ?? []).filter(
      (action) => serviceTime(action, action.updatedAt) >= from || !isFinal(action.state),
    )

  return async function find(closed: ClosedPosition): Promise<Evidence> {
    const held = { ...closed, end: closed.end ?? bucketEnd(closed, facts) }
    const { at: missedAt } = held
    const from = held.wasShown ? held.since - LAG : held.openedAt
    const until = lastMoment(held)
    const canReadFills = await readFills(from)
    const converted = held.cause === 'conversion' ? 'here' : await convertedBy(held, from)
    const own = actionsSince(from).filter(({ intent }) => isOrderIn(intent, held.asset))
    const traded = own.filter(hasTraded)
    const nameless = traded.find(({ oid }) => oid === null)
    const rows = trading.fills
      .since(from)
      .rows.filter(({ asset, time }) => asset === held.asset && (until === null || time < until))
    // Once a market has ended only its settlement trades: under no order, or under one that the service's own history lacks.
    const late = held.end === null ? [] : rows.filter(({ time }) => time >= (held.end ?? 0) - CLOCKS)
    const ordered = late.filter(({ oid, cause }) => oid !== null && cause !== 'settlement')
    const orders = ordered.length === 0 ? null : await ordersSince(Math.min(...ordered.map(({ time }) => time)))
    const isSettlement = (fill: Fill): boolean =>
      late.includes(fill) && (fill.oid === null || orders?.has(fill.oid) === false)
    const by = nameless === undefined ? null : ownCloseOf(nameless)
    const fills = rows.map((fill) => ({ fill, action: causeOfFill(fill, isSettlement(fill), by) }))
    const ownCloses = traded.filter(isUnlisted(trading.fills.since(from - LISTED).rows)).map(ownCloseOf)
    const gone: Gone = {
      held,
      fills,
      done: ownCloses.find(({ by }) => by === 'stop') ?? ownCloses[0] ?? null,
      end: endOf(held, missedAt, facts, ends),
      converted,
      missedAt,
    }
    const isNamed = !own.some(({ state, oid }) => oid === null && (state === 'sent' || state === 'unknown'))
    return { gone, isWhole: canReadFills && isNamed }
  }
}

/** Whether an action filled more than its listed fills add up to: only then does it explain a change without fills. */
const isUnlisted =
  (fills: readonly Fill[]) =>
  ({ oid, filled }: ActionRecord): boolean => {
    if (oid === null || filled === null) return true
    const listed = fills.filter((fill) => fill.oid === oid).reduce<Size>((sum, { size }) => add(sum, size), ZERO)
    return compare(listed, filled) < 0
  }

const hasTraded = ({ filled, execution, state }: ActionRecord): boolean =>
  state === 'filled' || execution != null || (filled !== null && signOf(filled) > 0)

const isOrderIn = (intent: ActionRecord['intent'], asset: string): boolean => requestedOrderOf(intent)?.asset === asset

/** The end of the bucket of a position that no read showed; null where it cannot be derived from its start. */
function bucketEnd(
  { family, openedAt, wasShown }: ClosedPosition,
  facts: Pick<PositionClosesFeed, 'bucket'>,
): Millis | null {
  if (wasShown || !hasBuckets(family) || !hasCompleteBuckets(facts)) return null
  return millis((Math.floor(openedAt / BUCKET_MS) + 1) * BUCKET_MS)
}

/** A deployment whose buckets differ in length from the documented one (service-interface "Limits") gives no end of a bucket by its start. */
export function hasCompleteBuckets({ bucket }: Pick<PositionClosesFeed, 'bucket'>): boolean {
  const current = bucket()?.current ?? null
  return current === null || current.end - current.start === BUCKET_MS
}

/** Later fills belong to the next position; null where there can be none. */
function lastMoment({ cause, family, end, at }: ClosedPosition): number | null {
  if (cause === 'entries') return at + 1
  return cause === 'settlement' && hasBuckets(family) && end !== null ? end + SETTLES : null
}

function endOf(
  held: ClosedPosition,
  missedAt: Millis,
  facts: PositionClosesFeed,
  ends: PositionClosesOptions['ends'],
): Gone['end'] {
  const outcome = tradesShares(held.family) ? facts.outcome(held.asset) : null
  const hasCome = held.end !== null && (held.cause === 'settlement' || held.end <= missedAt + CLOCKS)
  if (!hasCome && outcome?.market.expired !== true) return null
  const at = hasCome && held.end !== null ? held.end : missedAt
  return { at, price: SETTLED[held.family](held.asset, at, facts, ends) }
}

/** The settlement price by family; null while unknown. */
const SETTLED: {
  readonly [F in Family]: (
    asset: string,
    end: Millis,
    facts: PositionClosesFeed,
    ends: PositionClosesOptions['ends'],
  ) => Price | null
} = {
  scalar: (asset, end, facts, ends) => settledAt(asset, end, facts) ?? ends.settledAt('scalar', asset, end),
  binary: (asset, end, _facts, ends) => ends.settledAt('binary', asset, end),
  outcome: (asset, _end, facts) => {
    const outcome = facts.outcome(asset)
    const winner = outcome?.market.winner ?? null
    return winner === null ? null : winner === outcome?.side.index ? ONE : (ZERO as Price)
  },
}

/** The settlement price as computed by the terminal; null while there is none. */
function settledAt(asset: string, end: Millis, { sources }: PositionClosesFeed): Price | null {
  const source = sources.find(({ kinds }) => kinds.includes('settlements'))
  const known: readonly Settlement[] = source?.view({ kind: 'settlements' }) ?? []
  return known.find((one) => one.asset === asset && one.end === end)?.mark ?? null
}
