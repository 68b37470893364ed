/** Finds out which market families a deployment offers by asking for their markets (docs/service/deployment.md#probing). */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { ServiceError, type TradingService } from '../service/index.ts'

/** `pending`: not known yet. `absent`: its route answers 404. `failed`: for another reason, and it is asked for again. */
export type FamilyProbe =
  | { readonly state: 'pending' | 'offered' | 'absent' }
  | { readonly state: 'failed'; readonly reason: string }

/** The families that are probed; whether there are outcome markets is in the runtime configuration. */
export interface FamilyProbes {
  readonly scalar: FamilyProbe
  readonly binary: FamilyProbe
}

interface FamilyWatch {
  current(): FamilyProbes
  /** Asks for every family that has not been seen, and again until each has answered. Never throws. */
  probe(): Promise<void>
  stop(): void
}

interface FamilyWatchOptions {
  readonly service: Pick<TradingService, 'markets' | 'binaryMarkets'>
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
  readonly onChange: () => void
}

/** Between two probes of a family that failed, ms: doubled each time up to the longest. */
const FIRST_WAIT = 3_000
const LONGEST_WAIT = 60_000

const PENDING: FamilyProbe = { state: 'pending' }

export function createFamilyWatch({ service, clock, log, onChange }: FamilyWatchOptions): FamilyWatch {
  let probes: FamilyProbes = { scalar: PENDING, binary: PENDING }
  let again: Cancel | null = null
  let wait = FIRST_WAIT
  let generation = 0

  const ask = (family: keyof FamilyProbes): Promise<FamilyProbe> | FamilyProbe => {
    if (probes[family].state === 'offered') return probes[family]
    return answerOf(family === 'scalar' ? service.markets() : service.binaryMarkets())
  }

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
    current: () => probes,
    probe() {
      wait = FIRST_WAIT
      return round()
    },
    stop() {
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
    // A profile without the route is as final as a deployment without it.
    if (error.status === 404 || error.kind === 'switched_off') return { state: 'absent' }
    return { state: 'failed', reason: error.message }
  }
}

const same = (a: FamilyProbe, b: FamilyProbe): boolean =>
  a.state === b.state && (a.state !== 'failed' || b.state !== 'failed' || a.reason === b.reason)
