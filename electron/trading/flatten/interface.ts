/** What flattening needs of trading around it, and what it is asked for. */
import type { AccountView, Order, Position } from '../../../contract/account.ts'
import type { FlattenProtection } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Clock } from '../../../contract/time.ts'
import type { FreshOrders } from '../account/index.ts'
import type { StoppableLog } from './stop-unsent.ts'

/** Takes an intent; resolves as soon as it is journalled or refused. */
export type Submit = (id: string, intent: Intent) => Promise<unknown>

/** What a flatten closes. */
export type HeldPosition = Pick<Position, 'family' | 'asset' | 'size'>

export interface FlattenPorts {
  readonly actionLog: StoppableLog
  readonly clock: Pick<Clock, 'after'>
  /** By the last reads, without one now. */
  readonly lastOpenOrders: () => readonly Order[]
  readonly lastPositions: () => readonly Position[]
  readonly freshOpenOrders: () => Promise<FreshOrders>
  /** Open positions by the fills of the account: reads may lag behind them. */
  readonly positionsByFills: (account: string) => readonly HeldPosition[]
  /** Without positions that cannot be read: those are named, and keep no other from being closed. @throws ServiceError */
  readonly freshAccount: () => Promise<AccountView>
  readonly submit: Submit
  /** Whether an account is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
}

export interface FlattenRequest {
  readonly requestId: string
  readonly protection: FlattenProtection
  readonly cancelOrders: boolean
}
