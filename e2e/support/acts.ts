/** How a kill round performs each act, with its preparations: through the bridge, like a window. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '../../contract/ipc.ts'
import { confirm, does, hold, limitOrder, markOf, sizeHeld, type World } from './act-world.ts'
import type { Bridge } from './bridge.ts'
import { cancelResting, enterWithPlan, exitByPlan, type PlanAct } from './exit-acts.ts'
import type { Act } from './kill-points.ts'
import { type IntentInput, submit } from './submit.ts'
import { untilAccepted } from './until-accepted.ts'

interface Open {
  readonly oid: string
  readonly cloid: string | null
  readonly asset: string
}

const worst = (price: number, places: number) => ({ kind: 'worst', price: price.toFixed(places) }) as const
const within = (distance: string) => ({ kind: 'distance', distance, bound: null }) as const

/**
 * Starts the act without waiting for its end: main may be killed first.
 * @param ready called once the preparations are done, right before the act.
 */
export async function begin(act: Act, running: Bridge, world: World, ready: () => Promise<unknown>): Promise<void> {
  // Each stop test lowers the temperature: without a reset, UP would end up worthless.
  await world.venue.control('oracle', { temperature_f: world.temperature })
  switch (act) {
    case 'cancel_all':
      await openOrder(running, world)
      await ready()
      void running.call('cancelAll', { requestId: randomUUID(), asset: null })
      return
    case 'move':
    case 'move_place': {
      // A new order: one that an earlier round was canceling may be gone.
      await does(running, world, await limitOrder(world, 'gtc', '0.3'), ['resting'])
      const open = await world.venue.read<(Open & { price: string; size: string })[]>(
        `/v1/orders/open/${world.trader.address}`,
      )
      const order = open.toSorted((a, b) => Number(b.oid) - Number(a.oid))[0]
      if (order === undefined) throw new Error('there is no order to move')
      const price = (Number(order.price) - 0.05).toFixed(2)
      await ready()
      void running.call('moveOrder', {
        requestId: randomUUID(),
        asset: order.asset,
        oid: order.oid,
        price,
        size: '0.3',
      })
      return
    }
    case 'reverse':
    case 'reverse_open': {
      await cancelResting(running, world)
      const mark = await markOf(world)
      await ready()
      const price = (mark - 5).toFixed(2)
      const reversal: InputOf<'reversePosition'> = {
        requestId: randomUUID(),
        close: {
          ...{ kind: 'close', asset: world.asset, position: 'long', size: null },
          protection: { kind: 'worst', price, bound: null },
        },
        worst: price,
      }
      return untilAccepted(() => running.call('reversePosition', reversal), /stale|no position|loading|too_often/i)
    }
    case 'exit_plan':
      return enterWithPlan('at_once', running, world, ready)
    case 'plan_fills':
      return enterWithPlan('in_parts', running, world, ready)
    case 'plan_stop':
    case 'plan_widen':
    case 'plan_target':
    case 'plan_time':
    case 'plan_trail':
    case 'plan_even':
      return exitByPlan(act, running, world, ready)
    case 'widen': {
      const mark = await markOf(world)
      await ready()
      const size = (0.2 + (world.round % 70) / 100).toFixed(2)
      const protection = { kind: 'worst', price: (mark + 6).toFixed(2), bound: (mark - 6).toFixed(2) } as const
      await submit(running, { kind: 'close', position: 'long', asset: world.asset, size, protection })
      return
    }
    case 'scale':
    case 'slices': {
      const order = await algoOrder(act, world)
      await ready()
      return beginAlgo(running, order)
    }
    case 'flatten':
      await hold(running, world)
      await ready()
      void running.call('flatten', {
        ...{
          requestId: randomUUID(),
          distances: { scalar: { distance: '10', bound: null }, probability: { distance: '0.3', bound: null } },
          cancelOrders: false,
        },
      })
      return
    case 'stop':
      return triggerStop(running, world, ready)
    default: {
      const intent = await intentFor(act, running, world)
      await ready()
      const id = await submit(running, intent)
      if (intent.kind === 'predict' || intent.kind === 'binary_predict') void confirm(running, world, id)
    }
  }
}

/** Acts that are a single intent. */
type SingleAct = Exclude<
  Act,
  | PlanAct
  | 'plan_fills'
  | 'exit_plan'
  | 'cancel_all'
  | 'move'
  | 'move_place'
  | 'reverse'
  | 'reverse_open'
  | 'widen'
  | 'scale'
  | 'slices'
  | 'flatten'
  | 'stop'
>

/** Makes what the act needs (a position, an order), and returns its intent. */
async function intentFor(act: SingleAct, running: Bridge, world: World): Promise<IntentInput> {
  const { asset, binary, round, outcome, venue } = world
  /** A different amount each round, so that rounds are distinguishable. */
  const amount = (1 + round / 100).toFixed(2)
  /** Size to close from a larger position, different each round: closes carry no id of the terminal, so only the size reveals a duplicate. */
  const part = (0.2 + (round % 70) / 100).toFixed(2)
  const outcomeOrder = { kind: 'outcome_order', asset: outcome.coin, side: 'buy' } as const
  switch (act) {
    case 'gtc':
    case 'ioc':
      return limitOrder(world, act, '0.2')
    case 'direct':
      return { ...(await limitOrder(world, 'gtc', amount)), signer: 'wallet' }
    case 'predict': {
      const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
      const targetF = (Number(mark) - 497).toFixed(1)
      return {
        kind: 'predict',
        asset,
        targetF,
        size: '0.2',
        direction: 'long',
        protection: worst(Number(mark) + 8, 2),
      }
    }
    case 'cancel':
      return { kind: 'cancel', ...(await openOrder(running, world)) }
    case 'close':
      await hold(running, world)
      return { kind: 'close', position: 'long', asset, size: part, protection: within('10') }
    case 'leverage':
      return { kind: 'leverage', asset, leverage: 2 + (round % 4) }
    case 'approve_agent':
      return { kind: 'approve_agent' }
    case 'binary_setup':
      return { kind: 'binary_setup' }
    case 'binary_predict':
      return {
        kind: 'binary_predict',
        asset: binary,
        direction: 'UP',
        amount: '4',
        protection: await nearUp(world),
        setsLeverage: true,
      }
    case 'binary_close':
      await holdBinary(running, world)
      return { kind: 'close', position: 'long', asset: binary, size: part, protection: within('0.3') }
    case 'outcome_limit':
      return { ...outcomeOrder, size: amount, mode: { kind: 'limit', price: '0.01' } }
    case 'outcome_market': {
      const coins = encodeURIComponent(outcome.coin)
      const read = await venue.read<Record<string, { price: string }[]>>(`/v1/outcomes/price-history?coins=${coins}`)
      const protection = worst(Math.min(0.999, Number(read[outcome.coin]?.at(-1)?.price ?? '0.8') + 0.1), 3)
      return { ...outcomeOrder, size: amount, mode: { kind: 'market', protection } }
    }
    case 'outcome_cancel':
      return { kind: 'cancel', ...(await openOutcomeOrder(running, world)) }
    case 'outcome_close':
      await holdShares(running, world)
      return { kind: 'close', position: 'long', asset: outcome.coin, size: part, protection: within('0.3') }
    case 'transfer':
      return { kind: 'transfer', amount }
    case 'split':
      return splitIntent(world, amount)
    case 'merge':
      // Uses existing pairs: a split here would be a conversion too, and main would be killed in it.
      return { kind: 'convert', conversion: 'merge', outcomeId: outcome.outcomeId, questionId: null, amount }
  }
}

/** A worst price for UP ten cents above the market: within the price band, and marketable. */
export async function nearUp({ venue, binary }: World) {
  const { c } = await venue.read<{ c?: number[] }>(`/tv-mark/history?symbol=${binary}&resolution=15S&countback=100`)
  return worst(Math.min(0.99, (c?.at(-1) ?? 0.5) + 0.1), 3)
}

type AlgoInput = InputOf<'checkAlgo'>

/** Starts an algo order; retries while it is refused for stale prices, as right after a start. */
const beginAlgo = (running: Bridge, order: AlgoInput): Promise<void> =>
  untilAccepted(() => running.press('beginAlgo', { ...order, requestId: randomUUID() }), /^market_closed/)

/** Three limits below the market, or three slices that trade at once. */
async function algoOrder(act: 'scale' | 'slices', { venue, asset, round }: World): Promise<AlgoInput> {
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const at = (above: number) => (Number(mark) + above).toFixed(2)
  if (act === 'slices') {
    const terms = { slices: 3, every: 5, worst: at(5), how: 'cross', requotes: 0 } as const
    return { asset, side: 'buy', reduceOnly: false, terms: { kind: 'slices', total: '0.6', ...terms } }
  }
  const orders = [0, 1, 2].map((i) => ({ price: at(-6 - (round % 20) / 20 - i / 2), size: '0.2' }))
  return { asset, side: 'buy', reduceOnly: false, terms: { kind: 'scale', tif: 'GTC', orders } }
}

/**
 * Sets a stop close to the mark, and lowers the temperature through it. A larger fall would liquidate the UP position, which adds an order without an
 * action to the account's history.
 */
async function triggerStop(running: Bridge, world: World, ready: () => Promise<unknown>): Promise<void> {
  const { venue, asset } = world
  await hold(running, world)
  await ready()
  let mark = 0
  const holdStop = async () => {
    // Read on each attempt: after the previous round the mark is still moving back.
    mark = await markOf(world)
    const stop = (mark - 0.06).toFixed(2)
    return running.call('setExitPlan', {
      ...{ requestId: randomUUID(), asset, source: 'mark', protection: { distance: '10', bound: null } },
      ...{ position: 'long', entry: null, covers: '0.2', name: null, acceptsUntil: true },
      terms: {
        ...{ stop: { by: 'price', price: stop }, targets: [] },
        ...{ breakEven: null, trail: null, outBefore: null },
      },
    })
  }
  // Right after a start the mark and the bucket may be stale for a moment, until the feed runs for the signed-in trader.
  await untilAccepted(holdStop, /stale|Paused|must lie|too_often/)
  await venue.control('oracle', { temperature_f: (mark - 500 - 0.12).toFixed(2) })
}

/** Whether there are too few shares of both sides for a merge; a flatten sells those that have a price. */
export async function lacksPairs(world: World): Promise<boolean> {
  const held = await Promise.all(world.outcome.coins.map((coin) => sizeHeld(world, coin)))
  return Math.min(...held) < 10
}

/** The intent that splits USDH into pairs of both sides. */
export const splitIntent = ({ outcome }: World, amount: string): IntentInput => ({
  kind: 'convert',
  conversion: 'split',
  outcomeId: outcome.outcomeId,
  questionId: null,
  amount,
})

async function holdBinary(running: Bridge, world: World): Promise<void> {
  if ((await sizeHeld(world, world.binary)) >= 1) return
  await does(running, world, await intentFor('binary_predict', running, world), ['filled'])
}

async function holdShares(running: Bridge, world: World): Promise<void> {
  if ((await sizeHeld(world, world.outcome.coin)) >= 1) return
  await does(running, world, await intentFor('split', running, world), ['done'])
}

/** An open scalar order with a client order id; placed if there is none. */
async function openOrder(running: Bridge, world: World) {
  const { venue, trader } = world
  const find = async () =>
    (await venue.read<Open[]>(`/v1/orders/open/${trader.address}`)).find(({ cloid }) => cloid !== null)
  if ((await find()) === undefined) await does(running, world, await limitOrder(world, 'gtc', '0.2'), ['resting'])
  return nameOf(await find())
}

async function openOutcomeOrder(running: Bridge, world: World) {
  const { venue, trader } = world
  const find = async () => (await venue.read<Open[]>(`/v1/outcomes/orders/open/${trader.address}`, trader.token))[0]
  if ((await find()) === undefined) {
    await does(running, world, await intentFor('outcome_limit', running, world), ['resting'])
  }
  return nameOf(await find())
}

function nameOf(order: Open | undefined) {
  if (order === undefined) throw new Error('there is no order to cancel')
  const { oid, cloid, asset } = order
  return { oid, cloid, asset }
}
