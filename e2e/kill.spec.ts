/**
 * The built main is killed (SIGKILL, from inside, at a named step) while it carries out an action, and started again over the same data. The
 * terminal of each round is the one that the round before left to recover. At the end every action must have come to its last word,
 * and the venue must have exactly what the journal says. `npm run e2e -- --soak` plays 220 random points, `ISOTHERM_SEED` others.
 */
import { expect, test } from '@playwright/test'
import { disagreements, readStory, type Story, unsettled } from './support/agreement.ts'
import { type Bridge, bridgeOf } from './support/bridge.ts'
import { readJournal } from './support/journal.ts'
import { ACTS, chosenPoints, type KillPoint, nameOf, randomPoints, seeded, switchOf } from './support/kill-points.ts'
import { writeProfile } from './support/profile.ts'
import { statusBar } from './support/screen.ts'
import { type IntentInput, reaches, submit } from './support/submit.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader, withNewToken } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

const SOAK = process.env.ISOTHERM_SOAK === '1'
const SEED = Number(process.env.ISOTHERM_SEED ?? 2611)
const POINTS = SOAK ? randomPoints(220, seeded(SEED)) : chosenPoints(30, seeded(SEED))
/** A window adds nothing to what main does after a crash; a few points show that the whole of it holds. */
const WITH_WINDOWS = ACTS.filter((act) => SOAK || act === 'gtc' || act === 'close').map(
  (act, i): KillPoint => ({ act, state: ['sent', 'acknowledged'][i % 2] ?? '', later: i }),
)
/** A machine under load, and a venue that asks for a pause, are waited for. */
const PATIENCE = 100_000
/** Longer than a prepared action lives, and the grace after it. */
const PAST_EVERY_EXPIRY = 60_000

interface World {
  readonly venue: TestVenue
  readonly trader: Trader
  readonly profile: string
  readonly userDataDir: string
  readonly asset: string
  round: number
}

async function openWorld(): Promise<World> {
  // One bucket a day: no settlement takes orders away while the rounds are played.
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const bucket = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  return {
    venue,
    trader: await newTrader(venue, 7200),
    profile: writeProfile(venue.url),
    userDataDir: newDataDir(),
    asset: bucket.current.asset,
    round: 0,
  }
}

/** The whole of main, with or without a window, and the way to call and to end it. */
interface Running extends Bridge {
  readonly ended: Promise<unknown>
  quit(): Promise<void>
  kill(): Promise<void>
}

async function start(world: World, point: KillPoint | null, windows = false): Promise<Running> {
  const { profile, userDataDir } = world
  // A token of its own for each start: the venue limits the requests of one, and dozens of starts a minute are not what it means.
  const trader = await withNewToken(world.venue, world.trader)
  const env = { ...NO_KEYCHAIN, ...(point === null ? {} : { ISOTHERM_TEST_KILL_AT: switchOf(point) }) }
  if (windows) {
    const terminal = await launch({ profile, userDataDir, env })
    const running = { ...terminal, ...bridgeOf(terminal.page) }
    await importSecrets(running, trader)
    await expect(statusBar(terminal.page)).toContainText(/Agent 0x/, { timeout: 20_000 })
    return running
  }
  const running = await launchWindowless({ profile, userDataDir, env })
  await running.call('watch', { topic: 'session' })
  await importSecrets(running, trader)
  const agent = () => running.topic('session')?.agent.state
  await expect.poll(agent, { intervals: [10, 20, 40], timeout: PATIENCE }).toBe('approved')
  return running
}

async function order(world: World, kind: 'gtc' | 'ioc', size: string): Promise<IntentInput> {
  const { mark } = await world.venue.read<{ mark: string }>(`/v1/ticker?asset=${world.asset}`)
  const factor = kind === 'gtc' ? 0.985 - (world.round % 20) / 2000 : 1.01
  const price = (Number(mark) * factor).toFixed(2)
  const tif = kind === 'gtc' ? 'GTC' : 'IOC'
  return { kind: 'place', asset: world.asset, side: 'buy', price, size, tif, reduceOnly: false }
}

/** Makes what the act needs, and gives its intent. */
async function intentFor({ act }: KillPoint, world: World): Promise<IntentInput> {
  const { asset, round, venue, trader } = world
  switch (act) {
    case 'gtc':
    case 'ioc':
      return order(world, act, '0.2')
    case 'predict': {
      const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
      const targetF = (Number(mark) - 497).toFixed(1)
      return { kind: 'predict', asset, targetF, size: '0.2', direction: 'long', slippagePct: '3' }
    }
    case 'cancel': {
      const { orders, open } = await readStory(venue, trader.address, world.userDataDir)
      const target = orders.find(({ oid, cloid }) => open.has(oid) && cloid !== null)
      if (target === undefined) throw new Error('there is no order to cancel')
      return { kind: 'cancel', asset, oid: target.oid, cloid: target.cloid }
    }
    case 'close':
      return { kind: 'close', asset, size: '0.2', slippagePct: '3' }
    case 'leverage':
      return { kind: 'leverage', asset, leverage: 2 + (round % 4) }
    case 'approve_agent':
      return { kind: 'approve_agent' }
  }
}

/** Something to close and something to cancel, whatever the points are. */
async function prepareAccount(world: World, points: readonly KillPoint[]): Promise<void> {
  const running = await start(world, null)
  const cancels = points.filter(({ act }) => act === 'cancel').length
  const bought = await submit(running, await order(world, 'ioc', '14'))
  await reaches(world.userDataDir, bought, ['filled'])
  for (let i = 0; i < cancels; i += 1) {
    world.round += 1
    const id = await submit(running, await order(world, 'gtc', '0.2'))
    await reaches(world.userDataDir, id, ['resting'])
    if (i % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  await running.quit()
}

/** Says yes to a prediction's estimate, where main lives long enough to ask. */
async function confirm(running: Running, { userDataDir }: World, actionId: string): Promise<void> {
  let ended = false
  void running.ended.then(() => {
    ended = true
  })
  while (!ended) {
    const estimate = readJournal(userDataDir).find(({ id }) => id === actionId)?.estimate
    if (estimate != null) {
      await running.call('confirmEstimate', { actionId, estimateId: estimate.id, accept: true })
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Waits for the crash. @throws Error with what became of the action instead, when it never comes to the point. */
async function died(running: Running, { userDataDir }: World, point: KillPoint, id: string): Promise<void> {
  const late = Symbol('late')
  const end = await Promise.race([
    running.ended,
    new Promise((resolve) => setTimeout(() => resolve(late), PATIENCE).unref()),
  ])
  if (end !== late) return
  const action = readJournal(userDataDir).find((candidate) => candidate.id === id)
  throw new Error(`main was not killed: ${nameOf(point)}: ${action?.steps.join(' ')}; ${action?.message}`)
}

/** Kills main at each of the points, and then holds the venue against the journal. */
async function play(points: readonly KillPoint[], windows: boolean): Promise<void> {
  const world = await openWorld()
  let running: Running | null = null
  try {
    await prepareAccount(world, points)
    for (const point of points) {
      world.round += 1
      running = await start(world, point, windows)
      const id = await submit(running, await intentFor(point, world))
      if (point.act === 'predict') await confirm(running, world, id)
      await died(running, world, point, id)
      await running.kill()
      running = null
      const killed = readJournal(world.userDataDir).find((action) => action.id === id)
      if (point.later === null) expect(killed?.state, nameOf(point)).toBe(point.state)
      else expect(killed?.steps, nameOf(point)).toContain(point.state)
    }
    await world.venue.control('clock', { advance_ms: PAST_EVERY_EXPIRY })
    running = await start(world, null, windows)
    const story = () => readStory(world.venue, world.trader.address, world.userDataDir)
    await expect.poll(async () => unsettled(await story()), { timeout: 30_000 }).toEqual([])
    const end = await story()
    expect(disagreements(end)).toEqual([])
    expect(end.actions.length).toBeGreaterThanOrEqual(points.length)
    expectToBeFound(end)
  } finally {
    await running?.kill()
    await world.venue.stop()
  }
}

/** The comparison itself must see an order that is lost, doubled, or in no journal. */
function expectToBeFound(story: Story): void {
  const [first] = story.orders
  if (first === undefined) throw new Error('there is no order at all')
  const twin = { ...first, oid: `${first.oid}0` }
  const stranger = { ...twin, cloid: '0x00000000000000000000000000000000' }
  expect(disagreements({ ...story, orders: [...story.orders, twin] })).not.toEqual([])
  expect(disagreements({ ...story, orders: [...story.orders, stranger] })).not.toEqual([])
  expect(disagreements({ ...story, orders: story.orders.slice(1) })).not.toEqual([])
}

test.describe('a terminal killed with SIGKILL loses no order and doubles none', () => {
  test(`at ${POINTS.length} steps, seed ${SEED}`, async () => {
    test.setTimeout(SOAK ? 1_800_000 : 180_000)
    await play(POINTS, false)
  })

  test('with its windows, while it trades', async () => {
    test.setTimeout(120_000)
    await play(WITH_WINDOWS, true)
  })
})
