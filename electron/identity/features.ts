/** Which capabilities of the deployment are on, and why the others are not. Pure. */

import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { Feature, SessionView } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import {
  type DeploymentProfile,
  OPEN_ROUTES,
  type RouteName,
  type RuntimeConfig,
  ServiceError,
  type TradingService,
} from '../service/index.ts'

/** `pending`: not known yet. `absent`: its route answers 404. `failed`: for another reason, and retried. */
type FamilyProbe =
  | { readonly state: 'pending' | 'offered' | 'absent' }
  | { readonly state: 'failed'; readonly reason: string }

/** The probed families; whether there are outcome markets is in the runtime configuration. */
interface FamilyProbes {
  readonly scalar: FamilyProbe
  readonly binary: FamilyProbe
}

interface FamilyWatchOptions {
  readonly service: Pick<TradingService, 'markets' | 'binaryMarkets'>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
  readonly onChange: () => void
}

/** Interval between two probes of a failed family, ms: doubled each time up to the longest. */
const FIRST_WAIT = 3_000
const LONGEST_WAIT = 60_000

const PENDING: FamilyProbe = { state: 'pending' }

/** Finds out which market families a deployment offers by requesting their markets (docs/service/deployment.md#probing). */
export function createFamilyWatch({ service, clock, log, onChange }: FamilyWatchOptions) {
  let probes: FamilyProbes = { scalar: PENDING, binary: PENDING }
  let again: Cancel | null = null
  let wait = FIRST_WAIT
  let generation = 0

  const reads: { readonly [F in keyof FamilyProbes]: () => Promise<unknown> } = {
    scalar: () => service.markets(),
    binary: () => service.binaryMarkets(),
  }
  const ask = (family: keyof FamilyProbes): Promise<FamilyProbe> | FamilyProbe =>
    probes[family].state === 'offered' ? probes[family] : answerOf(reads[family]())

  async function round(): Promise<void> {
    again?.()
    again = null
    generation += 1
    const mine = generation
    const [scalar, binary] = await Promise.all([ask('scalar'), ask('binary')])
    if (mine !== generation) return
    const changed = !same(scalar, probes.scalar) || !same(binary, probes.binary)
    probes = { scalar, binary }
    if (scalar.state === 'failed' || binary.state === 'failed') {
      log.warn({ scalar, binary }, 'the market families could not be probed')
      again = clock.after(wait, () => void round())
      wait = Math.min(2 * wait, LONGEST_WAIT)
    }
    if (changed) onChange()
  }

  return {
    current: (): FamilyProbes => probes,
    /** Probes every unseen family, and repeats until each has answered. Never throws. */
    probe(): Promise<void> {
      wait = FIRST_WAIT
      return round()
    },
    stop(): void {
      generation += 1
      again?.()
      again = null
    },
  }
}

async function answerOf(read: Promise<unknown>): Promise<FamilyProbe> {
  try {
    await read
    return { state: 'offered' }
  } catch (error) {
    if (!(error instanceof ServiceError)) return { state: 'failed', reason: String(error) }
    // A missing route in the settings is as final as a deployment without it.
    if (error.status === 404 || error.kind === 'switched_off') return { state: 'absent' }
    return { state: 'failed', reason: error.message }
  }
}

const same = (a: FamilyProbe, b: FamilyProbe): boolean =>
  a.state === b.state && (a.state !== 'failed' || b.state !== 'failed' || a.reason === b.reason)

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })
const unread = (why: 'pending' | 'failed', reason: string): Feature => ({ on: false, reason, unread: why })

/**
 * @param config the result of `GET /v1/runtime-config`; null until it was read.
 * @param probes which market families have been seen.
 */
export function featuresOf(
  { directOrder, routes }: Pick<DeploymentProfile, 'directOrder' | 'routes'>,
  config: RuntimeConfig | null,
  probes: FamilyProbes,
): SessionView['features'] {
  const routed = (needed: readonly RouteName[]): Feature => {
    const lacking = needed.find((name) => routes[name] === null)
    return lacking === undefined ? on : off(`${OPEN_ROUTES[lacking].purpose}: off. This profile has no route for it.`)
  }
  const configured = outcomesOf(config)
  return {
    directOrder: directOrder === null ? off(COMMON.noDirectOrders) : routed(['directOrder']),
    cancel: routed(['cancelPrepare', 'cancelSubmit']),
    leverage: routed(['leveragePrepare', 'leverageSubmit']),
    history: routed(['history']),
    scalar: probed(probes.scalar, 'scalar'),
    binary: both(routed(BINARY), probed(probes.binary, 'binary')),
    outcomes: both(routed(OUTCOMES), configured),
    outcomeTransfer: both(routed(TRANSFER), configured),
    outcomeConversion: both(routed(CONVERSION), configured),
  }
}

const BINARY = [
  'binaryMarkets',
  'binaryStatus',
  'binaryBucket',
  'binarySetup',
  'binarySetupSubmit',
  'binaryPredict',
  'binaryPredictSubmit',
  'binaryClose',
  'binaryCloseSubmit',
] as const

const OUTCOMES = [
  'outcomesMeta',
  'outcomeOpenOrders',
  'outcomeOrderPrepare',
  'outcomeOrderSubmit',
  'outcomeCancelPrepare',
  'outcomeCancelSubmit',
] as const

const TRANSFER = ['transferPrepare', 'transferSubmit'] as const
const CONVERSION = ['conversionPrepare', 'conversionSubmit'] as const

/** Off for the first reason found. */
const both = (first: Feature, second: Feature): Feature => (first.on ? second : first)

function probed(probe: FamilyProbe, family: 'scalar' | 'binary'): Feature {
  switch (probe.state) {
    case 'offered':
      return on
    case 'absent':
      return off(`This deployment does not offer ${family} markets.`)
    case 'pending':
      return unread('pending', `Not known yet whether this deployment offers ${family} markets.`)
    case 'failed':
      return unread('failed', `Could not check whether this deployment offers ${family} markets: ${probe.reason}`)
  }
}

function outcomesOf(config: RuntimeConfig | null): Feature {
  if (config === null) return unread('pending', "The deployment's configuration has not been read yet.")
  return config.outcomesEnabled ? on : off(COMMON.outcomesOff)
}
