/** Events of the scalar markets; listeners are called synchronously, in order. */
import type { PublicTradeInfo } from '../market/index.ts'

export type ScalarEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** A new oracle reading or status: the context of the asset changed. */
  | { kind: 'context'; asset: string }
  /** The bucket, its phase or a market's status changed. */
  | { kind: 'bucket' }
