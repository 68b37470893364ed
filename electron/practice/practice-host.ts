/** Has the practice venue run while a window needs it: started when it is first wanted, stopped with its deployment, one at a time. */
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import { type DeploymentProfile, deploymentProfile } from '../service/index.ts'
import type { Notices } from '../topics/index.ts'
import { type PracticeVenue, startPracticeVenue } from './practice-venue.ts'

/** What the venue's sockets answer (docs/service/websocket.md#heartbeat). */
const PING = '{"type":"ping"}'
/** Its station is New York's. */
const STATION_TIME_ZONE = 'America/New_York'

export interface PracticeHost {
  /** The profile that reaches the venue, which is started when it does not run. @throws Error in words when it does not start. */
  profile(): Promise<DeploymentProfile>
  /** What the venue hands over to the deployment of the profile it gave; null for any other. */
  traderOf(profile: DeploymentProfile): PracticeVenue['trader'] | null
  /** The machine was asleep: the venue's token may be old. */
  renewToken(): void
  /** Saves and stops the venue, if it runs. */
  stop(): Promise<void>
}

interface Opened {
  readonly venue: PracticeVenue
  readonly profile: DeploymentProfile
}

export function createPracticeHost(options: {
  /** Name of the venue's profile. */
  readonly name: string
  /** Where its book-keeping is. */
  readonly directory: string
  /** Where the venue's own clock starts; null for the machine's time. */
  readonly at: Millis | null
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after' | 'every'>
  readonly notices: Pick<Notices, 'add'>
  readonly start?: typeof startPracticeVenue
}): PracticeHost {
  const { name, directory, at, clock, notices, start = startPracticeVenue } = options
  let opening: Promise<Opened> | null = null
  let opened: Opened | null = null
  /** Starts wait for the last stop: two venues must never keep the same books. */
  let stopped: Promise<void> = Promise.resolve()
  const made = clock.monotonic()
  /** A venue that is started again goes on from where the one before has left off, or later. */
  const startTime = (): Millis | null => (at === null ? null : millis(at + Math.ceil(clock.monotonic() - made)))

  async function open(): Promise<Opened> {
    await stopped
    const venue = await start(directory, startTime(), died, clock)
    for (const notice of venue.notices) notices.add('warning', 'Practice venue', notice)
    const { url: baseUrl, wsPath, directOrder } = venue
    const profile = deploymentProfile.parse({
      name,
      baseUrl,
      wsPath,
      network: 'practice',
      ping: PING,
      directOrder,
      stationTimeZone: STATION_TIME_ZONE,
    })
    opened = { venue, profile }
    return opened
  }

  function died(reason: string): void {
    notices.add('error', 'The practice venue stopped', `${reason} Restart the terminal to go on practising.`)
  }

  return {
    async profile() {
      opening ??= open().catch((error: unknown) => {
        opening = null
        throw error
      })
      return (await opening).profile
    },
    traderOf: (profile) => (profile === opened?.profile ? opened.venue.trader : null),
    renewToken: () => opened?.venue.renewToken(),
    stop() {
      const last = opening
      opening = null
      opened = null
      if (last === null) return stopped
      stopped = stopped.then(async () => {
        const venue = await last.then(({ venue: one }) => one).catch(() => null)
        await venue?.stop()
      })
      return stopped
    },
  }
}
