/** Algo orders: what may open or add is asked of the catch of its window, and what begins or goes on by itself wants a hand at it. */
import type { WebContents } from 'electron'
import type { Handlers } from '../ipc/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { askToBeginAlgo, askToGoOnWithAlgo } from './questions.ts'

interface AlgoCallsOptions {
  /** The deployment of the window that calls. */
  readonly on: (window: WebContents) => CallDeployment
  readonly nameOf: (window: WebContents) => string
}

export function algoCalls({ on, nameOf }: AlgoCallsOptions): Pick<Handlers, 'checkAlgo' | 'beginAlgo' | 'goOnAlgo'> {
  return {
    checkAlgo: (order, window) => on(window).trading.algos.check(order),
    beginAlgo: {
      loosens: (order, window) => askToBeginAlgo(on(window).profile.name, order),
      run({ by, ...order }, window) {
        const { trading, arming } = on(window)
        const name = nameOf(window)
        return trading.algos.begin(order, (intent) => arming.refusal(name, intent, by))
      },
    },
    goOnAlgo: {
      loosens({ id }, window) {
        const { trading, profile } = on(window)
        // Windows are shown the newest only: an older one goes on no less by itself.
        return askToGoOnWithAlgo(profile.name, trading.algos.paused(id))
      },
      run({ id, most }, window) {
        const { trading, arming } = on(window)
        const name = nameOf(window)
        trading.algos.goOn(id, (intent) => arming.refusal(name, intent), most)
        return null
      },
    },
  }
}
