import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../contract/address.ts'
import { type Decimal, money, price, signOf, size } from '../../contract/decimal.ts'
import { coinAssetId, type OutcomeMarket } from '../../contract/outcome.ts'
import { Secret } from '../secrets/index.ts'
import { type AgentMessage, addressOf, signAgentAction, signUserAction } from '../signing/index.ts'
import { serviceFor } from './testing/setup.ts'
import { startVenueProcess, type VenueProcess } from './testing/venue-process.ts'
import type { TradingService } from './trading-service.ts'
import type { PreparedAction, PreparedKind, UserAction } from './types.ts'

const wallet = new Secret(`0x${'42'.repeat(32)}`)
const agent = new Secret(`0x${'24'.repeat(32)}`)
const address = addressOf(wallet)

let venue: VenueProcess | undefined
let service: TradingService

beforeAll(async () => {
  const started = await startVenueProcess()
  venue = started
  service = serviceFor(started.url, { token: await started.tokenFor(address) }).service
  const approval = await service.prepareAgentApproval({ address: addressOf(agent), name: 'isotherm' })
  await service.submitAgentApproval({ actionHash: approval.actionHash, signature: await byWallet(approval) })
  await startOfBucket(started)
})
afterAll(() => venue?.stop())

/** Three minutes into a bucket neither side is decided and entries stay open for long, at any time of day. */
async function startOfBucket({ control }: VenueProcess): Promise<void> {
  const { end, serverTime } = await service.binaryBucket()
  await control('clock', { advance_ms: Number(end ?? serverTime) - Number(serverTime) + 180_000 })
}

const byWallet = (action: UserAction): Promise<Hex> => signUserAction({ privateKey: wallet, action })
const byAgent = (prepared: PreparedAction): Promise<Hex> =>
  signAgentAction({
    privateKey: agent,
    domain: service.profile.agentDomain,
    message: prepared.agentMessage as unknown as AgentMessage,
  })
const submit = async (kind: PreparedKind, prepared: PreparedAction) => {
  const { orderId, actionHash } = prepared
  return service.submitPrepared(kind, { orderId, actionHash, signature: await byAgent(prepared) })
}
const held = async (asset: string) =>
  (await service.account(address)).positions.find((position) => position.asset === asset)

describe('on the practice venue', () => {
  it('binary contracts are set up, bought and closed', async () => {
    const [status, bucket, markets] = await Promise.all([
      service.binaryStatus(),
      service.binaryBucket(),
      service.binaryMarkets(),
    ])
    expect(status).toMatchObject({ paused: false, phase: 'trading' })
    expect(bucket).toMatchObject({ asset: status.activeAsset, phase: 'trading' })
    const asset = status.activeAsset ?? ''
    const market = markets.find((each) => each.asset === asset)
    expect(market).toMatchObject({ status: 'active', midpoint: bucket.midpoint })

    const setup = await service.prepareBinarySetup()
    expect(setup.map(({ action }) => action)).toEqual(
      markets.map(({ assetId }) => ({ type: 'updateLeverage', asset: assetId, isCross: false, leverage: 2 })),
    )
    const signed = await Promise.all(
      setup.map(async (each) => ({ actionHash: each.actionHash, signature: await byAgent(each) })),
    )
    expect(await service.submitBinarySetup(signed)).toEqual({ leverage: 2, ready: true })

    const slippagePct = '40' as Decimal
    const terms = { asset, direction: 'UP', slippagePct } as const
    const prediction = await service.prepareBinaryPredict({ ...terms, amount: money('25.50') })
    const bought = await submit('binary_predict', prediction)
    expect(bought).toMatchObject({ status: 'filled', filled: prediction.estimate?.contracts })
    expect(await held(asset)).toMatchObject({ family: 'binary', size: bought.filled, leverage: 2 })

    const close = await service.prepareBinaryClose({ ...terms, contracts: null })
    expect(await submit('binary_close', close)).toMatchObject({ status: 'filled', filled: bought.filled })
    expect(await held(asset)).toBeUndefined()
  })

  it('binary contracts are bought and closed in parts where amounts are accepted only as numbers', async () => {
    const asset = (await service.binaryStatus()).activeAsset ?? ''
    const terms = { asset, direction: 'UP', slippagePct: '40' as Decimal } as const
    await venue?.control('quirks', { quirks: ['strict-types'] })
    const bought = await submit(
      'binary_predict',
      await service.prepareBinaryPredict({ ...terms, amount: money('25.50') }),
    )
    expect(bought.status).toBe('filled')
    const close = (contracts: string) => service.prepareBinaryClose({ ...terms, contracts: size(contracts) })
    expect(await submit('binary_close', await close('1.5'))).toMatchObject({ status: 'filled', filled: '1.50' })
    await venue?.control('quirks', { quirks: [] })
    await submit('binary_close', await service.prepareBinaryClose({ ...terms, contracts: null }))
    expect(await held(asset)).toBeUndefined()
  })

  /** A two-sided market that is far from decided. */
  const open = async (): Promise<OutcomeMarket> => {
    const markets = (await service.outcomes()).filter(({ expired, settling }) => !expired && !settling)
    const history = await service.outcomePriceHistory(markets.map(({ sides }) => sides[0]?.coin ?? ''))
    const found = markets.find(({ sides }) => {
      const last = Number(history[sides[0]?.coin ?? '']?.at(-1)?.price)
      return sides.length === 2 && last > 0.1 && last < 0.9
    })
    if (found === undefined) throw new Error('no outcome market is open')
    return found
  }

  it('collateral is moved, split into shares and merged again', async () => {
    const { outcomeId, sides } = await open()
    const transfer = await service.prepareTransfer(money('200'))
    const moved = { actionHash: transfer.actionHash, signature: await byWallet(transfer) }
    expect(await service.submitTransfer(moved)).toEqual({ status: 'accepted' })
    expect((await service.account(address)).money).toMatchObject({ usdhOutcome: '200.000000' })

    const terms = { outcomeId, questionId: null }
    const split = await service.prepareConversion({ kind: 'split', ...terms, amount: size('12.50') })
    expect(await submit('conversion', split)).toMatchObject({ status: 'accepted' })
    for (const { coin } of sides) expect(await held(coin)).toMatchObject({ family: 'outcome', size: '12.50' })
    const merge = await service.prepareConversion({ kind: 'merge', ...terms, amount: null })
    await submit('conversion', merge)
    for (const { coin } of sides) expect(await held(coin)).toBeUndefined()
    expect((await service.conversions()).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'merge 12.50',
      'split 12.50',
    ])
  })

  it('an outcome order rests, is found by id and client order id, and is canceled', async () => {
    const { outcomeId, sides, tickSize } = await open()
    const [side] = sides
    if (side === undefined) throw new Error('it has no sides')
    const prepared = await service.prepareOutcomeOrder({
      outcomeId,
      sideIndex: side.index,
      side: 'buy',
      size: size('10'),
      mode: { kind: 'limit', price: tickSize ?? price('0.001') },
    })
    expect(prepared.action).toMatchObject({ orders: [{ a: coinAssetId(outcomeId, side.index), b: true, s: '10' }] })
    const { oid, cloid } = await submit('outcome_order', prepared)
    if (oid === null || cloid === null) throw new Error('the order has no ids')
    const order = { oid, cloid, asset: side.coin, side: 'buy', status: 'resting', reduceOnly: false }
    expect(await service.openOutcomeOrders(address)).toMatchObject([order])
    expect(await service.outcomeOrderStatus(address, { oid })).toMatchObject({ order, statusText: 'resting' })

    const cancel = await service.prepareOutcomeCancel({ outcomeId, sideIndex: side.index, cloid })
    expect(await submit('outcome_cancel', cancel)).toMatchObject({ status: 'accepted', oid })
    expect(await service.openOutcomeOrders(address)).toEqual([])
    expect(await service.outcomeOrderStatus(address, { cloid })).toMatchObject({ statusText: 'cancelled' })
  })

  it('a market order for an outcome is prepared at the whole basis points of its slippage', async () => {
    const { outcomeId, sides } = await open()
    const sideIndex = sides[0]?.index ?? 0
    const mode = { kind: 'market', slippageBps: 150 } as const
    const terms = { outcomeId, sideIndex, side: 'buy', size: size('1'), mode } as const
    const { action } = await service.prepareOutcomeOrder(terms)
    expect(action).toMatchObject({ orders: [{ b: true, s: '1', t: { limit: { tif: 'Ioc' } } }] })
  })

  it('the price history of several coins has positive prices, oldest first', async () => {
    const { sides } = await open()
    const coins = sides.map(({ coin }) => coin)
    const history = await service.outcomePriceHistory(coins)
    expect(Object.keys(history)).toEqual(coins)
    for (const points of Object.values(history)) {
      expect(points.length).toBeGreaterThan(100)
      expect(points.every((point, i) => signOf(point.price) >= 0 && point.time > (points[i - 1]?.time ?? 0))).toBe(true)
    }
  })
})
