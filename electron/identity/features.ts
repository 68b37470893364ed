/** Which capabilities of the deployment are on, and in words why the others are not. Pure. */
import type { Feature, SessionView } from '../../contract/session.ts'
import type { RuntimeConfig } from '../service/interface.ts'
import type { DeploymentProfile } from '../service/profile.ts'

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })

/** @param config what `GET /v1/runtime-config` said, null until it was read. */
export function featuresOf(
  { directOrder, routes }: Pick<DeploymentProfile, 'directOrder' | 'routes'>,
  config: RuntimeConfig | null,
): SessionView['features'] {
  const routed = (what: string, ...needed: readonly (string | null)[]): Feature =>
    needed.includes(null) ? off(`This profile has no route for ${what}.`) : on
  return {
    directOrder:
      directOrder === null
        ? off('This profile does not say how direct orders are signed.')
        : routed('direct orders', routes.directOrder),
    cancel: routed('cancels', routes.cancelPrepare, routes.cancelSubmit),
    leverage: routed('leverage', routes.leveragePrepare, routes.leverageSubmit),
    history: routed('chart history', routes.history),
    outcomes:
      config === null
        ? off("The deployment's configuration has not been read yet.")
        : config.outcomesEnabled
          ? on
          : off('Outcome markets are off in this deployment.'),
    binary: off('This deployment has not been seen to offer binary markets.'),
  }
}
