/** What the next start has to make of an act that was killed, besides its actions. */
import { expect } from '@playwright/test'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { isReversalFinal } from '../../contract/reversal.ts'
import type { World } from './acts.ts'
import { readJournal } from './journal.ts'
import type { Act } from './kill-points.ts'
import type { launchWindowless } from './windowless/index.ts'

type Windowless = Awaited<ReturnType<typeof launchWindowless>>
type Check = (running: Windowless, world: World) => Promise<void>

const POLLED = { intervals: [10, 20, 40], timeout: 100_000 }

/** Lets a stop whose close was cut off come to its end, so that it does not meet a later round's kill of a close. */
const stopsEnd: Check = async (running) => {
  await running.call('watch', { topic: 'conditionals' })
  const open = () => running.topic('conditionals')?.filter(({ state }) => !isConditionalFinal(state))
  await expect.poll(open, POLLED).toEqual([])
}

/** A reversal is read to its end, and has opened no more than it closed. */
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
  readonly filled: string
}

/** The plan covers what its entry filled, by the venue's own word, and ends where that is nothing; then it is taken away. */
const planProtects: Check = async (running, world) => {
  const { venue, trader, userDataDir, entry } = world
  await running.call('watch', { topic: 'conditionals' })
  const mine = () => running.topic('conditionals')?.filter(({ plan }) => plan?.entry === entry) ?? []
  const told = async (): Promise<string> => {
    const action = readJournal(userDataDir).find(({ id }) => id === entry)
    const orders = await venue.read<VenueOrder[]>(`/v1/orders/history/${trader.address}?limit=500`)
    const filled = Number(orders.find(({ cloid }) => cloid !== null && cloid === action?.cloid)?.filled ?? '0')
    const stop = mine().find(({ plan }) => plan?.role === 'stop')
    if (stop === undefined) return 'no stop'
    if (filled === 0) return isConditionalFinal(stop.state) ? 'right' : `${stop.state} of nothing`
    const covered = Number(stop.plan?.size ?? 0)
    return stop.state === 'armed' && covered === filled ? 'right' : `${stop.state}: ${covered} of ${filled}`
  }
  await expect.poll(told, POLLED).toBe('right')
  const plan = mine().find(({ state }) => !isConditionalFinal(state))?.plan?.id
  if (plan !== undefined) await running.call('cancelExitPlan', { plan })
  await stopsEnd(running, world)
}

/** By act; those that are not here are told by their actions alone. */
export const AFTER_KILL: { readonly [A in Act]?: Check } = {
  stop: stopsEnd,
  reverse: reversalEnds,
  reverse_open: reversalEnds,
  exit_plan: planProtects,
}
