/** Which capabilities of the deployment are on, and in words why the others are not. Pure. */
import type { Feature, SessionView } from '../../contract/session.ts'
import type { DeploymentProfile, RuntimeConfig } from '../service/index.ts'
import type { FamilyProbe, FamilyProbes } from './probe.ts'

type Routes = DeploymentProfile['routes']

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })
const unread = (why: 'pending' | 'failed', reason: string): Feature => ({ on: false, reason, unread: why })

/**
 * @param config what `GET /v1/runtime-config` said, null until it was read.
 * @param probes which market families have been seen.
 */
export function featuresOf(
  { directOrder, routes }: Pick<DeploymentProfile, 'directOrder' | 'routes'>,
  config: RuntimeConfig | null,
  probes: FamilyProbes,
): SessionView['features'] {
  const routed = (needed: Partial<Record<keyof Routes, string>>): Feature => {
    const lacking = Object.keys(needed).find((name) => routes[name as keyof Routes] === null) as
      | keyof Routes
      | undefined
    return lacking === undefined ? on : off(`This profile has no route for ${needed[lacking]}.`)
  }
  const configured = outcomesOf(config)
  return {
    directOrder:
      directOrder === null
        ? off('This profile does not say how direct orders are signed.')
        : routed({ directOrder: 'direct orders' }),
    cancel: routed({ cancelPrepare: 'cancels', cancelSubmit: 'cancels' }),
    leverage: routed({ leveragePrepare: 'leverage', leverageSubmit: 'leverage' }),
    history: routed({ history: 'chart history' }),
    scalar: probed(probes.scalar, 'scalar'),
    binary: both(routed(BINARY), probed(probes.binary, 'binary')),
    outcomes: both(routed(OUTCOMES), configured),
    outcomeTransfer: both(routed(TRANSFER), configured),
    outcomeConversion: both(routed(CONVERSION), configured),
  }
}

const BINARY = {
  binaryMarkets: 'reading binary markets',
  binaryStatus: 'reading the state of binary markets',
  binaryBucket: 'reading the binary bucket',
  binarySetup: 'setting up binary trading',
  binarySetupSubmit: 'setting up binary trading',
  binaryPredict: 'predicting in binary markets',
  binaryPredictSubmit: 'predicting in binary markets',
  binaryClose: 'closing binary positions',
  binaryCloseSubmit: 'closing binary positions',
} as const

const OUTCOMES = {
  outcomesMeta: 'reading outcome markets',
  outcomeOpenOrders: 'reading open outcome orders',
  outcomeOrderPrepare: 'placing outcome orders',
  outcomeOrderSubmit: 'placing outcome orders',
  outcomeCancelPrepare: 'cancelling outcome orders',
  outcomeCancelSubmit: 'cancelling outcome orders',
} as const

const TRANSFER = { transferPrepare: 'collateral transfers', transferSubmit: 'collateral transfers' } as const
const CONVERSION = { conversionPrepare: 'conversions of shares', conversionSubmit: 'conversions of shares' } as const

/** Off for the first reason there is. */
const both = (first: Feature, second: Feature): Feature => (first.on ? second : first)

function probed(probe: FamilyProbe, family: 'scalar' | 'binary'): Feature {
  switch (probe.state) {
    case 'offered':
      return on
    case 'absent':
      return off(`This deployment does not offer ${family} markets.`)
    case 'pending':
      return unread('pending', `Whether this deployment offers ${family} markets is not known yet.`)
    case 'failed':
      return unread('failed', `Whether this deployment offers ${family} markets could not be read: ${probe.reason}`)
  }
}

function outcomesOf(config: RuntimeConfig | null): Feature {
  if (config === null) return unread('pending', "The deployment's configuration has not been read yet.")
  return config.outcomesEnabled ? on : off('Outcome markets are off in this deployment.')
}
