/** Kill-round acts with exit plans: an entry with its plan, and each exit of a position, triggered by temperature or time. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { InputOf } from '../../contract/ipc.ts'
import { TWAP_WINDOW } from '../../contract/market.ts'
import { hold, limitOrder, markOf, PREPARATION, sizeHeld, type World } from './act-world.ts'
import type { Bridge } from './bridge.ts'
import { submit } from './submit.ts'
import { untilAccepted } from './until-accepted.ts'

/** Acts of a plan on a position. */
export const PLAN_ACTS = ['plan_stop', 'plan_widen', 'plan_target', 'plan_time', 'plan_trail', 'plan_even'] as const
export type PlanAct = (typeof PLAN_ACTS)[number]

/** Size of the position that each plan covers. */
export const COVERED = 1
/** Fall at which the venue does not liquidate UP yet, °F below the mark at which the plan is set. */
const FALL = 0.12
/** Distance of makers' quotes below a bid in front of their asks, °F. */
const SHADE = 0.03

type PlanInput = InputOf<'setExitPlan'>
type Terms = PlanInput['terms']
const NOTHING: Terms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }

/** The exits of an act, from the current mark. */
async function termsOf(act: PlanAct, world: World, mark: number): Promise<Terms> {
  const at = (above: number) => ({ by: 'price', price: (mark + above).toFixed(2) }) as const
  const far = { by: 'distance', distance: '20' } as const
  switch (act) {
    case 'plan_stop':
    case 'plan_widen':
      return { ...NOTHING, stop: at(-FALL / 2) }
    case 'plan_target':
      return { ...NOTHING, stop: far, targets: [{ level: at(0.06), share: { of: 'position', percent: '100' } }] }
    case 'plan_time':
      // A time that is already due when set would be refused.
      return { ...NOTHING, stop: far, outBefore: Math.floor((await untilFinalWindow(world)) / 1000) - 5 }
    case 'plan_trail':
      return { ...NOTHING, trail: { distance: '0.30', after: { when: 'at_once' } } }
    case 'plan_even':
      return { ...NOTHING, stop: at(-0.5), breakEven: { when: 'moved', distance: '1' } }
  }
}

interface Positions {
  readonly positions: readonly { readonly asset: string; readonly entry_px: string }[]
}

async function entryOf({ venue, trader, asset }: World): Promise<number> {
  const { positions } = await venue.read<Positions>(`/v1/positions/${trader.address}`)
  return Number(positions.find((position) => position.asset === asset)?.entry_px ?? 0)
}

interface Bucket {
  readonly server_time: number
  readonly current: { readonly end: number }
}

async function untilFinalWindow({ venue }: World): Promise<number> {
  const { server_time, current } = await venue.read<Bucket>('/v1/bucket')
  return current.end - TWAP_WINDOW - server_time
}

/** Sets the plan on a part of the position, and triggers it. */
export async function exitByPlan(act: PlanAct, running: Bridge, world: World, ready: () => Promise<unknown>) {
  await cancelResting(running, world)
  await hold(running, world)
  world.held = await sizeHeld(world, world.asset)
  await ready()
  let mark = 0
  world.plan = randomUUID()
  await setPlan(running, async () => {
    // The previous round may have moved it, and it is on its way there.
    mark = await markOf(world)
    return {
      ...{ requestId: world.plan, asset: world.asset, position: 'long', entry: null, covers: String(COVERED) },
      ...{ name: null, source: 'mark', acceptsUntil: true },
      terms: await termsOf(act, world, mark),
      protection: act === 'plan_widen' ? { distance: '0.01', bound: '10' } : { distance: '10', bound: null },
    }
  })
  if (act === 'plan_stop' || act === 'plan_widen') await moveTo(world, mark - FALL)
  if (act === 'plan_target') await moveTo(world, mark + FALL)
  // The price has moved far enough that the entry plus fees is behind it.
  if (act === 'plan_even') await moveTo(world, Math.max(mark, await entryOf(world)) + 2)
  if (act !== 'plan_trail') return
  await moveTo(world, mark + 0.06)
  await moveTo(world, mark + FALL)
}

/** Cancels orders left by earlier rounds: they would trade as the price moves, changing the position; or trade with what an act opens. */
export async function cancelResting(running: Bridge, { venue, trader, asset }: World): Promise<void> {
  const resting = async () =>
    (await venue.read<readonly { readonly asset: string }[]>(`/v1/orders/open/${trader.address}`)).filter(
      (order) => order.asset === asset,
    )
  if ((await resting()).length === 0) return
  await running.call('cancelAll', { requestId: randomUUID(), asset })
  await expect.poll(resting, { intervals: [10, 20, 40], timeout: PREPARATION }).toEqual([])
}

/** Moves the price to the trigger of a plan's moved stop. */
export const comeToStop = async (world: World, trigger: string): Promise<void> => moveTo(world, Number(trigger) - 0.06)

async function moveTo({ venue }: World, mark: number): Promise<void> {
  await venue.control('oracle', { temperature_f: (mark - 500).toFixed(2) })
}

/** Far from the price, so that none of its exits triggers in any round. @param fills whether the whole entry fills at once, otherwise it rests */
export async function enterWithPlan(
  fills: 'at_once' | 'in_parts',
  running: Bridge,
  world: World,
  ready: () => Promise<unknown>,
): Promise<void> {
  const entry = randomUUID()
  await setPlan(running, async () => ({
    ...{ requestId: randomUUID(), asset: world.asset, position: 'long', entry, covers: null, name: null },
    source: 'mark',
    terms: {
      ...NOTHING,
      stop: { by: 'distance', distance: '20' },
      targets: [{ level: { by: 'distance', distance: '20' }, share: { of: 'position', percent: '50' } }],
    },
    protection: { distance: '10', bound: null },
    acceptsUntil: true,
  }))
  world.entry = entry
  const order = await limitOrder(world, 'ioc', '0.2')
  await ready()
  if (fills === 'at_once') return void (await submit(running, order, entry))
  // First in the queue, so that the next seller meets it, with a part each.
  const { levels } = await world.venue.read<Book>(`/v1/book?asset=${world.asset}`)
  const ask = levels[1]?.[0]
  if (ask === undefined) throw new Error('there is no ask')
  const price = Number(ask.px) - 0.01
  await submit(running, { ...order, tif: 'GTC', price: price.toFixed(2), size: '6' }, entry)
  // The makers' value falls below it, so that none bids above it and sellers meet it; not so far that one takes all of it at once.
  await moveTo(world, (await markOf(world)) - SHADE)
}

interface Book {
  readonly levels: readonly (readonly { readonly px: string }[])[]
}

/**
 * Right after a start the mark and the bucket may be stale for a moment, until the feed runs for the signed-in trader, or the mark may differ from
 * the one just read.
 */
const setPlan = (running: Bridge, plan: () => Promise<unknown>): Promise<void> =>
  untilAccepted(
    async () => running.call('setExitPlan', (await plan()) as PlanInput),
    /stale|Paused|moment|must lie|too_often/i,
  )
