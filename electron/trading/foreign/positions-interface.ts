/** What is asked of the positions of a wallet, and what is told of them. */
import type { Fill, Position } from '../../../contract/account.ts'
import type { Size } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import type { WalletSeen } from '../../storage/index.ts'

/** A read of the account, and what was read with it. */
export interface Look {
  readonly account: string
  /** The service's time when the reads began. */
  readonly began: Millis
  /** The same, monotonic. */
  readonly beganHere: number
  readonly positions: readonly Position[]
}

/** A position that something changed which no fill tells of. */
export interface ForeignChange {
  readonly asset: string
  /** As it is, signed. */
  readonly size: Size
  /** By how much, signed. */
  readonly by: Size
}

export interface ForeignPositions {
  /** Fills that were listed for the first time. */
  sawNew(fills: readonly Fill[]): void
  /** Fills that were found to be others'. */
  sawForeign(fills: readonly Fill[]): void
  /** What is known of the wallet begins with this read: an asset that it does not show is not held. */
  begin(read: Look): WalletSeen
  /** Judges every position of a read, and gives what has to be told. */
  look(read: Look, wallet: WalletSeen): readonly ForeignChange[]
  /** Whether the next look may find something. */
  isInDoubt(): boolean
  /** By asset what others did of the positions that are open, signed. */
  parts(): Readonly<Record<string, Size>>
  /** Whether a fill closes a position at its liquidation price. */
  isAtLiquidation(fill: Fill): boolean
  /** Whether a fill names no order and came once its market had ended: then nothing but the settlement trades. */
  isSettlement(fill: Fill): boolean
  /** Another account is looked at. */
  reset(account: string): void
}
