/** Explains a change of equity as a sum of amounts that add up exactly. Pure. */
import { COLLATERALS, type Collateral } from '../collateral.ts'
import { add, type Money, negate, subtract, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'
import { type BalanceId, collateralOfBalance, type EquitySample, equityIn } from './equity-curve.ts'

/** Names that a trader may give to a change. */
export const CHANGE_NAMES = ['deposit', 'withdrawal', 'funding', 'another_client', 'other'] as const
export type ChangeName = (typeof CHANGE_NAMES)[number]

/**
 * `outside`: nothing the terminal knows explains it. `covered`: with a liquidation, the part of a loss beyond its margin that the service paid.
 * `moved`: between the two classes of USDH, without a transfer known to the terminal. `differs`: the positions no longer matched the fills; includes
 * any effect on the money.
 */
export type ChangeCause = 'outside' | 'covered' | 'moved' | 'differs'

export interface BalanceChange {
  readonly id: string
  /** Service time of the first read that showed it. */
  readonly at: Millis
  /** Time of the previous read, which did not show it. */
  readonly after: Millis
  readonly balance: BalanceId
  /** Change of the balance: negative is a decrease. */
  readonly amount: Money
  readonly cause: ChangeCause
  /** The trader's name for it; null until named. */
  readonly as: ChangeName | null
}

export const collateralOfChange = ({ balance }: Pick<BalanceChange, 'balance'>): Collateral =>
  collateralOfBalance(balance)

/** Whether it counts as unexplained: neither the trader nor a record identifies it. */
export const isUnexplained = ({ cause, as }: Pick<BalanceChange, 'cause' | 'as'>): boolean =>
  as === null && (cause === 'outside' || cause === 'differs')

/** The parts of a change: change = realised + unrealised − fees + named + covered + unexplained + open. */
export interface Explained {
  readonly change: Money
  readonly realised: Money
  /** Change of unrealized P&L over the range. */
  readonly unrealised: Money
  readonly fees: Money
  /** By the trader's name; zero sums are omitted. */
  readonly named: readonly { readonly as: ChangeName; readonly amount: Money }[]
  /** Losses beyond their margin, paid by the service. */
  readonly covered: Money
  readonly unexplained: Money
  /** A change that one read shows and no second one has confirmed: it is explained, or becomes unexplained, within seconds. */
  readonly open: Money
}

/**
 * Explains the change between two samples. @param changes all balance changes; those between the samples are used.
 * @returns null when a part of either sample is unknown.
 */
export function explained(
  from: EquitySample,
  to: EquitySample,
  changes: readonly BalanceChange[],
  collateral: Collateral,
): Explained | null {
  const [before, after] = [equityIn(from, collateral), equityIn(to, collateral)]
  const [was, is] = [from.unrealised[collateral], to.unrealised[collateral]]
  if (before === null || after === null || was === null || is === null) return null
  const own = changes.filter((one) => isBetween(one, from, to) && collateralOfChange(one) === collateral)
  const parts = {
    change: subtract(after, before),
    realised: subtract(to.realised[collateral], from.realised[collateral]),
    unrealised: subtract(is, was),
    fees: subtract(to.fees[collateral], from.fees[collateral]),
    named: namedOf(own),
    covered: sum(own.filter(({ cause, as }) => cause === 'covered' && as === null)),
    unexplained: sum(own.filter(isUnexplained)),
  }
  return { ...parts, open: openOf(parts) }
}

/** USDC and USDH together, 1 USDH counted as 1 USDC; an unknown one is omitted, null when both are unknown. */
export function explainedTogether(
  from: EquitySample,
  to: EquitySample,
  changes: readonly BalanceChange[],
): Explained | null {
  const known = COLLATERALS.map((one) => explained(from, to, changes, one)).filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce(joined)
}

/** The first read that showed the change is later than `from` and no later than `to`. */
const isBetween = ({ at }: BalanceChange, from: EquitySample, to: EquitySample): boolean => at > from.at && at <= to.at

function namedOf(changes: readonly BalanceChange[]): Explained['named'] {
  const sums = new Map<ChangeName, Money>()
  for (const { as, amount } of changes) if (as !== null) sums.set(as, add(sums.get(as) ?? NOTHING, amount))
  return [...sums].map(([as, amount]) => ({ as, amount }))
}

function joined(a: Explained, b: Explained): Explained {
  const names = [...new Set([...a.named, ...b.named].map(({ as }) => as))]
  const amountOf = ({ named }: Explained, as: ChangeName): Money =>
    named.find((one) => one.as === as)?.amount ?? NOTHING
  return {
    change: add(a.change, b.change),
    realised: add(a.realised, b.realised),
    unrealised: add(a.unrealised, b.unrealised),
    fees: add(a.fees, b.fees),
    named: names.map((as) => ({ as, amount: add(amountOf(a, as), amountOf(b, as)) })),
    covered: add(a.covered, b.covered),
    unexplained: add(a.unexplained, b.unexplained),
    open: add(a.open, b.open),
  }
}

/** Sum of the named changes. */
export const namedTotal = ({ named }: Pick<Explained, 'named'>): Money => sum(named)

function openOf({ change, realised, unrealised, fees, named, covered, unexplained }: Omit<Explained, 'open'>): Money {
  const known = [realised, unrealised, negate(fees), sum(named), covered, unexplained]
  return subtract(
    change,
    known.reduce((all, one) => add(all, one), NOTHING),
  )
}

const NOTHING = ZERO as Money
const sum = (rows: readonly { readonly amount: Money }[]): Money =>
  rows.reduce<Money>((all, { amount }) => add(all, amount), NOTHING)
