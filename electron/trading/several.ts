/** What takes several actions: flatten, cancel all, moves, reversals and algo orders, and which of them ends which. */
import { actsUntil } from '../../contract/acts-until.ts'
import { childIntent, takesOf } from '../../contract/algo.ts'
import { ZERO } from '../../contract/decimal.ts'
import type { FlattenProtection } from '../../contract/flatten.ts'
import { pauseWords } from '../../contract/held-pause.ts'
import type { KillReport } from '../../contract/kill.ts'
import { Listeners, onAny } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import { createSteadyTime } from '../clock/index.ts'
import { FOR } from '../service/index.ts'
import type { AccountWatch } from './account/index.ts'
import type { ActionLog } from './actions/index.ts'
import { childrenOf, createAlgoCheck } from './algo-check.ts'
import { type AlgoNews, type Algos, createAlgos } from './algos/index.ts'
import type { ToldActions } from './closes/index.ts'
import { type CancelAllReport, cancelAll, createFlattens, type Flattens } from './flatten/index.ts'
import type { HeldTo } from './held-to.ts'
import type { Trading, TradingOptions } from './interface.ts'
import { createMoveCheck } from './move-check.ts'
import { createMoves, createReversals, type Moves, type Reversals } from './moves/index.ts'
import type { Pipeline } from './pipeline.ts'
import type { Reading } from './reading.ts'
import type { KillSwitch } from './risk/index.ts'
import type { SignedIn } from './signed-in.ts'
import { type Unverifiable, waitsForWord } from './unverifiable.ts'

interface KillOptions {
  readonly kill: Pick<KillSwitch, 'set'>
  /** No held work sends anything any more. */
  readonly pauseHeld: () => void
  readonly cancelAll: (requestId: string) => Promise<CancelAllReport>
  readonly flatten: Flattens['flatten']
}

/** All held work shares one budget. */
const HELD = { id: 'algo', what: 'Algo orders' } as const
/** The closes of a flatten use up nothing of what the hand may still send. */
const FLATTEN = { id: 'flatten', what: 'Flatten' } as const
/** What a parent order says that a kill paused. */
const KILLED = 'The deployment was killed.'

interface SeveralParts
  extends Pick<Pipeline, 'submit' | 'planning' | 'budgets'>,
    Pick<HeldTo, 'account' | 'entry' | 'throttle' | 'worst' | 'kill'> {
  readonly actionLog: ActionLog
  readonly told: ToldActions
  readonly watch: AccountWatch
  readonly ledger: Reading['ledger']
  readonly fills: Reading['fills']
  readonly orders: Reading['orders']
  readonly serverTime: () => Millis
  readonly signedIn: SignedIn['signedIn']
  /** Why an order of an asset could not be checked, as far as is known; null where it can. */
  readonly unverifiable: (asset: string) => Unverifiable | null
}

interface Several {
  readonly flattens: Flattens
  readonly moves: Moves
  readonly reversals: Reversals
  readonly algos: Algos
  readonly onAlgoNews: Trading['onAlgoNews']
  readonly cancelAll: Trading['cancelAll']
  readonly kill: Trading['kill']
  /** No move places, no reversal opens, and no algo order sends anything any more. @param asset only in it; null for all. @param account only of it; null for all. */
  stopMoves(asset: string | null, by: string, account?: string | null): void
}

export function createSeveral(options: TradingOptions, parts: SeveralParts): Several {
  const { service, keys, markets, record, clock, log } = options
  const { identity } = keys
  const { actionLog, told, watch, ledger, submit, fills, orders, serverTime, signedIn } = parts
  const { name: profile } = service.profile
  const address = () => identity.address()
  const ports = {
    actionLog: { ...actionLog, get: told.get },
    clock,
    lastOpenOrders: () => watch.openOrders(),
    lastPositions: () => watch.lastAccount()?.value.positions ?? [],
    freshOpenOrders: () => watch.freshOpenOrders(FOR.close),
    freshAccount: () => watch.freshAccountInParts(FOR.close),
    positionsByFills: (account: string) => ledger.openPositions(account),
    submit,
    isCurrent: (account: string): boolean => identity.address() === account,
  }
  const flattens = createFlattens({
    store: record.flattens,
    profile,
    ports: { ...ports, submit: (id, intent) => submit(id, intent, { held: FLATTEN }) },
    address,
    signedIn: () => signedIn('POST /v1/close'),
    serverTime,
    lastAccount: () => watch.lastAccount()?.value ?? null,
    restingOrders: () => watch.openOrders().length,
    onReads: onAny(watch.onChange, identity.onChange),
    log,
  })
  const freshPositionIn = async (asset: string) =>
    (await watch.freshAccount(FOR.order)).positions.find((position) => position.asset === asset) ?? null
  const { planning, entry, budgets, account, throttle } = parts
  const checkMove = createMoveCheck({ planning, entry, rate: budgets.of(undefined), service, watch, account, keys })
  const records = { profile, address, serverTime, onIdentity: identity.onChange, log }
  const orderStatus = (oid: string) =>
    service.for(FOR.held).outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), { oid })
  const moves = createMoves({
    ...records,
    store: record.moves,
    ports: {
      ...ports,
      fills,
      orders,
      freshAccount: () => watch.freshAccount(FOR.order),
      orderStatus,
      check: checkMove.inPlaceOf,
      cancelOff: () => cancelOff(service.profile.routes),
    },
    signedIn: () => signedIn('POST /v1/orders/cancel/prepare'),
  })
  const reversals = createReversals({
    ...records,
    store: record.reversals,
    ports: { ...ports, freshPosition: async (asset) => (await freshPositionIn(asset))?.size ?? ZERO },
    // That there is none is not believed of one read.
    positionIn: async (asset) => (await freshPositionIn(asset)) ?? (await freshPositionIn(asset)),
    check: checkMove.onceClosed,
    signedIn: () => signedIn('POST /v1/close'),
  })
  const steady = createSteadyTime(clock, markets)
  const marketTime = () => ({ time: steady(), isConfirmed: markets.isClockConfirmed() })
  const algoNews = new Listeners<[news: AlgoNews]>()
  const algos = createAlgos({
    store: record.algos,
    profile,
    ports: {
      ...ports,
      actionLog,
      facts: options.markets,
      fills,
      orders,
      orderStatus,
      serverTime,
      marketTime,
      rateFull: () => budgets.of(HELD).full(),
      throttled(account, id) {
        const found = throttle.paused(account).find((one) => one.id === id)
        return found === undefined ? null : pauseWords(found)
      },
      onThrottled: throttle.onPause,
      waitsForWord,
      check: createAlgoCheck({
        ...{ planning, entry, service, watch, account, keys, marketTime, unverifiable: parts.unverifiable },
        cancelOff: () => cancelOff(service.profile.routes),
      }),
      until: (ends) => actsUntil(ends, keys.last()),
      cannot: keys.cannot,
      takes: ({ terms }) => takesOf(terms, options.settings.limits().heldOrdersPerMinute),
    },
    address,
    signedIn: () => signedIn('POST /v1/orders/prepare'),
    onIdentity: identity.onChange,
    worst: (order) => entry.worstWith(childrenOf(order).map((one) => childIntent(order, one))),
    onNews: algoNews.notify,
    log,
  })
  parts.worst.addHeld(algos.risk)
  const stopMoves: Several['stopMoves'] = (asset, by, of = null) => {
    if (of === null) algos.stopAll(asset, by)
    else algos.pauseOf(of)
    moves.stop(asset, by, of)
    reversals.stop(asset, by, of)
  }
  const cancelEvery = (requestId: string, asset: string | null) =>
    cancelAll(requestId, asset, { ...ports, signedIn: () => signedIn('POST /v1/cancel') })
  return {
    flattens: {
      ...flattens,
      async flatten(request) {
        stopMoves(null, request.cancelOrders ? 'Flatten' : 'Close all')
        return flattens.flatten(request)
      },
      async goOn(id) {
        stopMoves(null, 'Flatten')
        return flattens.goOn(id)
      },
    },
    moves,
    reversals,
    algos,
    onAlgoNews: algoNews.on,
    cancelAll: oncePerRequest(async (requestId, asset: string | null) => {
      stopMoves(asset, 'Cancel all')
      return cancelEvery(requestId, asset)
    }, true),
    kill: createKill({
      kill: parts.kill,
      pauseHeld() {
        algos.pauseAll(KILLED)
        moves.stop(null, 'Kill')
        reversals.stop(null, 'Kill')
      },
      cancelAll: (requestId) => cancelEvery(requestId, null),
      flatten: flattens.flatten,
    }),
    stopMoves,
  }
}

/** Why a profile cannot cancel, or null. */
const cancelOff = ({ cancelPrepare, cancelSubmit }: TradingOptions['service']['profile']['routes']): string | null =>
  cancelPrepare === null || cancelSubmit === null
    ? 'This profile has no route for cancels, and an order is moved by cancelling it.'
    : null

/** What a kill does besides holding back: held work is paused, resting orders are cancelled, positions are left or closed. */
function createKill({ kill, pauseHeld, cancelAll, flatten }: KillOptions): Trading['kill'] {
  const carryOut = async (requestId: string, protection: FlattenProtection | null): Promise<KillReport> => {
    // On disk before anything else is waited for, and before anything is told.
    kill.set(protection === null ? 'positions left' : 'positions to be closed')
    pauseHeld()
    try {
      if (protection === null) {
        return { cancelled: await cancelAll(requestId), flattened: null, failure: null }
      }
      const flattened = await flatten({ requestId, protection, cancelOrders: true })
      return { cancelled: null, flattened, failure: null }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      return { cancelled: null, flattened: null, failure }
    }
  }
  return oncePerRequest(carryOut, true)
}

/**
 * The work of each request id, begun at the first call; later calls get the same promise.
 * @param again whether a request whose work failed may be sent once more.
 */
function oncePerRequest<Args extends readonly unknown[], Value>(
  work: (requestId: string, ...args: Args) => Promise<Value>,
  again: boolean,
): (requestId: string, ...args: Args) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (requestId, ...args) => {
    const known = running.get(requestId)
    if (known !== undefined) return known
    const begun = work(requestId, ...args)
    running.set(requestId, begun)
    if (again) begun.catch(() => running.delete(requestId))
    return begun
  }
}
