/**
 * The built main is killed (SIGKILL, from inside, at a named step) while it executes an action, and started again over the same data. Each round uses
 * the terminal that the previous round left to recover. At the end every action must be final, and the venue must match the journal exactly; also
 * when the venue's answers and reads are false. `npm run soak kill` runs every step of every act, and each again with such a venue, `ISOTHERM_SEED`
 * others.
 */
import { expect, test } from '@playwright/test'
import type { ActionState } from '../contract/action.ts'
import type { Intent } from '../contract/intent.ts'
import { writtenAt } from '../electron/trading/testing/memory-journal.ts'
import { hold, limitOrder, type World } from './support/act-world.ts'
import { begin, lacksPairs, splitIntent } from './support/acts.ts'
import { AFTER_KILL } from './support/after-kill.ts'
import { disagreements, readStory, type Story, unsettled } from './support/agreement.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { type JournalledAction, readJournal } from './support/journal.ts'
import {
  ACTS,
  type Act,
  chosenPoints,
  everyPoint,
  type KillPoint,
  kindOf,
  nameOf,
  needsPosition,
  seeded,
  submits,
  switchOf,
} from './support/kill-points.ts'
import { writeProfile } from './support/profile.ts'
import { statusBar } from './support/screen.ts'
import { HONEST, type Lies, liesFor } from './support/service-lies.ts'
import { reaches, submit } from './support/submit.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, withNewToken } from './support/trader.ts'
import { startVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

const SOAK = process.env.ISOTHERM_TESTS === 'soak'
const SEED = Number(process.env.ISOTHERM_SEED ?? 2611)
/** `ISOTHERM_ACTS=move,scale`: only rounds of these. */
const ONLY = process.env.ISOTHERM_ACTS?.split(',') ?? null
const wanted = ({ act }: KillPoint): boolean => ONLY?.includes(act) ?? true
const POINTS = (SOAK ? everyPoint(seeded(SEED)) : chosenPoints(seeded(SEED))).filter(wanted)
/** A window does not change main's recovery after a crash; one point with windows shows that the whole program works. */
const WITH_WINDOWS = ACTS.filter((act) => (SOAK ? submits(act) : act === 'gtc'))
  .map((act, i): KillPoint => ({ act, state: ['sent', 'acknowledged'][i % 2] ?? '', later: i }))
  .filter(wanted)
/** With a service that misreports its actions: when it is unknown whether something sent has arrived. */
const WITH_FALSE_ANSWERS: readonly KillPoint[] = SOAK
  ? everyPoint(seeded(SEED + 1)).filter(wanted)
  : (['ioc', 'close', 'outcome_limit', 'cancel'] as const).map((act, i) => ({ act, state: 'sent', later: 4 * i }))
/** Allows for a machine under load, and for a pause requested by the venue. */
const PATIENCE = 100_000
/** Longer than a prepared action lives, and one without an expiry, including the grace period. */
const PAST_EVERY_EXPIRY = 360_000

async function openWorld(): Promise<World> {
  // One bucket a day, so that no settlement cancels orders during the rounds.
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const bucket = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${bucket.current.asset}`)
  const binary = await venue.read<{ active_asset: string }>('/v1/binary/status')
  const outcomes = await venue.read<OutcomeEntry[]>('/v1/outcomes/meta')
  const last = outcomes.reduce((later, entry) => (entry.expiry > later.expiry ? entry : later))
  return {
    venue,
    trader: await newTrader(venue, 7200),
    profile: writeProfile(venue.url, { directOrder: venue.directOrder }),
    userDataDir: newDataDir(),
    temperature: (Number(mark) - 500).toFixed(2),
    asset: bucket.current.asset,
    binary: binary.active_asset,
    outcome: {
      outcomeId: last.outcomeId,
      coin: last.sides[0]?.coin ?? '',
      coins: last.sides.map(({ coin }) => coin),
    },
    round: 0,
    entry: null,
    plan: '',
    held: 0,
  }
}

interface OutcomeEntry {
  readonly outcomeId: number
  readonly expiry: number
  readonly sides: readonly { readonly coin: string }[]
}

type Windowless = Awaited<ReturnType<typeof launchWindowless>>

/** All of main, with or without a window, with its bridge and a way to end it. */
interface Running extends Bridge {
  readonly ended: Promise<unknown>
  quit(): Promise<void>
  kill(): Promise<void>
}

/** A new token for each start: the venue limits requests per token, and dozens of starts per minute exceed the limit. */
const tokenFor = ({ venue, trader }: World) => withNewToken(venue, trader)
const environmentFor = (point: KillPoint | null) => ({
  ...NO_KEYCHAIN,
  ...(point === null ? {} : { ISOTHERM_TEST_KILL_AT: switchOf(point) }),
})

async function startWithWindows(world: World, point: KillPoint | null): Promise<Running> {
  const { profile, userDataDir } = world
  const trader = await tokenFor(world)
  const terminal = await launch({ profile, userDataDir, env: environmentFor(point) })
  const running = { ...terminal, ...bridgeOf(terminal.page) }
  await importSecrets(running, trader, running.boxes)
  await expect(statusBar(terminal.page)).toContainText(/Agent 0x/)
  return running
}

async function startWindowless(world: World, point: KillPoint | null): Promise<Windowless> {
  const { profile, userDataDir } = world
  const trader = await tokenFor(world)
  const running = await launchWindowless({ profile, userDataDir, env: environmentFor(point) })
  await running.call('watch', { topic: 'session' })
  await importSecrets(running, trader, running.boxes)
  const agent = () => running.topic('session')?.agent.state
  await expect.poll(agent, { intervals: [10, 20, 40], timeout: PATIENCE }).toBe('approved')
  return running
}

const start = (world: World, point: KillPoint | null, windows = false): Promise<Running> =>
  windows ? startWithWindows(world, point) : startWindowless(world, point)

/** Creates something to close, and the balances and leverage of the other families, for any points. */
async function prepareAccount(world: World): Promise<void> {
  const running = await start(world, null)
  for (const [intent, state] of [
    [await limitOrder(world, 'ioc', '14'), 'filled'],
    [{ kind: 'transfer', amount: '300' }, 'done'],
    [{ kind: 'binary_setup' }, 'done'],
    [splitIntent(world, '60'), 'done'],
  ] as const) {
    await reaches(world.userDataDir, await submit(running, intent), [state])
  }
  await running.quit()
}

/** Splits more pairs for the merges, in a run without a kill. */
async function splitMore(world: World): Promise<void> {
  const running = await start(world, null)
  await reaches(world.userDataDir, await submit(running, splitIntent(world, '20')), ['done'])
  await running.quit()
}

/** Checks the recovery of the act by the next start, in a run without a kill. */
async function afterKill(world: World, check: NonNullable<(typeof AFTER_KILL)[Act]>): Promise<void> {
  const running = await startWindowless(world, null)
  await check(running, world)
  await running.quit()
}

/** Creates a position for the acts that need one, in a run without a kill. */
async function makePosition(world: World): Promise<void> {
  const running = await start(world, null)
  await hold(running, world)
  await running.quit()
}

const HONEST_ROUND: Lies = { meanwhile: HONEST, afterwards: HONEST }

/** Options of the rounds. */
interface Way {
  readonly windows?: boolean
  readonly lies?: () => number
}

/**
 * Waits for the crash.
 * @param before the actions of earlier rounds
 * @throws Error with the results of this round's actions when none reaches the point.
 */
async function waitForCrash(
  running: Running,
  { userDataDir }: World,
  point: KillPoint,
  before: ReadonlySet<string>,
): Promise<void> {
  const late = Symbol('late')
  const end = await Promise.race([
    running.ended,
    new Promise((resolve) => setTimeout(() => resolve(late), PATIENCE).unref()),
  ])
  if (end !== late) return
  const results = readJournal(userDataDir)
    .filter(({ id }) => !before.has(id))
    .map(({ intent, steps, message }) => `${intent.kind} ${steps.join(' ')}; ${message}`)
  throw new Error(`main was not killed: ${nameOf(point)}: ${results.join('\n') || 'nothing was begun'}`)
}

const ofKind = (actions: readonly JournalledAction[], point: KillPoint): readonly JournalledAction[] =>
  actions.filter(({ intent }) => intent.kind === kindOf(point))

/**
 * Kills main at each of the points, and then compares the venue with the journal.
 * @param lies draws the false answers of each round; an honest venue by default.
 */
async function play(points: readonly KillPoint[], { windows = false, lies }: Way = {}): Promise<void> {
  const world = await openWorld()
  let running: Running | null = null
  try {
    await prepareAccount(world)
    for (const point of points) {
      world.round += 1
      if (SOAK)
        process.stdout.write(`${Math.round(performance.now() / 1000)} s: round ${world.round}, ${nameOf(point)}\n`)
      if (needsPosition(point)) await makePosition(world)
      if (point.act === 'merge' && (await lacksPairs(world))) await splitMore(world)
      const before = new Set(readJournal(world.userDataDir).map(({ id }) => id))
      running = await start(world, point, windows)
      const { meanwhile, afterwards } = lies === undefined ? HONEST_ROUND : liesFor(point, lies)
      await world.venue.control('faults', HONEST)
      await begin(point.act, running, world, () => world.venue.control('faults', meanwhile))
      await waitForCrash(running, world, point, before)
      await world.venue.control('faults', afterwards)
      await running.kill()
      running = null
      const killed = ofKind(readJournal(world.userDataDir), point).filter(({ id }) => !before.has(id))
      if (kindOf(point) === null) expect(point.state, 'a record alone has its check below').toContain(':')
      else if (point.later === null)
        expect(
          killed.map(({ state }) => state),
          nameOf(point),
        ).toContain(writtenAt(point.state as ActionState, kindOf(point) as Intent['kind']))
      else
        expect(
          killed.flatMap(({ steps }) => steps),
          nameOf(point),
        ).toContain(point.state)
      const check = AFTER_KILL[point.act]
      if (check === undefined) continue
      await world.venue.control('faults', HONEST)
      await afterKill(world, check)
    }
    await world.venue.control('faults', HONEST)
    await world.venue.control('clock', { advance_ms: PAST_EVERY_EXPIRY })
    running = await start(world, null, windows)
    // Resting orders may trade at any time, and the journal has it one read later.
    let end = await readStory(world.venue, world.trader, world.userDataDir)
    const open = async (): Promise<readonly string[]> => {
      end = await readStory(world.venue, world.trader, world.userDataDir)
      return [...unsettled(end), ...disagreements(end)]
    }
    await expect.poll(open, { timeout: PATIENCE }).toEqual([])
    expect(end.actions.length).toBeGreaterThanOrEqual(points.length)
    expectToBeFound(end)
  } finally {
    await running?.kill()
    await world.venue.stop()
  }
}

/** Verifies that the comparison itself detects a lost, duplicated or unjournaled order. */
function expectToBeFound(story: Story): void {
  const [first] = story.orders
  if (first === undefined) throw new Error('there is no order at all')
  const twin = { ...first, oid: `${first.oid}0` }
  const stranger = { ...twin, cloid: '0x00000000000000000000000000000000' }
  expect(disagreements({ ...story, orders: [...story.orders, twin] })).not.toEqual([])
  expect(disagreements({ ...story, orders: [...story.orders, stranger] })).not.toEqual([])
  expect(disagreements({ ...story, orders: story.orders.slice(1) })).not.toEqual([])
  expect(disagreements({ ...story, conversions: story.conversions.slice(1) })).not.toEqual([])
  const { account } = story
  const usdh = (Number(account.account.usdh) + 1).toFixed(2)
  expect(disagreements({ ...story, account: { ...account, account: { usdh } } })).not.toEqual([])
}

test.describe('a terminal killed with SIGKILL loses and duplicates no order', () => {
  test(`at ${POINTS.length} steps, seed ${SEED}`, async () => {
    test.setTimeout(SOAK ? 3_600_000 : 900_000)
    await play(POINTS)
  })

  test('with its windows, while it trades', async () => {
    test.setTimeout(600_000)
    await play(WITH_WINDOWS, { windows: true })
  })

  test(`with a venue that misreports its actions, at ${WITH_FALSE_ANSWERS.length} steps, seed ${SEED}`, async () => {
    test.setTimeout(SOAK ? 3_600_000 : 300_000)
    await play(WITH_FALSE_ANSWERS, { lies: seeded(SEED + 2) })
  })
})
