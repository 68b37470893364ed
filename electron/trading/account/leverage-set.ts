/** What the terminal's own actions tell of the account that no read tells. */
import type { ActionLog } from '../actions/index.ts'

/** Leverage that the trader last set for an asset here, null when never. */
export const leverageSetBy =
  (actionLog: Pick<ActionLog, 'records'>) =>
  (asset: string): number | null => {
    for (const { intent, state } of actionLog.records()) {
      if (intent.kind === 'leverage' && intent.asset === asset && state === 'done') return intent.leverage
    }
    return null
  }
