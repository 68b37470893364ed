/** What the terminal's own actions tell of the account that no read tells. */
import type { ActionLog } from '../actions/index.ts'

/** Leverage that the trader last set for an asset here with the wallet that is signed in, null when never. */
export const leverageSetBy =
  (actionLog: Pick<ActionLog, 'recordsOf'>, address: () => string | null) =>
  (asset: string): number | null => {
    for (const { intent, state } of actionLog.recordsOf(address() ?? '')) {
      if (intent.kind === 'leverage' && intent.asset === asset && state === 'done') return intent.leverage
    }
    return null
  }
