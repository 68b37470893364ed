/** The limits of the terminal as they are saved: what is loosened is kept with every deployment that runs, and arming hears of its rule. */
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { createPendingLimits, type PendingLimits } from '../settings/index.ts'
import type { Deployments } from './deployments.ts'
import type { SharedParts } from './shared-parts.ts'

interface PendingLimitsOptions {
  readonly shared: Pick<SharedParts, 'settings' | 'notices'>
  readonly deployments: Pick<Deployments, 'running'>
  readonly clock: Clock
  readonly log: Log
}

export const pendingLimitsOf = ({ shared, deployments, clock, log }: PendingLimitsOptions): PendingLimits =>
  createPendingLimits({
    ...{ settings: shared.settings, notices: shared.notices, clock, log },
    onHeld(looser) {
      for (const { deployment } of deployments.running) {
        deployment.arming.changed()
        if (looser.length > 0) deployment.trading.safety.add('limits', `Limits were loosened: ${looser.join('; ')}.`)
      }
    },
  })
