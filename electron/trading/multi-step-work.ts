/** Work that sends several actions: flatten, cancel all, kill, moves, reversals and algo orders. */
import { pauseText } from '../../contract/action.ts'
import { activeUntil } from '../../contract/active-until.ts'
import { childIntent, takesOf } from '../../contract/algo.ts'
import { ZERO } from '../../contract/decimal.ts'
import { Listeners, onAny } from '../../contract/listeners.ts'
import { createSteadyTime } from '../clock.ts'
import { FOR } from '../service/index.ts'
import { signedInOf } from './account-reading.ts'
import { type Unverifiable, waitsForConfirmation } from './action-reads.ts'
import { childrenOf, createAlgoCheck } from './algo-check.ts'
import { type AlgoNews, createAlgos } from './algos/index.ts'
import type { ActionEvents } from './closes/index.ts'
import { cancelAll, createFlattens, createKill, type FlattenRequest, oncePerRequest } from './flatten/index.ts'
import type { TradingOptions } from './interface.ts'
import { createMoveCheck } from './move-check.ts'
import { createMoves, createReversals } from './moves/index.ts'
import type { Pipeline, PipelineOptions } from './pipeline.ts'

/** All automated orders share one budget. */
const HELD = { id: 'algo', what: 'Algo orders' } as const
/** The closes of a flatten use up nothing of the trader's own limit. */
const FLATTEN = { id: 'flatten', what: 'Flatten' } as const
/** The message of a parent order that a kill paused. */
const KILLED = 'Trading was stopped.'

/** Work that sends several actions (flatten, cancel all, kill, moves, reversals, algo orders), and which of it stops which. */
export function createMultiStepWork(
  options: PipelineOptions,
  pipeline: Pipeline,
  {
    events,
    unverifiable,
  }: {
    readonly events: ActionEvents
    /** Why an order of an asset could not be verified, judged by the actions so far; null where it can. */
    readonly unverifiable: (asset: string) => Unverifiable | null
  },
) {
  const { service, keys, markets, record, clock, log } = options
  const { identity } = keys
  const { actionLog, watch, ledger, fills, orders, serverTime } = options
  const { submit, planning, entry, budgets, account, throttle, kill } = pipeline
  const { signedIn } = signedInOf(identity)
  const { name: profile } = service.profile
  const address = () => identity.address()
  const ports = {
    actionLog: { ...actionLog, get: events.get },
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
    // One read is not enough to conclude that there is no position.
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
        return found === undefined ? null : pauseText(found)
      },
      onThrottled: throttle.onPause,
      waitsForWord: waitsForConfirmation,
      check: createAlgoCheck({
        ...{ planning, entry, service, watch, account, keys, marketTime, unverifiable },
        cancelOff: () => cancelOff(service.profile.routes),
      }),
      until: (ends) => activeUntil(ends, keys.last()),
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
  pipeline.addHeldRisk(algos.risk)
  /** Stops all moves, reversals and algo orders from placing anything more. @param asset only in it @param of only of this account */
  const stopMoves = (asset: string | null, by: string, of: string | null = null): void => {
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
      async flatten(request: FlattenRequest) {
        stopMoves(null, request.cancelOrders ? 'Flatten' : 'Close all')
        return flattens.flatten(request)
      },
      async resume(id: string) {
        stopMoves(null, 'Flatten')
        return flattens.resume(id)
      },
    },
    moves,
    reversals,
    algos,
    onAlgoNews: algoNews.on,
    cancelAll: oncePerRequest(async (requestId, asset: string | null) => {
      stopMoves(asset, 'Cancel all')
      return cancelEvery(requestId, asset)
    }),
    kill: createKill({
      kill,
      pauseHeld() {
        algos.pauseAll(KILLED)
        moves.stop(null, 'the kill switch')
        reversals.stop(null, 'the kill switch')
      },
      cancelAll: (requestId) => cancelEvery(requestId, null),
      flatten: flattens.flatten,
    }),
    stopMoves,
  }
}

/** Why a deployment cannot cancel, or null. */
const cancelOff = ({ cancelPrepare, cancelSubmit }: TradingOptions['service']['profile']['routes']): string | null =>
  cancelPrepare === null || cancelSubmit === null ? 'This profile has no route for cancels, which a move needs.' : null
