/** Trading against the practice venue as a separate program, over loopback: what it reports of an order matches the venue's fills. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { changeOf, profitOf } from '../../contract/books/index.ts'
import {
  add,
  compare,
  type Decimal,
  type Money,
  money,
  multiply,
  type Price,
  type Size,
  size,
  subtract,
  toStep,
  ZERO,
} from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { isCoin } from '../../contract/outcome.ts'
import { millis } from '../../contract/time.ts'
import { systemClock } from '../clock.ts'
import { Secret } from '../secrets/index.ts'
import type { TradingService } from '../service/index.ts'
import { serviceFor } from '../service/testing/setup.ts'
import { startVenueProcess, type VenueProcess } from '../service/testing/venue-process.ts'
import { addressOf } from '../signing/index.ts'
import { approveAgent, openVenueTrading } from './testing/venue-trading.ts'
import type { Trading } from './trading.ts'

const wallet = new Secret(`0x${'43'.repeat(32)}`)
const agent = new Secret(`0x${'34'.repeat(32)}`)
const address = addressOf(wallet)

let venue: VenueProcess | undefined
let service: TradingService
let trading: Trading
/** The equity before any trade. */
let first: Money | null
const marks = new Map<string, Price>()
/** Reports of orders not from this terminal. */
const external: unknown[] = []

async function begin(flags: readonly string[]): Promise<void> {
  venue = await startVenueProcess(...flags)
  service = serviceFor(venue.url, { token: await venue.tokenFor(address) }).service
  await approveAgent({ service, wallet, agent })
  first = (await service.account(address)).money.equity
  marks.clear()
  external.splice(0)
  trading = await open()
}

const open = (): Promise<Trading> =>
  openVenueTrading({ service, wallet, agent, clock: systemClock, marks, onExternal: (found) => external.push(found) })

/** On the step of binary contracts. */
const onTick = (price: Price): Price => toStep(price, '0.001' as Price, 'down')

const actions = (): readonly ActionRecord[] => trading.topics.view({ kind: 'actions' }) ?? []

/** The action once it meets the condition. */
function until(id: string, isWanted: (action: ActionRecord) => boolean): Promise<ActionRecord> {
  return new Promise((resolve) => {
    const look = (): void => {
      const action = actions().find((one) => one.id === id)
      if (action === undefined || !isWanted(action)) return
      stop()
      resolve(action)
    }
    const stop = trading.topics.onChange(look)
    look()
  })
}

/** Sends it, confirms any estimate, and waits until its fills are known or it came to nothing. */
async function trade(intent: Intent): Promise<ActionRecord> {
  const id = randomUUID()
  await trading.submit(id, intent)
  const waits = (action: ActionRecord): boolean => action.estimate != null && action.state === 'prepared'
  const request = await until(id, (action) => waits(action) || isFinal(action.state))
  if (request.estimate != null && waits(request)) trading.confirmEstimate(id, request.estimate.id, true)
  const end = await until(
    id,
    (action) => isFinal(action.state) && (action.execution != null || action.state !== 'filled'),
  )
  if (end.state !== 'filled' && end.state !== 'done') throw new Error(`${intent.kind} ${end.state}: ${end.message}`)
  return end
}

/** The same total, computed here from the venue's answers. */
async function notified({ oid }: ActionRecord): Promise<Record<string, unknown>> {
  const fills = (await service.fills(address, { limit: 500, before: null })).filter((fill) => fill.oid === oid)
  const sum = (of: (fill: Fill) => Money): Money => fills.reduce((total, fill) => add(total, of(fill)), ZERO as Money)
  return {
    size: fills.reduce((total, fill) => add(total, fill.size), ZERO as Size),
    value: sum(({ price, size: contracts }) => multiply(price, contracts)),
    fee: sum(({ fee }) => fee ?? ZERO),
    realised: sum(({ realizedPnl }) => realizedPnl ?? ZERO),
  }
}
const shown = ({ execution }: ActionRecord): Record<string, unknown> => ({
  size: execution?.size,
  fee: execution?.fee,
  realised: execution?.realised,
})
/** Whether an average times the size is the paid amount, except for the rounding of the average. */
function isAverageOf({ execution }: ActionRecord, value: Money): boolean {
  if (execution == null) return false
  const off = subtract(multiply(execution.average, execution.size), value)
  return compare(off.replace('-', '') as Decimal, '0.000001' as Decimal) < 0
}

/** As the practice venue answers by itself, and as other services do. */
const WIRES: readonly (readonly [wire: string, flags: readonly string[]])[] = [
  ['in its own shapes', []],
  ['in the shapes of the upstream exchange', ['--wire', 'upstream']],
  ['with fees in shares', ['--wire', 'upstream', '--quirks', 'fees-in-shares']],
  ['without a time, with strict types', ['--quirks', 'no-server-time,strict-types']],
]

describe.each(WIRES)('on the practice venue %s, fills are reported at the price they filled', (_wire, flags) => {
  beforeAll(() => begin(flags))
  afterAll(async () => {
    trading?.stop()
    await venue?.stop()
  })

  it('for a scalar order that is willing to pay more, and for its close with its realized result', async () => {
    const asset = (await service.bucket()).current?.asset ?? ''
    const { asks } = await service.book(asset)
    const best = asks[0]?.px as Price
    const cap = add(best, '3.00' as Price)
    const terms = { kind: 'place', asset, side: 'buy', tif: 'IOC', reduceOnly: false } as const
    const bought = await trade({ ...terms, price: cap, size: size('3.0000') })
    const { value, ...sums } = await notified(bought)
    expect(shown(bought)).toEqual({ ...sums, realised: '0' })
    expect(isAverageOf(bought, value as Money)).toBe(true)
    expect(compare(bought.execution?.average ?? cap, cap)).toBe(-1)
    expect(bought.execution?.token).toBe('USDC')

    const closed = await trade({
      kind: 'close',
      position: 'long',
      asset,
      size: null,
      protection: { kind: 'distance', distance: '3', bound: null } as never,
    })
    const { value: got, ...after } = await notified(closed)
    expect(shown(closed)).toEqual(after)
    expect(isAverageOf(closed, got as Money)).toBe(true)
    /** Bought at the ask, sold at the bid. */
    expect(subtract(got as Money, value as Money)).toBe(closed.execution?.realised)
  })

  it('for a close that widens from a price without a match until it has filled, published as one', async () => {
    const asset = (await service.bucket()).current?.asset ?? ''
    const { asks, bids } = await service.book(asset)
    const terms = { kind: 'place', asset, side: 'buy', tif: 'IOC', reduceOnly: false } as const
    await trade({ ...terms, price: add(asks[0]?.px as Price, '3.00' as Price), size: size('2.0000') })
    const best = bids[0]?.px as Price
    const protection = {
      kind: 'worst',
      price: add(best, '5.00' as Price),
      bound: subtract(best, '5.00' as Price),
    } as const
    const closed = await trade({ kind: 'close', asset, position: 'long', size: null, protection })
    expect(closed).toMatchObject({ state: 'filled' })
    expect(closed.steps.filter(({ state }) => state === 'sent').length).toBeGreaterThan(1)
    expect((await service.account(address)).positions.find((one) => one.asset === asset)).toBeUndefined()
  })

  it('for binary contracts, in prices of UP', async () => {
    const { activeAsset } = await service.binaryStatus()
    const asset = activeAsset ?? ''
    const terms = { asset, direction: 'UP', amount: money('20') } as const
    await trade({ kind: 'binary_setup' })
    /** No read has a contract's price; an estimate does. */
    marks.set(
      asset,
      (await service.prepareBinaryPredict({ ...terms, slippagePct: '20' as Decimal })).estimate?.average as Price,
    )
    const bought = await trade({
      kind: 'binary_predict',
      ...terms,
      protection: { kind: 'worst', price: onTick(add(marks.get(asset) as Price, '0.1' as Price)) },
    })
    const { value, ...sums } = await notified(bought)
    expect(shown(bought)).toEqual(sums)
    expect(isAverageOf(bought, value as Money)).toBe(true)
    const closed = await trade({
      kind: 'close',
      position: 'long',
      asset,
      size: null,
      protection: { kind: 'distance', distance: '0.4' as Price, bound: null },
    })
    const { value: _, ...after } = await notified(closed)
    expect(shown(closed)).toEqual(after)
  })

  it('for shares, in USDH', async () => {
    await trade({ kind: 'transfer', amount: money('200') })
    const open = (await service.outcomes()).find(({ expired, settling }) => !expired && !settling)
    const coin = open?.sides[0]?.coin ?? ''
    const last = (await service.outcomePriceHistory([coin]))[coin]?.at(-1)?.price as Price
    const worst = add(last, '0.100' as Price)
    const mode = { kind: 'market', protection: { kind: 'worst', price: worst } } as const
    const bought = await trade({ kind: 'outcome_order', asset: coin, side: 'buy', size: size('5.00'), mode } as Intent)
    const { value, ...sums } = await notified(bought)
    expect(shown(bought)).toEqual(sums)
    expect(isAverageOf(bought, value as Money)).toBe(true)
    expect(bought.execution?.token).toBe('USDH')
  })

  it('every position is the sum of its fills, in each family, and none of them is attributed to another client', async () => {
    const open = (await service.binaryStatus()).activeAsset ?? ''
    await trade({
      kind: 'binary_predict',
      asset: open,
      direction: 'DOWN',
      amount: money('20'),
      protection: { kind: 'worst', price: onTick(subtract(marks.get(open) as Price, '0.1' as Price)) },
    })
    const scalar = (await service.markets()).find(({ status }) => status === 'active')?.asset ?? ''
    const price = subtract(marks.get(scalar) ?? ZERO, '4' as Price)
    const terms = { asset: scalar, side: 'sell', price, size: size('2'), tif: 'IOC', reduceOnly: false } as const
    await trade({ kind: 'place', ...terms } as Intent)
    const held = new Map<string, Size>()
    for (const fill of await service.fills(address, { limit: 100, before: null }))
      held.set(fill.asset, add(held.get(fill.asset) ?? (ZERO as Size), changeOf(fill)))
    const { positions } = await service.account(address)
    expect(positions.length).toBeGreaterThanOrEqual(3)
    for (const position of positions) {
      const sum = held.get(position.asset) ?? (ZERO as Size)
      expect(compare(sum, position.size), `${position.asset}: ${sum} by fills, ${position.size} held`).toBe(0)
    }
    expect(external).toEqual([])
  })

  it('the realized result net of fees plus the unrealized one is the change of the equity to the cent, even after a restart', async () => {
    const reports: unknown[] = []
    for (const run of ['that traded', 'that starts again'] as const) {
      if (run === 'that starts again') {
        trading.stop()
        trading = await open()
      }
      await trading.fills.sync(millis(0))
      const { rows, complete } = trading.fills.since(millis(0))
      expect(complete, run).toBe(true)
      const { positions, money: now } = await trading.readAccount()
      const inUsdc = ({ asset }: { readonly asset: string }): boolean => !isCoin(asset)
      const realised = rows
        .filter(inUsdc)
        .reduce((sum, { realizedPnl, fee }) => subtract(add(sum, realizedPnl ?? ZERO), fee ?? ZERO), ZERO as Money)
      const unrealised = positions
        .filter(inUsdc)
        .reduce((sum, position) => add(sum, profitOf(position, position.markPx) ?? ZERO), ZERO as Money)
      const off = subtract(subtract(now.equity ?? ZERO, first ?? ZERO), add(realised, unrealised))
      expect(compare(off.replace('-', '') as Decimal, '0.01' as Decimal), `${run}: off by ${off}`).toBe(-1)
      reports.push({ realised, held: positions.map(({ asset, size: held, entryPx }) => [asset, held, entryPx]) })
    }
    expect(reports[1]).toEqual(reports[0])
  })
})

describe.each([
  ['in its own shapes', []],
  ['in the shapes of the upstream exchange', ['--wire', 'upstream']],
])('on a venue with a minimum order value, %s', (_wire, flags) => {
  beforeAll(() => begin([...flags, '--quirks', 'minimum-value']))
  afterAll(async () => {
    trading?.stop()
    await venue?.stop()
  })

  const TEXTS = 'Order must have minimum value of $10.'

  async function ended(intent: Intent): Promise<ActionRecord> {
    const id = randomUUID()
    await trading.submit(id, intent)
    return until(id, ({ state }) => isFinal(state))
  }

  it('learns the minimum from the first refusal, and refuses the next order itself', async () => {
    const asset = (await service.bucket()).current?.asset ?? ''
    const price = subtract(marks.get(asset) ?? ZERO, '1.00' as Price)
    const order = {
      kind: 'place',
      asset,
      side: 'buy',
      price,
      size: size('0.01'),
      tif: 'GTC',
      reduceOnly: false,
    } as const
    expect(await ended(order)).toMatchObject({ state: 'rejected', code: 'minimum_value', message: TEXTS })
    expect(trading.topics.view({ kind: 'minimum_values' })).toMatchObject({ scalar: '10', outcome: null })
    expect(await ended(order)).toMatchObject({ state: 'refused', code: 'minimum_value', field: 'size' })
  })

  it('names shares that are too small to sell alone', async () => {
    await trade({ kind: 'transfer', amount: money('50') })
    const open = (await service.outcomes()).find(({ expired, settling }) => !expired && !settling)
    const coin = open?.sides[0]?.coin ?? ''
    const outcomeId = open?.outcomeId ?? 0
    await trade({ kind: 'convert', conversion: 'split', outcomeId, questionId: null, amount: size('7') } as Intent)
    const protection = { kind: 'distance', distance: '0.4' as Price, bound: null } as const
    const closed = await ended({ kind: 'close', asset: coin, position: 'long', size: size('7'), protection })
    expect(closed).toMatchObject({ state: 'rejected', code: 'minimum_value' })
    expect(closed.message).toContain(`Too small to sell: 7 ${coin}. ${TEXTS}`)
  })
})
