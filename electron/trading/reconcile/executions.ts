/** Reads the fills of orders that traded, and stores the execution with each action. */
import { type Fill, fillIdOf } from '../../../contract/account.ts'
import type { ActionRecord, Execution } from '../../../contract/action.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import { add, compare, divide, type Money, multiply, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { type Clock, millis } from '../../../contract/time.ts'
import type { FillsRead } from '../../records/index.ts'
import type { ActionLog } from '../actions/index.ts'

export type Executions = ReturnType<typeof createExecutions>

/** An order whose last change is younger than this is awaited; an older one is looked up once, ms. */
const YOUNG = 60_000
/** A young order's fills are looked for in this many consecutive passes, then in one of this many. */
const EAGER_PASSES = 10
const RARE = 30
/** Maximum difference between the two clocks when the action was drafted, ms. */
const CLOCK_SLACK = 60_000

export function createExecutions({
  actionLog,
  ofOrder,
  clock,
  offset,
  outcomeCollateral,
}: {
  readonly actionLog: Pick<ActionLog, 'recordsOf' | 'keepExecution'>
  readonly ofOrder: (oid: string) => readonly Fill[]
  readonly clock: Pick<Clock, 'now'>
  /** Milliseconds to add to the terminal's time to get the service's. */
  readonly offset: () => number
  readonly outcomeCollateral: () => Collateral
}) {
  /** Passes in which an action's fills were looked for and missing. */
  const missed = new Map<string, number>()
  /** Looked up as far back as possible, long after the order: no more fills will come for this filled size. */
  const absent = new Set<string>()

  const lacking = (account: string): readonly ActionRecord[] =>
    actionLog.recordsOf(account).filter((action) => lacksFills(action) && !absent.has(keyOf(action)))
  const isYoung = ({ updatedAt }: ActionRecord): boolean => clock.now() - updatedAt < YOUNG
  const misses = ({ id }: ActionRecord): number => missed.get(id) ?? 0

  /** A late fill confirms what only the acknowledgement stated. */
  function confirm({ id, oid, clockOffset }: ActionRecord): void {
    const found = oid === null ? null : executionOf(oid, ofOrder(oid), clockOffset ?? offset(), outcomeCollateral())
    if (found !== null) actionLog.keepExecution(id, found)
  }

  return {
    /** Whether fills are expected at any moment: the next pass should come soon. */
    isAwaiting: (account: string): boolean =>
      lacking(account).some((action) => isYoung(action) && misses(action) < EAGER_PASSES),
    /** Looks for what is missing; `readSince` is called when something is. Never throws: what could not be read waits for the next pass. */
    async pass(account: string, readSince: (since: number) => Promise<FillsRead>): Promise<void> {
      for (const action of actionLog.recordsOf(account)) if (action.execution === null) confirm(action)
      const actions = lacking(account)
      for (const id of missed.keys()) if (!actions.some((action) => action.id === id)) missed.delete(id)
      const due = actions.filter((action) => misses(action) < EAGER_PASSES || misses(action) % RARE === 0)
      for (const action of actions) if (!due.includes(action)) missed.set(action.id, misses(action) + 1)
      if (due.length === 0) return
      const oldest = Math.min(...due.map(({ createdAt, clockOffset }) => createdAt + (clockOffset ?? offset())))
      const read = await readSince(oldest - CLOCK_SLACK).catch(() => null)
      if (read === null) return
      for (const action of due) {
        const found =
          action.oid === null
            ? null
            : executionOf(action.oid, read.rows, action.clockOffset ?? offset(), outcomeCollateral())
        if (found !== null && isMore(found, action)) actionLog.keepExecution(action.id, found)
        if (found !== null && !lacksFills({ ...action, execution: found })) continue
        if (isYoung(action)) {
          missed.set(action.id, misses(action) + 1)
          continue
        }
        absent.add(keyOf(action))
        // An acknowledgement is no fill: it is unconfirmed until reads decide.
        if (found === null && action.state === 'filled' && action.execution === undefined)
          actionLog.keepExecution(action.id, null)
      }
    },
  }
}

const keyOf = ({ id, filled }: ActionRecord): string => `${id}/${filled}`

const isMore = (found: Execution, { execution }: ActionRecord): boolean =>
  execution == null || compare(found.size, execution.size) > 0

/** Decimals of an average; markets have at most six. */
const AVERAGE_PLACES = 12

/**
 * The execution of an order: the only place where an average price and a fee are computed. Sums up the order's fills; those of other orders and
 * duplicates are ignored. Null when there is none.
 * @param offset milliseconds to add to the terminal's time to get the service's
 */
export function executionOf(
  oid: string,
  fills: readonly Fill[],
  offset: number,
  outcomes: Collateral,
): Execution | null {
  const seen = new Map<string, Fill>()
  for (const fill of fills) if (fill.oid === oid && signOf(fill.size) > 0) seen.set(fillIdOf(fill), fill)
  const own = [...seen.values()]
  const [first] = own
  if (first === undefined) return null
  let size: Size = ZERO
  let value: Money = ZERO
  let last = first.time
  for (const fill of own) {
    size = add(size, fill.size)
    value = add(value, multiply(fill.price, fill.size))
    if (fill.time > last) last = fill.time
  }
  return {
    side: first.side,
    size,
    average: divide(value, size, AVERAGE_PLACES),
    fee: sumOf(own.map(({ fee }) => fee)),
    realised: sumOf(own.map(({ realizedPnl }) => realizedPnl)),
    token: isCoin(first.asset) ? outcomes : 'USDC',
    at: millis(Math.round(last - offset)),
  }
}

/** A sum with an unknown part is unknown. */
function sumOf(amounts: readonly (Money | null)[]): Money | null {
  let total: Money = ZERO
  for (const amount of amounts) {
    if (amount === null) return null
    total = add(total, amount)
  }
  return total
}

/** Whether an action's order traded more than its known fills. */
export function lacksFills({ oid, filled, state, execution }: ActionRecord): boolean {
  if (oid === null) return false
  if (filled === null) return state === 'filled' && execution == null
  return signOf(filled) > 0 && (execution == null || compare(execution.size, filled) < 0)
}
