/** Changes of a wallet's money that no fill and no conversion explains: kept as rows of their own, never hidden, named by the trader. */
import type { Collateral } from '../collateral.ts'
import type { Money } from '../decimal.ts'
import type { Millis } from '../time.ts'
import { type BalanceId, collateralOfBalance } from './equity-sample.ts'

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
