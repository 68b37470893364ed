/** What a change of equity is made of, in a sentence of amounts that come to it exactly. Pure. */
import { COLLATERALS, type Collateral } from '../collateral.ts'
import { add, type Money, negate, subtract, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'
import { type BalanceId, collateralOfBalance, type EquitySample, equityIn } from './equity-curve.ts'

/** What a trader may call one. */
export const CHANGE_NAMES = ['deposit', 'withdrawal', 'funding', 'another_client', 'other'] as const
export type ChangeName = (typeof CHANGE_NAMES)[number]

/**
 * `outside`: nothing that the terminal knows of explains it. `covered`: beside a liquidation, what the service paid of a loss that was more
 * than its margin. `moved`: between the two classes of USDH, of which the terminal has no transfer. `differs`: the positions were no longer
 * what fills make of them; whatever that did to the money.
 */
export type ChangeCause = 'outside' | 'covered' | 'moved' | 'differs'

export interface BalanceChange {
  readonly id: string
  /** Of the first read that showed it, the service's time. */
  readonly at: Millis
  /** When the read before it was, that showed nothing of it. */
  readonly after: Millis
  readonly balance: BalanceId
  /** Of the balance: below zero it went away. */
  readonly amount: Money
  readonly cause: ChangeCause
  /** What the trader calls it; null while they have not named it. */
  readonly as: ChangeName | null
}

export const collateralOfChange = ({ balance }: Pick<BalanceChange, 'balance'>): Collateral =>
  collateralOfBalance(balance)

/** Whether it counts as unexplained: nobody and nothing says what it was. */
export const isUnexplained = ({ cause, as }: Pick<BalanceChange, 'cause' | 'as'>): boolean =>
  as === null && (cause === 'outside' || cause === 'differs')

/** The parts of a change: change = realised + unrealised − fees + named + covered + unexplained + open. */
export interface Explained {
  readonly change: Money
  readonly realised: Money
  /** How much more is unrealized than at the beginning. */
  readonly unrealised: Money
  readonly fees: Money
  /** By what the trader calls it; those that are nothing are left out. */
  readonly named: readonly { readonly as: ChangeName; readonly amount: Money }[]
  /** Paid by the service of losses that were more than their margin. */
  readonly covered: Money
  readonly unexplained: Money
  /** What one read shows and no second one has confirmed: it is explained, or unexplained, within seconds. */
  readonly open: Money
}

/**
 * Between two samples. @param changes of which those between the two are taken.
 * @returns null where a part of one of them is not known.
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

/** USDC and USDH together, 1 USDH counted as 1 USDC; what is not known of one of them is left out, null where both are. */
export function explainedTogether(
  from: EquitySample,
  to: EquitySample,
  changes: readonly BalanceChange[],
): Explained | null {
  const known = COLLATERALS.map((one) => explained(from, to, changes, one)).filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce(joined)
}

/** A change is between them when the read that first showed it is later than the one, and no later than the other. */
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

/** Sum of what the trader has named. */
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
