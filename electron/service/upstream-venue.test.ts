/** The service layer against a venue that answers in the upstream exchange's shapes: every family is read, traded and canceled. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cloid, Hex } from '../../contract/address.ts'
import { add, type Decimal, money, type Price, price, size, subtract } from '../../contract/decimal.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import { Secret } from '../secrets/index.ts'
import { type AgentMessage, addressOf, signAgentAction, signUserAction } from '../signing/index.ts'
import { serviceFor } from './testing/setup.ts'
import { startVenueProcess, type VenueProcess } from './testing/venue-process.ts'
import type { TradingService } from './trading-service.ts'
import type { PreparedAction, PreparedKind, PrepareOrder } from './types.ts'

const wallet = new Secret(`0x${'62'.repeat(32)}`)
const agent = new Secret(`0x${'26'.repeat(32)}`)
const address = addressOf(wallet)
const PAGE = { limit: 50, before: null }

let venue: VenueProcess | undefined
let service: TradingService

beforeAll(async () => {
  const started = await startVenueProcess('--wire', 'upstream')
  venue = started
  service = serviceFor(started.url, { token: await started.tokenFor(address) }).service
  const approval = await service.prepareAgentApproval({ address: addressOf(agent), name: 'isotherm' })
  const signature = await signUserAction({ privateKey: wallet, action: approval })
  const approved = await service.submitAgentApproval({ actionHash: approval.actionHash, signature })
  expect(approved).toMatchObject({ approved: true })
  // Three minutes into a bucket entries stay open for long.
  const { end, serverTime } = await service.binaryBucket()
  await started.control('clock', { advance_ms: Number(end ?? serverTime) - Number(serverTime) + 180_000 })
})
afterAll(() => venue?.stop())

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
const newCloid = (): Cloid => `0x${randomBytes(16).toString('hex')}` as Cloid
const positionIn = async (asset: string) =>
  (await service.account(address)).positions.find((position) => position.asset === asset)
/** A price through the ask, however it moves meanwhile. */
const crossing = async (asset: string): Promise<Price> =>
  add(price((await service.book(asset)).asks[0]?.px ?? ''), price('10'))
const fillsIn = async (asset: string) => (await service.fills(address, PAGE)).filter((fill) => fill.asset === asset)

describe('scalar orders', () => {
  const live = async (): Promise<string> => (await service.bucket()).current?.asset ?? ''
  const place = async (change: Partial<PrepareOrder>) => {
    const asset = await live()
    const [bid] = (await service.book(asset)).bids
    const far = subtract(price(bid?.px ?? ''), price('20'))
    const order = { asset, side: 'buy', price: far, size: size('1'), tif: 'GTC', reduceOnly: false } as const
    return submit('order', await service.prepareOrder({ ...order, cloid: newCloid(), ...change }))
  }

  it('rest with their id, are listed, are canceled, and are in the history', async () => {
    const { oid, status } = await place({})
    expect([status, oid]).toEqual(['resting', expect.stringMatching(/^\d+$/)])
    const asset = await live()
    const order = { oid, asset, side: 'buy', size: '1', filled: '0', reduceOnly: false }
    expect(await service.openOrders(address)).toMatchObject([{ ...order, status: 'resting' }])
    const cancel = await service.prepareCancel({ asset, oid: oid ?? '', cloid: null })
    expect((await submit('cancel', cancel)).status).toBe('success')
    expect(await service.openOrders(address)).toEqual([])
    expect(await service.orderHistory(address, PAGE)).toMatchObject([{ ...order, status: 'cancelled' }])
  })

  it('fill with size and average price, and are a position and a fill', async () => {
    const asset = await live()
    const bought = await place({ price: await crossing(asset), size: size('0.1'), tif: 'IOC' })
    expect(bought).toMatchObject({ status: 'filled', filled: '0.1', oid: expect.any(String) })
    const view = await service.account(address)
    expect(view.positions).toMatchObject([{ family: 'scalar', asset, size: '0.1', leverage: 10 }])
    expect([view.money.equity, view.money.available]).toEqual([expect.any(String), expect.any(String)])
    expect(await fillsIn(asset)).toMatchObject([
      { oid: bought.oid, side: 'buy', size: '0.1', cause: 'trade', liquidity: 'taker', realizedPnl: '0' },
    ])
    const close = await service.prepareClose({ asset, size: null, slippagePct: '5' as Decimal })
    expect(await submit('close', close)).toMatchObject({ status: 'filled', filled: '0.1' })
    expect(await positionIn(asset)).toBeUndefined()
  })

  it('that are refused inside a success have the exchange’s message', async () => {
    await expect(place({ tif: 'IOC' })).rejects.toMatchObject({
      message: 'Order could not immediately match against any resting orders.',
    })
    await expect(place({ size: size('9000') })).rejects.toMatchObject({
      message: expect.stringMatching(/^Needs [\d.]+ USDC margin/),
    })
    expect(await service.openOrders(address)).toEqual([])
  })
})

it('binary contracts are set up, bought, held and closed', async () => {
  const setup = await service.prepareBinarySetup()
  const signed = setup.map(async (each) => ({ actionHash: each.actionHash, signature: await byAgent(each) }))
  await service.submitBinarySetup(await Promise.all(signed))
  const asset = (await service.binaryStatus()).activeAsset ?? ''
  const terms = { asset, direction: 'UP', slippagePct: '40' as Decimal } as const
  const bought = await submit(
    'binary_predict',
    await service.prepareBinaryPredict({ ...terms, amount: money('25.50') }),
  )
  expect(bought).toMatchObject({ status: 'filled', filled: expect.stringMatching(/^[\d.]+$/) })
  expect(await positionIn(asset)).toMatchObject({ size: bought.filled, leverage: 2 })
  const close = await service.prepareBinaryClose({ ...terms, contracts: null })
  expect(await submit('binary_close', close)).toMatchObject({ status: 'filled', filled: bought.filled })
  expect(await positionIn(asset)).toBeUndefined()
  const fills = await fillsIn(asset)
  expect(new Set(fills.map(({ side, cause }) => `${side} ${cause}`))).toEqual(new Set(['buy trade', 'sell trade']))
})

describe('outcome orders', () => {
  /** A two-sided market that is far from decided. */
  const open = async (): Promise<OutcomeMarket> => {
    const markets = (await service.outcomes()).filter(({ expired, settling }) => !expired && !settling)
    const history = await service.outcomePriceHistory(markets.map(({ sides }) => sides[0]?.coin ?? ''))
    const found = markets.find(({ sides }) => {
      const last = Number(history[sides[0]?.coin ?? '']?.at(-1)?.price)
      return sides.length === 2 && last > 0.2 && last < 0.8
    })
    if (found === undefined) throw new Error('no outcome market is open')
    return found
  }

  beforeAll(async () => {
    const transfer = await service.prepareTransfer(money('200'))
    const signature = await signUserAction({ privateKey: wallet, action: transfer })
    await service.submitTransfer({ actionHash: transfer.actionHash, signature })
  })

  it('rest, are found by either id, and are canceled', async () => {
    const { outcomeId, sides, tickSize } = await open()
    const [side] = sides
    const mode = { kind: 'limit', price: tickSize ?? price('0.001') } as const
    const terms = { outcomeId, sideIndex: side?.index ?? 0, side: 'buy', size: size('10'), mode } as const
    const { oid, cloid, status } = await submit('outcome_order', await service.prepareOutcomeOrder(terms))
    expect(status).toBe('resting')
    if (oid === null || cloid === null) throw new Error('the order has no ids')
    const order = { oid, cloid, asset: side?.coin, side: 'buy', size: '10', filled: '0' }
    expect(await service.openOutcomeOrders(address)).toMatchObject([order])
    expect(await service.outcomeOrderStatus(address, { oid })).toMatchObject({ order, status: 'resting' })
    await submit(
      'outcome_cancel',
      await service.prepareOutcomeCancel({ outcomeId, sideIndex: side?.index ?? 0, cloid }),
    )
    expect(await service.openOutcomeOrders(address)).toEqual([])
    expect(await service.outcomeOrderStatus(address, { cloid })).toMatchObject({ order, status: 'cancelled' })
    await expect(service.outcomeOrderStatus(address, { oid: '987654321' })).rejects.toMatchObject({
      code: 'unknown_order',
    })
  })

  it('buy shares, which are held and sold', async () => {
    const { outcomeId, sides } = await open()
    const [side] = sides
    const mode = { kind: 'market', slippageBps: 3000 } as const
    const terms = { outcomeId, sideIndex: side?.index ?? 0, size: size('5'), mode } as const
    const trade = async (way: 'buy' | 'sell') =>
      submit('outcome_order', await service.prepareOutcomeOrder({ ...terms, side: way }))
    expect(await trade('buy')).toMatchObject({ status: 'filled', filled: '5' })
    const coin = side?.coin ?? ''
    expect(await positionIn(coin)).toMatchObject({ family: 'outcome', size: '5' })
    expect(await trade('sell')).toMatchObject({ status: 'filled', filled: '5' })
    expect(await positionIn(coin)).toBeUndefined()
    expect(new Set((await fillsIn(coin)).map(({ cause }) => cause))).toEqual(new Set(['trade']))
  })
})

it('a settlement is recognized by its direction, under an ordinary order id', async () => {
  const asset = (await service.bucket()).current?.asset ?? ''
  const order = {
    asset,
    side: 'buy',
    price: await crossing(asset),
    size: size('0.1'),
    tif: 'IOC',
    reduceOnly: false,
  } as const
  await submit('order', await service.prepareOrder({ ...order, cloid: newCloid() }))
  const { current } = await service.bucket()
  await venue?.control('clock', { advance_ms: 7_200_000 })
  const [settlement] = (await fillsIn(asset)).filter(({ time }) => time >= (current?.end ?? 0))
  expect(settlement).toMatchObject({
    cause: 'settlement',
    side: 'sell',
    size: '0.1',
    oid: expect.stringMatching(/^\d+$/),
  })
  expect(await positionIn(asset)).toBeUndefined()
})
