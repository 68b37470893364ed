/** What a market is decided by, beside its prices. */
export interface Fact {
  /** `Price to beat` */
  readonly label: string
  readonly text: string
  /** The same in the other unit. */
  readonly second: string
}
