/** Trading over a practice venue that answers, with records in memory: for tests that need the real service. */
import { randomBytes } from 'node:crypto'
import type { Hex } from '../../../contract/address.ts'
import { FINAL_ALGO_STATES } from '../../../contract/algo.ts'
import type { Price } from '../../../contract/decimal.ts'
import { FINAL_FLATTEN_STATES } from '../../../contract/flatten.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { FINAL_MOVE_STATES } from '../../../contract/move.ts'
import { FINAL_REVERSAL_STATES } from '../../../contract/reversal.ts'
import type { Clock } from '../../../contract/time.ts'
import { memoryAutomationPauses } from '../../records/testing/memory-automation-pauses.ts'
import { memoryLedger } from '../../records/testing/memory-ledger.ts'
import { memoryMarks } from '../../records/testing/memory-marks.ts'
import { memoryOrders } from '../../records/testing/memory-orders.ts'
import { memoryOtherClients } from '../../records/testing/memory-other-clients.ts'
import { memoryWallets } from '../../records/testing/memory-wallets.ts'
import type { Secret } from '../../secrets/index.ts'
import type { TradingService } from '../../service/index.ts'
import { type AgentMessage, addressOf, signAgentAction, signUserAction } from '../../signing/index.ts'
import { memoryAssetNumbers } from '../../storage/testing/memory-asset-numbers.ts'
import { memoryKills, memorySafetyRecords } from '../../storage/testing/memory-kills.ts'
import type { TradingOptions } from '../interface.ts'
import type { MarketFacts } from '../plans/index.ts'
import { createTrading, type Trading } from '../trading.ts'
import { memoryJournal } from './memory-journal.ts'
import { memoryRecords } from './memory-records.ts'

interface VenueTrading {
  readonly service: TradingService
  readonly wallet: Secret
  /** Already approved. */
  readonly agent: Secret
  readonly clock: Clock
  /** By asset; filled with the service's marks of scalar markets and coins. */
  readonly marks: Map<string, Price>
  readonly limits?: Partial<ReturnType<TradingOptions['settings']['limits']>>
  /** Overrides of the initial market reads. */
  readonly markets?: Partial<TradingOptions['markets']>
  /** Each order, fill or change of a position that is reported as another client's. */
  readonly onExternal: (found: unknown) => void
}

/** Approves the agent of a wallet. */
export async function approveAgent({ service, wallet, agent }: Pick<VenueTrading, 'service' | 'wallet' | 'agent'>) {
  const approval = await service.prepareAgentApproval({ address: addressOf(agent), name: 'isotherm' })
  const signature = await signUserAction({ privateKey: wallet, action: approval })
  await service.submitAgentApproval({ actionHash: approval.actionHash, signature })
}

/** Trading that has resumed; the caller stops it. */
export async function openVenueTrading(options: VenueTrading): Promise<Trading> {
  const { service, wallet, agent, clock, marks } = options
  const address = addressOf(wallet)
  const [scalars, binaries, status, bucket, outcomes] = await Promise.all([
    service.markets(),
    service.binaryMarkets(),
    service.binaryStatus(),
    service.binaryBucket(),
    service.outcomes(),
  ])
  const { serverTime } = bucket
  const offset = Number(serverTime) - clock.now()
  for (const { asset } of scalars) marks.set(asset, (await service.ticker(asset)).mark as Price)
  const coins = outcomes.flatMap(({ sides }) => sides.map(({ coin }) => coin))
  for (const [coin, points] of Object.entries(await service.outcomePriceHistory(coins.slice(0, 20)))) {
    const last = points.at(-1)
    if (last !== undefined) marks.set(coin, last.price)
  }
  const facts: MarketFacts = {
    outcomeCollateral: () => 'USDH',
    market: (asset) => scalars.find((one) => one.asset === asset) ?? null,
    ticker: (asset) => ({
      mark: marks.get(asset) ?? null,
      mid: marks.get(asset) ?? null,
      status: 'active',
      stale: false,
    }),
    bucket: () => null,
    binary: () => ({ markets: binaries, status, bucket }),
    outcome: (coin) => {
      for (const market of outcomes) {
        const side = market.sides.find((one) => one.coin === coin)
        if (side !== undefined) return { market, side }
      }
      return null
    },
    // The depth limit has tests of its own.
    depth: () => ({ bids: [], asks: [], stale: false }),
    needPrices: () => () => {},
  }
  const made = createTrading({
    service,
    keys: {
      identity: {
        address: () => address,
        reason: () => null,
        sign: ({ agentMessage }): Promise<Hex> =>
          signAgentAction({
            privateKey: agent,
            domain: service.profile.agentDomain,
            message: agentMessage as AgentMessage,
          }),
        signAsUser: (action) => signUserAction({ privateKey: wallet, action }),
        notApproved: () => {},
        isKeyOfAnother: () => false,
        approve: async () => ({ kind: 'approved', agent: addressOf(agent) }),
        unauthorized: () => {},
        onChange: () => () => {},
      },
      nextNonce: () => clock.now(),
      last: () => ({ token: null, agent: null }),
      cannot: () => null,
      randomBytes: (count) => randomBytes(count),
    },
    markets: {
      ...facts,
      families: () => ({ binary: true, outcomes: true }),
      outcomesView: () => ({ markets: [] }),
      clockOffset: () => offset,
      measuredOffset: () => offset,
      timeReported: () => null,
      isClockConfirmed: () => true,
      setOwnOrders: () => {},
      refreshMarkets: () => {},
      ...options.markets,
    },
    record: {
      journal: memoryJournal(),
      ...memoryLedger(),
      transfers: { all: () => [] },
      orders: memoryOrders(),
      historyMarks: memoryMarks(),
      otherClients: memoryOtherClients(),
      heldPauses: memoryAutomationPauses(),
      kills: memoryKills(),
      safetyRecords: memorySafetyRecords(),
      assetNumbers: memoryAssetNumbers(),
      wallets: memoryWallets(),
      flattens: memoryRecords(FINAL_FLATTEN_STATES),
      moves: memoryRecords(FINAL_MOVE_STATES),
      reversals: memoryRecords(FINAL_REVERSAL_STATES),
      algos: memoryRecords(FINAL_ALGO_STATES),
      onJournalError: () => {},
    },
    settings: {
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ...options.limits }),
      unverifiedActions: () => 'confirm',
    },
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  made.onExternal(options.onExternal)
  await made.resume()
  return made
}
