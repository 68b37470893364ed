/** What a kill does besides holding back: held work is paused, resting orders are cancelled, positions are left or closed. */
import type { FlattenProtection } from '../../contract/flatten.ts'
import type { KillReport } from '../../contract/kill.ts'
import type { CancelAllReport, Flattens } from './flatten/index.ts'
import type { Trading } from './interface.ts'
import { oncePerRequest } from './once.ts'
import type { KillSwitch } from './risk/index.ts'

interface KillOptions {
  readonly kill: Pick<KillSwitch, 'set'>
  /** No held work sends anything any more. */
  readonly pauseHeld: () => void
  readonly cancelAll: (requestId: string) => Promise<CancelAllReport>
  readonly flatten: Flattens['flatten']
}

export function createKill({ kill, pauseHeld, cancelAll, flatten }: KillOptions): Trading['kill'] {
  const carryOut = async (requestId: string, protection: FlattenProtection | null): Promise<KillReport> => {
    // On disk before anything else is waited for, and before anything is told.
    kill.set(protection === null ? 'positions left' : 'positions to be closed')
    pauseHeld()
    try {
      if (protection === null) {
        return { cancelled: await cancelAll(requestId), flattened: null, failure: null }
      }
      const flattened = await flatten({ requestId, protection, cancelOrders: true })
      return { cancelled: null, flattened, failure: null }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return { cancelled: null, flattened: null, failure }
    }
  }
  return oncePerRequest(carryOut, true)
}
