/** Orders of the trader's wallet that this terminal did not make. */

/** Those that rest now, as windows see them. */
export interface OtherClientView {
  /** Their ids at the service. */
  readonly orders: readonly string[]
  /** Whether the trader said that another client trades for this wallet: then they are marked, and not told. */
  readonly isExpected: boolean
}
