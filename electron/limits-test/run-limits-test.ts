/** One run: every limit is played on a venue that is thrown away afterwards, through the very parts that a deployment trades with. */
import { add, compare, type Fahrenheit, type Size, ZERO } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { LIMIT_FIELDS, type LimitField, type TradingLimits } from '../../contract/limits.ts'
import {
  LIMITS_TEST_SUBJECTS,
  type LimitsTestRow,
  type LimitsTestSubject,
  type LimitsTestTry,
  limitsTestName,
  limitsTestValue,
} from '../../contract/limits-test.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import { type DeploymentProfile, deploymentProfile } from '../service/index.ts'
import { openStorage, type Storage } from '../storage/index.ts'
import { offNote } from './off.ts'
import { Cancelled, Moved, NotPlayable, SetAside } from './played.ts'
import { createPlayer } from './player.ts'
import { PLAYS } from './plays/all-plays.ts'
import { createPushedClock, type PushedClock } from './pushed-clock.ts'
import { holdingNothing, without } from './set-aside.ts'
import type { Player, Stage } from './stage.ts'
import { createTestTrader, type TestTrader, until } from './test-trader.ts'
import { createVenueControl, type VenueControl } from './venue-control.ts'

/** A venue that was started for this, with control, without traders of its own, and without a file. */
export interface ThrowAwayVenue {
  readonly url: string
  readonly wsPath: string
  readonly directOrder: DeploymentProfile['directOrder']
  stop(): Promise<void>
}

export interface LimitsTestOptions {
  /** @param at where the venue's clock starts. */
  readonly startVenue: (at: Millis) => Promise<ThrowAwayVenue>
  /** A folder of the test's own: it is made, and gone again afterwards. */
  readonly directory: string
  /** The machine's. */
  readonly clock: Clock
  /** What is tested, in this order; all of it unless said. */
  readonly subjects?: readonly LimitsTestSubject[]
}

interface Run {
  /** The limits that are tested. */
  readonly limits: TradingLimits
  /** How the trader has everything else set, as of now. */
  readonly settings: () => Settings
  /** Whether the deployment whose limits these are is practice. */
  readonly isPractice: boolean
  readonly signal: AbortSignal
  /** Told before each row, with those that are finished. */
  readonly progress: (rows: readonly LimitsTestRow[], subject: LimitsTestSubject) => void
}

/** As long as a bucket of the venue lasts, and how far into one a run begins: nothing of it ends meanwhile. */
const BUCKET = 7_200_000
const INTO = 600_000
const PING = '{"type":"ping"}'
/** A limit of the service is no limit of the trader's. */
const NO_LIMIT = { requests: 10_000_000, windowMs: 60_000 } as const
/** How often a play begins anew because of what other limits or the market do. */
const MOST_TURNS = 24

/** @throws Cancelled when the signal says so, Error in words when there is no venue to play on. */
export async function runLimitsTest(options: LimitsTestOptions, run: Run): Promise<readonly LimitsTestRow[]> {
  const { clock: machine, directory } = options
  const at = (Math.floor(machine.now() / BUCKET) * BUCKET + INTO) as Millis
  const venue = await options.startVenue(at)
  const clock = createPushedClock(machine, at)
  let storage: Storage | null = null
  let theatre: Theatre | null = null
  try {
    storage = openStorage({ directory, clock })
    theatre = await openTheatre({ venue, clock, machine, storage, run })
    const rows: LimitsTestRow[] = []
    for (const subject of options.subjects ?? LIMITS_TEST_SUBJECTS) {
      if (run.signal.aborted) throw new Cancelled()
      run.progress([...rows], subject)
      rows.push(await rowOf(subject, theatre, run))
    }
    return rows
  } finally {
    theatre?.close()
    clock.stop()
    storage?.close()
    await venue.stop()
  }
}

/** What all plays of a run share. */
interface Theatre {
  stage(limits: TradingLimits, tries: LimitsTestTry[]): { readonly stage: Stage; over(): Promise<void> }
  close(): void
}

interface TheatreParts {
  readonly venue: ThrowAwayVenue
  readonly clock: PushedClock
  readonly machine: Clock
  readonly storage: Storage
  readonly run: Run
}

async function openTheatre(parts: TheatreParts): Promise<Theatre> {
  const { venue, clock, machine, storage, run } = parts
  const control = createVenueControl(venue.url, fetch)
  await control.setLimit(NO_LIMIT)
  let count = 0
  const traderWith = (limits: TradingLimits): Promise<TestTrader> => {
    count += 1
    const profile = deploymentProfile.parse({
      name: `limits test ${count}`,
      baseUrl: venue.url,
      wsPath: venue.wsPath,
      network: 'practice',
      ping: PING,
      directOrder: venue.directOrder,
    })
    return createTestTrader({
      profile,
      limits: () => limits,
      settings: run.settings,
      storage,
      control,
      clock,
      machine,
    })
  }
  const other = await traderWith(holdingNothing(run.limits))
  await other.payForShares()
  return {
    stage: (limits, tries) => createStage({ ...parts, limits, tries, control, other, traderWith }),
    close: () => other.stop(),
  }
}

interface StageParts extends TheatreParts {
  readonly limits: TradingLimits
  readonly tries: LimitsTestTry[]
  readonly control: VenueControl
  readonly other: TestTrader
  readonly traderWith: (limits: TradingLimits) => Promise<TestTrader>
}

function createStage(parts: StageParts): ReturnType<Theatre['stage']> {
  const { limits, tries, control, other, traderWith, clock, machine, run } = parts
  const traders: TestTrader[] = []
  const players: Player[] = []
  const isFresh = ({ trader, scalar }: Player): boolean => {
    const { feed } = trader.deployment
    return feed.ticker(scalar.asset)?.stale === false && feed.depth(scalar.asset)?.stale === false
  }
  const stage: Stage = {
    ...{ limits, other, control, clock, machine, isPractice: run.isPractice },
    async player(codes) {
      const trader = await traderWith(limits)
      // Before it is known whether it sees the markets: it must be stopped all the same.
      traders.push(trader)
      const made = await createPlayer(trader, { codes, machine, tries, cancelled: () => run.signal.aborted })
      players.push(made)
      return made
    },
    async push(ms) {
      const whole = Math.ceil(ms)
      await control.advance(whole)
      clock.push(whole)
      await until(machine, 'The feed after the time that was leapt over', () => players.every(isFresh))
    },
    async quote(intent: Intent) {
      const came = await other.order(intent)
      if (came.as !== 'taken') throw new Error(`The other side did not come about: ${came.words ?? ''}`)
    },
    clearOther: () => other.clear(),
    async shows({ trader }, { asset }, what) {
      const { feed } = trader.deployment
      await until(machine, 'What was quoted', () => {
        const depth = feed.depth(asset)
        if (depth === null || depth.stale) return false
        if (what === 'both') return depth.bids.length > 0 && depth.asks.length > 0
        return (
          compare(
            depth.asks.reduce<Size>((sum, { sz }) => add(sum, sz), ZERO),
            what,
          ) === 0
        )
      })
    },
    async pin({ scalar }, temperature: Fahrenheit) {
      await control.setTemperature(temperature)
      const mark = markOfFahrenheit(temperature)
      await until(machine, 'The mark', () => compare(scalar.mark(), mark) === 0, PINNED_WITHIN).catch(() => {
        throw new Moved()
      })
    },
  }
  return {
    stage,
    async over() {
      for (const trader of traders) await trader.clear().finally(trader.stop)
      await other.clear()
    },
  }
}

const PINNED_WITHIN = 2_000

async function rowOf(subject: LimitsTestSubject, theatre: Theatre, run: Run): Promise<LimitsTestRow> {
  const { limits } = run
  const row = { subject, name: limitsTestName(subject), value: limitsTestValue(subject, limits) }
  const off = offNote(subject, limits, run.isPractice)
  if (off !== null) return { ...row, verdict: 'off', tries: [], note: off }
  const aside = new Set<LimitField>()
  let why = 'The market did not stand still for it.'
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const tries: LimitsTestTry[] = []
    const { stage, over } = theatre.stage(without(limits, aside), tries)
    try {
      await PLAYS[subject](stage)
      const verdict = tries.every(({ isRight }) => isRight) ? 'passed' : 'failed'
      return { ...row, verdict, tries, note: asideWords(aside) }
    } catch (error) {
      if (error instanceof Cancelled) throw error
      if (error instanceof SetAside && !aside.has(error.field)) aside.add(error.field)
      else if (!(error instanceof Moved)) {
        why = error instanceof NotPlayable ? error.message : `It could not be tried: ${wordsOf(error)}`
        // What was found is not lost by what could not be tried after it.
        if (tries.some(({ isRight }) => !isRight)) return { ...row, verdict: 'failed', tries, note: why }
        break
      }
    } finally {
      await over()
    }
  }
  return { ...row, verdict: 'not_playable', tries: [], note: why }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const asideWords = (aside: ReadonlySet<LimitField>): string | null =>
  aside.size === 0
    ? null
    : `Played with ${[...aside].map((field) => LIMIT_FIELDS[field].name).join(', ')} set aside, which would refuse it first.`
