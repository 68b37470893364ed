/** The environment of the acts in kill rounds: prices, orders and positions. */
import { expect } from '@playwright/test'
import type { Bridge } from './bridge.ts'
import { readJournal } from './journal.ts'
import { type IntentInput, reaches, submit } from './submit.ts'
import type { Trader } from './trader.ts'
import type { TestVenue } from './venue.ts'

export interface World {
  readonly venue: TestVenue
  readonly trader: Trader
  readonly profile: string
  readonly userDataDir: string
  /** Outside temperature, °F, when the rounds start. */
  readonly temperature: string
  /** The live scalar asset, the active binary one, and an outcome market that stays open. */
  readonly asset: string
  readonly binary: string
  readonly outcome: { readonly outcomeId: number; readonly coin: string; readonly coins: readonly string[] }
  round: number
  /** The order that the last exit plan was set for. */
  entry: string | null
  /** The last exit plan on a position, and the position's size at that time. */
  plan: string
  held: number
}

/** Maximum wait for an act's preparations, ms. */
export const PREPARATION = 60_000

interface Held {
  readonly asset: string
  readonly size: string
}

export const markOf = async ({ venue, asset }: World): Promise<number> =>
  Number((await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)).mark)

export async function sizeHeld({ venue, trader }: World, asset: string): Promise<number> {
  const { positions } = await venue.read<{ positions: Held[] }>(`/v1/positions/${trader.address}`)
  return Number(positions.find((position) => position.asset === asset)?.size ?? 0)
}

export async function limitOrder({ venue, asset, round }: World, kind: 'gtc' | 'ioc', size: string) {
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  // Each round's resting order has its own price, within the price band.
  const away = kind === 'gtc' ? -6 - (round % 20) / 10 : 5
  const price = (Number(mark) + away).toFixed(2)
  const tif = kind === 'gtc' ? 'GTC' : 'IOC'
  return { kind: 'place', asset, side: 'buy', price, size, tif, reduceOnly: false } as const
}

/** Ensures a long position to close, even where a reversal left a short one. */
export async function hold(running: Bridge, world: World): Promise<void> {
  const held = await sizeHeld(world, world.asset)
  if (held >= 1) return
  await does(running, world, await limitOrder(world, 'ioc', (4 - held).toFixed(4)), ['filled'])
}

/** Submits an intent, confirms its estimate if it has one, and waits for one of the states. */
export async function does(
  running: Bridge,
  world: World,
  intent: IntentInput,
  states: readonly string[],
): Promise<void> {
  const id = await submit(running, intent)
  if (intent.kind === 'binary_predict') await confirm(running, world, id)
  await reaches(world.userDataDir, id, states, PREPARATION)
}

/** States of an action before the confirmation of its estimate was accepted. */
const UNCONFIRMED = ['drafted', 'checked', 'journalled', 'prepared']

/** Confirms a prediction's estimate, and its successor if one expired on a slow machine, while main lives. */
export async function confirm(running: Bridge, { userDataDir }: World, actionId: string): Promise<void> {
  let answered: string | null = null
  const isOver = async (): Promise<boolean> => {
    const action = readJournal(userDataDir).find(({ id }) => id === actionId)
    if (action !== undefined && !UNCONFIRMED.includes(action.state)) return true
    const estimateId = action?.estimate?.id ?? null
    if (estimateId !== null && estimateId !== answered) {
      await running.press('confirmEstimate', { actionId, estimateId, accept: true })
      answered = estimateId
    }
    const answer = await running.call('readLayout', {})
    return !answer.ok && answer.error.code === 'ended'
  }
  await expect.poll(isOver, { timeout: PREPARATION, intervals: [10, 20, 40] }).toBe(true)
}
