/** What had become of an order whose cancel the service refused: the history knows. */
import type { Log } from '../log/index.ts'
import type { OrderRecords } from '../records/index.ts'
import { fateOf } from './reconcile/index.ts'

const LOOK_BACK = 24 * 3_600_000

/** The result gives the words for it; null when the order rests, or nothing is known of it. */
export const createOutcomeOfOrder =
  (on: {
    readonly orders: Pick<OrderRecords, 'readSince'>
    /** The service's time, ms. */
    readonly serverTime: () => number
    readonly log: Log
  }) =>
  async (asset: string, oid: string): Promise<string | null> => {
    try {
      const { rows: orders } = await on.orders.readSince(on.serverTime() - LOOK_BACK)
      const order = orders.find((candidate) => candidate.oid === oid && candidate.asset === asset)
      return order === undefined || order.status === 'resting' ? null : fateOf(order)
    } catch (error) {
      on.log.warn({ err: error }, 'the history could not be read after a refused cancel')
      return null
    }
  }
