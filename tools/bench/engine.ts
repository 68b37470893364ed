/** Speed of the matching engine, including the ledger for every order. */
import { createVenueCore } from '../../venue/core/index.ts'
import type { Order, OrderTerms, TimeInForce } from '../../venue/engine.ts'
import { Ledger } from '../../venue/ledger/index.ts'
import { Quirks } from '../../venue/quirks.ts'
import { createRandom, type Random } from '../../venue/random.ts'
import { ScalarExchange } from '../../venue/scalar/index.ts'

export interface EngineFigures {
  /** Orders per second in integers, including checks, matching, margin and fills; a quarter of them are canceled later. */
  readonly ordersPerSecond: number
  /** The same through the venue's interface: decimal text in, decimal text out, with events. */
  readonly textOrdersPerSecond: number
  /** Milliseconds to simulate an hour in full detail, with the venue's own traders. */
  readonly simulatedHourMs: number
  readonly orders: number
  readonly fills: number
}

const ACCOUNTS = 50
const MID = 56_800

function termsOf(random: Random, owner: number): OrderTerms {
  const isBuy = random.next() < 0.5
  const draw = random.next()
  const tif: TimeInForce = draw < 0.65 ? 'GTC' : draw < 0.9 ? 'IOC' : 'ALO'
  // Most orders are behind the touch, some cross: a book of some 150 levels per side.
  const distance = Math.floor(random.exponential(30)) - 12
  const price = isBuy ? MID - distance : MID + distance
  const lots = 1 + Math.floor(random.exponential(20_000))
  return { owner, asset: 0, isBuy, price, lots, tif, reduceOnly: false, cloid: null }
}

function integerRun(orders: number): { perSecond: number; fills: number } {
  const random = createRandom(1, 'bench')
  const ledger = new Ledger({ maxLeverage: 10, defaultLeverage: 10, insuranceFund: 0n })
  let fills = 0
  let ids = 0
  const host = {
    ledger,
    quirks: new Quirks(),
    now: () => 0,
    takeOid: () => ++ids,
    takeTid: () => ++ids,
    accountChanged: () => {},
  }
  const exchange = new ScalarExchange(host, {
    assets: ['A'],
    openInterestCap: 5_000_000_000,
    bookChanged: () => {},
    traded: () => fills++,
  })
  const accounts = Array.from({ length: ACCOUNTS }, (_, i) => {
    const account = ledger.open(`account ${i}`, false)
    ledger.deposit(account, 1_000_000_000_000n, 0n)
    return account.id
  })
  const batch = Array.from({ length: orders }, () => termsOf(random, accounts[random.below(ACCOUNTS)] ?? 0))
  const resting: Order[] = []
  const began = performance.now()
  batch.forEach((terms, i) => {
    const placed = exchange.place(terms)
    if ('order' in placed && placed.order.level !== null) resting.push(placed.order)
    if (i % 4 !== 0) return
    const order = resting[Math.floor((i * 7919) % (resting.length || 1))]
    if (order !== undefined && order.level !== null) exchange.withdraw(order, 'cancelled')
  })
  return { perSecond: Math.round((orders * 1000) / (performance.now() - began)), fills }
}

function textRun(orders: number): number {
  const random = createRandom(2, 'bench')
  const core = createVenueCore({ seed: 1, startTime: Date.UTC(2026, 0, 1, 1), traders: false })
  core.on(() => {})
  const accounts = Array.from({ length: ACCOUNTS }, (_, i) => `0x${String(i).padStart(40, '0')}` as const)
  for (const account of accounts) core.createAccount(account, { usdc: '1000000', usdh: '0' })
  const asset = core.bucket().current?.asset ?? 'NYCTMP1'
  const batch = Array.from({ length: orders }, () => {
    const { isBuy, price, lots, tif } = termsOf(random, 0)
    const account = accounts[random.below(ACCOUNTS)] ?? '0x'
    const text = { price: (price / 100).toFixed(2), size: (lots / 10_000).toFixed(4) }
    return { account, asset, isBuy, tif, ...text, reduceOnly: false, cloid: null } as const
  })
  const began = performance.now()
  for (const request of batch) {
    try {
      core.place(request)
    } catch {
      // A refused order is work too.
    }
  }
  return Math.round((orders * 1000) / (performance.now() - began))
}

function simulatedHour(): number {
  const start = Date.UTC(2026, 0, 1)
  const core = createVenueCore({ seed: 1, startTime: start })
  const began = performance.now()
  for (let time = start; time <= start + 3_600_000; time += 100) core.advanceTo(time)
  return Math.round(performance.now() - began)
}

/** Runs for about two seconds. */
export function benchEngine(orders = 100_000): EngineFigures {
  integerRun(Math.min(orders, 5000))
  const integer = integerRun(orders)
  return {
    ordersPerSecond: integer.perSecond,
    textOrdersPerSecond: textRun(Math.ceil(orders / 2)),
    simulatedHourMs: simulatedHour(),
    orders,
    fills: integer.fills,
  }
}
