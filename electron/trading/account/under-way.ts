/** What the terminal's own actions tell of the account that no read tells yet. */
import { add, type Size, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { ActionLog } from '../actions/index.ts'
import type { AccountWatch } from './account-watch.ts'

interface UnderWay {
  /** Leverage that the trader last set for an asset here, null when never. */
  leverageSet(asset: string): number | null
  /** Size of orders of the asset and side that were asked for earlier than an action, are on their way and in no read yet. */
  onTheirWay(asset: string, side: Side, before: string): Size
}

export const underWay = (
  actionLog: Pick<ActionLog, 'live' | 'records'>,
  watch: Pick<AccountWatch, 'openOrders'>,
): UnderWay => ({
  leverageSet(asset) {
    for (const { intent, state } of actionLog.records()) {
      if (intent.kind === 'leverage' && intent.asset === asset && state === 'done') return intent.leverage
    }
    return null
  },
  onTheirWay(asset, side, before) {
    const inRead = new Set(watch.openOrders().flatMap(({ oid, cloid }) => (cloid === null ? [oid] : [oid, cloid])))
    let total: Size = ZERO
    for (const action of actionLog.live()) {
      const { id, oid, cloid, filled } = action
      if (id === before) break
      const wish = wishOf(action)
      if (wish === null || wish.asset !== asset || wish.side !== side) continue
      if ((oid !== null && inRead.has(oid)) || (cloid !== null && inRead.has(cloid))) continue
      total = add(total, subtract(wish.size, filled ?? ZERO))
    }
    return total
  },
})

interface Wish {
  readonly asset: string
  readonly side: Side
  readonly size: Size
}

/** What an intent may add to a position, or take of shares that are held; null when neither. */
function wishOf({ intent, prepared }: StoredAction): Wish | null {
  if (intent.kind === 'predict') return { ...intent, side: intent.direction === 'long' ? 'buy' : 'sell' }
  if (intent.kind === 'outcome_order') return intent
  if (intent.kind === 'binary_predict') {
    /** How many contracts the amount buys is known once they are prepared. */
    const size = prepared?.size ?? null
    return size === null ? null : { ...intent, side: intent.direction === 'UP' ? 'buy' : 'sell', size }
  }
  return intent.kind === 'place' && !intent.reduceOnly ? intent : null
}
