/** Required results of the next start after a killed act, besides its actions. */
import { expect } from '@playwright/test'
import { isAlgoFinal } from '../../contract/algo.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { isMoveUnderWay } from '../../contract/move.ts'
import { isReversalFinal } from '../../contract/reversal.ts'
import { sizeHeld, type World } from './act-world.ts'
import { COVERED, comeToStop, PLAN_ACTS } from './exit-acts.ts'
import { readExits, readJournal } from './journal.ts'
import type { Act } from './kill-points.ts'
import type { launchWindowless } from './windowless/index.ts'

type Windowless = Awaited<ReturnType<typeof launchWindowless>>
type Check = (running: Windowless, world: World) => Promise<void>

const POLLED = { intervals: [10, 20, 40], timeout: 100_000 }

/** Lets a stop with an interrupted close finish, so that it does not meet a later round's kill of a close. */
const stopsEnd: Check = async (running) => {
  await running.call('watch', { topic: 'conditionals' })
  const open = () => running.topic('conditionals')?.filter(({ state }) => !isConditionalFinal(state))
  await expect.poll(open, POLLED).toEqual([])
}

/** A reversal finishes, and has opened no more than it closed. */
const reversalEnds: Check = async (running) => {
  await running.call('watch', { topic: 'reversals' })
  const wrong = () =>
    running
      .topic('reversals')
      ?.filter(({ state, closed, opened }) => !isReversalFinal(state) || Number(opened ?? 0) > Number(closed ?? 0))
  await expect.poll(wrong, POLLED).toEqual([])
}

interface VenueOrder {
  readonly cloid: string | null
  readonly status: string
  readonly filled: string
}

/** The venue's state of an order, open or over. Open ones are read first: one that ends meanwhile appears in both. */
async function orderAt({ venue, trader }: World, cloid: string | null | undefined): Promise<VenueOrder | undefined> {
  const open = await venue.read<VenueOrder[]>(`/v1/orders/open/${trader.address}`)
  const over = await venue.read<VenueOrder[]>(`/v1/orders/history/${trader.address}?limit=500`)
  return [...over, ...open].find((order) => order.cloid !== null && order.cloid === cloid)
}

/**
 * The plan covers the fills of its entry, according to the venue: without fills it waits while the order rests, and is over otherwise. Then it is
 * canceled.
 */
const planProtects: Check = async (running, world) => {
  const { userDataDir, entry } = world
  await running.call('watch', { topic: 'conditionals' })
  const mine = () => running.topic('conditionals')?.filter(({ plan }) => plan.entry === entry) ?? []
  const coverage = async (): Promise<string> => {
    const action = readJournal(userDataDir).find(({ id }) => id === entry)
    const order = await orderAt(world, action?.cloid)
    const filled = Number(order?.filled ?? '0')
    const stop = mine().find(({ plan }) => plan.role === 'stop')
    if (stop === undefined) return 'no stop'
    if (filled === 0) {
      const isRight = order?.status === 'resting' ? stop.state === 'waiting' : isConditionalFinal(stop.state)
      return isRight ? 'right' : `${stop.state} of nothing`
    }
    const covered = Number(stop.plan.size)
    return stop.state === 'armed' && covered === filled ? 'right' : `${stop.state}: ${covered} of ${filled}`
  }
  await expect.poll(coverage, POLLED).toBe('right')
  const plan = mine().find(({ state }) => !isConditionalFinal(state))?.plan.id
  if (plan !== undefined) await running.call('cancelExitPlan', { plan })
  await stopsEnd(running, world)
}

/** The current exits of the round's plan. */
const exitsOf = (running: Windowless, world: World) =>
  running.topic('conditionals')?.filter(({ plan }) => plan.id === world.plan) ?? []

/** The plan closes exactly what it covers, according to the venue, and is over then. */
const planCloses: Check = async (running, world) => {
  await stopsEnd(running, world)
  const closed = async () => Number((world.held - (await sizeHeld(world, world.asset))).toFixed(4))
  await expect.poll(closed, POLLED).toBe(COVERED)
}

/** A stop moved by the price is no lower than in the journal, and closes there; its plan may never have been set. */
const planFollows: Check = async (running, world) => {
  const kept = readStop(world)
  await running.call('watch', { topic: 'conditionals' })
  if (kept === null) return
  const stop = () => exitsOf(running, world).find(({ plan }) => plan.role === 'stop')
  await expect.poll(() => stop()?.state, POLLED).toBe('armed')
  expect(Number(stop()?.trigger)).toBeGreaterThanOrEqual(Number(kept))
  await comeToStop(world, stop()?.trigger ?? '')
  await planCloses(running, world)
}

/** The stop of the round's plan in the journal; null when it was never set. */
function readStop({ userDataDir, plan }: World): string | null {
  const stop = readExits(userDataDir).find((exit) => exit.plan.id === plan && exit.plan.role === 'stop')
  return stop?.trigger ?? null
}

/** A move finishes or waits for the trader, and its old and new order together trade no more than the total. */
const moveEnds: Check = async (running) => {
  await running.call('watch', { topic: 'moves' })
  const underWay = () => running.topic('moves')?.filter(({ state }) => isMoveUnderWay(state))
  await expect.poll(underWay, POLLED).toEqual([])
  const left = running.topic('moves')?.filter(({ state }) => state === 'not_replaced') ?? []
  for (const { id } of left) await running.call('abandonMove', { id })
}

/** It waits for the trader and sends nothing by itself; resumed, it places the missing orders, each once; stopped, all of it is canceled. */
const scaleResumes: Check = async (running) => {
  const algo = await newestAlgo(running)
  if (algo() === undefined) return
  const state = () => algo()?.state
  await expect.poll(state, POLLED).toMatch(/^(paused|resting|done)$/)
  if (state() === 'paused') {
    expect(await running.press('resumeAlgo', { id: algo()?.id ?? '', most: algo()?.total ?? null })).toMatchObject({
      ok: true,
    })
    await expect.poll(state, POLLED).toBe('resting')
  }
  const parts = algo()?.children.filter(({ filled }) => filled === null || Number(filled) > 0) ?? []
  expect(parts.map(({ part }) => part).toSorted()).toEqual([0, 1, 2])
  await running.call('stopAlgo', { id: algo()?.id ?? '', cancel: true })
  await expect.poll(state, POLLED).toBe('stopped')
}

/** The same for slices, which keep what they have filled. */
const slicesStop: Check = async (running) => {
  const algo = await newestAlgo(running)
  if (algo() === undefined) return
  const state = () => algo()?.state ?? 'failed'
  await expect.poll(state, POLLED).toMatch(/^(paused|done)$/)
  const sum = algo()?.children.reduce((all, { size }) => all + Number(size), 0) ?? 0
  expect(sum).toBeLessThanOrEqual(Number(algo()?.total) + 1e-9)
  if (state() === 'done') return
  await running.call('stopAlgo', { id: algo()?.id ?? '', cancel: true })
  await expect.poll(state, POLLED).toBe('stopped')
}

/** The round's algo order; undefined when the kill came before it was on disk. */
async function newestAlgo(running: Windowless) {
  await running.call('watch', { topic: 'algos' })
  await expect.poll(() => running.topic('algos') !== undefined, POLLED).toBe(true)
  const id = running.topic('algos')?.find(({ state }) => !isAlgoFinal(state))?.id
  return () => running.topic('algos')?.find((one) => one.id === id)
}

/** By act; for the others the check of their actions is enough. */
export const AFTER_KILL: { readonly [A in Act]?: Check } = {
  stop: stopsEnd,
  reverse: reversalEnds,
  reverse_open: reversalEnds,
  exit_plan: planProtects,
  plan_fills: planProtects,
  ...Object.fromEntries(PLAN_ACTS.map((act) => [act, planCloses])),
  plan_trail: planFollows,
  plan_even: planFollows,
  move: moveEnds,
  move_place: moveEnds,
  scale: scaleResumes,
  slices: slicesStop,
}
