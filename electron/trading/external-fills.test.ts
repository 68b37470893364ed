import { describe, expect, it } from 'vitest'
import type { OtherClientView } from '../../contract/activity.ts'
import type { Address } from '../../contract/address.ts'
import type { Size } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import type { Found } from './index.ts'
import { ASSET, failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

/** The reports, as `trade 2@570.50`, `order 1000`, `change 5 by 5`. */
const wordsOf = (found: Found): readonly string[] => {
  switch (found.kind) {
    case 'orders':
      return found.orders.map(({ oid }) => `order ${oid}`)
    case 'trades':
      return found.trades.map(({ id, side, size, price }) => `${side} ${size}@${price} of ${id}`)
    case 'positions':
      return found.changes.map(({ size, by }) => `${size} by ${by}`)
  }
}

type Before = Parameters<typeof openTradingSetup>[1]

async function open(before?: Before): Promise<{ setup: TradingSetup; notified: string[] }> {
  const setup = await openTradingSetup({}, before)
  const reports: string[] = []
  listen(setup, reports)
  return { setup, notified: reports }
}
const listen = ({ trading }: TradingSetup, reports: string[]): void =>
  void trading.onExternal((found) => reports.push(...wordsOf(found)))
const viewOf = ({ trading }: TradingSetup) => trading.topics.view({ kind: 'other_client' }) as OtherClientView
const LIMITS = { ...DEFAULT_LIMITS, dayLoss: null }
const IOC = { ...BUY, tif: 'IOC', cloid: null } as const
const elsewhere = ({ venue }: TradingSetup, side: 'buy' | 'sell' = 'buy', size = '2.0000') =>
  venue.place({ ...IOC, side, size: size as Size }, 'fill')
const byService = ({ venue }: TradingSetup, text: 'settlement' | 'liquidation' | null, size: string): void =>
  venue.fillBy(text, { asset: ASSET, side: 'sell', price: BUY.price, size: size as Size })
/** The position itself changes, and no fill shows that. */
const shift = ({ venue }: TradingSetup, size: string): void => {
  venue.position = size as Size
}

describe('a fill that no action of this terminal made', () => {
  it('is reported within two reads, once, across restarts, and marked: the trade, and its part of the position', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(3_000)
    elsewhere(setup)
    await setup.clock.advanceAsync(5_000)
    expect(notified).toEqual(['buy 2@570.5 of 1000'])
    expect(viewOf(setup)).toMatchObject({
      trades: [{ id: '1000', asset: ASSET, side: 'buy', size: '2', price: '570.5' }],
      positions: { [ASSET]: '2' },
    })
    await setup.restart()
    listen(setup, notified)
    await setup.clock.advanceAsync(40_000)
    expect(notified).toHaveLength(1)
    expect(viewOf(setup)).toMatchObject({ trades: [{ id: '1000' }], positions: { [ASSET]: '2' } })
    elsewhere(setup, 'sell')
    await setup.clock.advanceAsync(20_000)
    expect(viewOf(setup).positions).toEqual({})
  })

  it('is reported even when it came and went between two account reads', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(3_000)
    elsewhere(setup)
    elsewhere(setup, 'sell')
    await setup.clock.advanceAsync(20_000)
    expect(notified).toEqual(['sell 2@570.5 of 1001', 'buy 2@570.5 of 1000'])
  })

  it('is reported at the next start when it came while the terminal was off', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(20_000)
    setup.trading.stop()
    await setup.clock.advanceAsync(3_600_000)
    elsewhere(setup)
    await setup.restart()
    listen(setup, notified)
    await setup.clock.advanceAsync(10_000)
    expect(notified).toEqual(['buy 2@570.5 of 1000'])
  })

  it('is reported with its reported order, and not twice', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(3_000)
    setup.venue.place({ ...IOC, tif: 'GTC' }, 'rest')
    await setup.clock.advanceAsync(8_000)
    setup.venue.fill('1000', '0.5' as Size)
    await setup.clock.advanceAsync(8_000)
    setup.venue.fill('1000', '1.5' as Size)
    await setup.clock.advanceAsync(8_000)
    expect(notified).toEqual(['order 1000'])
    expect(viewOf(setup)).toMatchObject({ trades: [{ id: '1000', size: '2' }], positions: { [ASSET]: '2' } })
  })

  it('is marked and not reported for a client that the trader knows', async () => {
    const { setup, notified } = await open()
    setup.trading.expectOtherClient(true)
    await setup.clock.advanceAsync(3_000)
    elsewhere(setup)
    shift(setup, '7')
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
    expect(viewOf(setup)).toMatchObject({ trades: [{ id: '1000' }], positions: { [ASSET]: '7' }, isExpected: true })
  })

  it('counts in the position limit', async () => {
    const { setup } = await open()
    await setup.clock.advanceAsync(3_000)
    elsewhere(setup, 'buy', '5')
    await setup.clock.advanceAsync(5_000)
    await setup.restart({ limits: () => ({ ...LIMITS, position: '6' as Size }) })
    const refused = await setup.submit(1)
    expect(refused).toMatchObject({ state: 'refused', code: 'limit_position' })
  })
})

describe('nothing is reported for', () => {
  it('what existed when the terminal first saw the wallet: fills, a position, resting orders and their fills', async () => {
    const { setup, notified } = await open((venue, clock) => {
      venue.place({ ...IOC, size: '5' as Size }, 'fill')
      venue.place({ ...IOC, tif: 'GTC' }, 'rest')
      clock.advance(60_000)
    })
    await setup.clock.advanceAsync(30_000)
    setup.venue.fill('1001', '2' as Size)
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
    expect(viewOf(setup)).toMatchObject({ trades: [{ id: '1001' }], positions: { [ASSET]: '2' } })
  })

  it('an own order whose answer is late and whose fill is listed first', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    setup.venue.answersAfter = 10_000
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
    expect(setup.action(1).state).toBe('filled')
  })

  it('an own order that was reported as refused and executed: the action is open again instead', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    setup.venue.fail('submit', failure('problem', 'insufficient_margin', 'No.'), true)
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
    expect(setup.action(1)).toMatchObject({ state: 'filled', surfaced: { isSeen: false } })
  })

  it('a settlement, with or without its fill, and trades in the asset’s next bucket', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    shift(setup, '0')
    await setup.clock.advanceAsync(30_000)
    await setup.submit(2)
    await setup.clock.advanceAsync(30_000)
    byService(setup, 'settlement', '2')
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
  })

  it.each(['settlement', 'liquidation'] as const)('a %s by the cause of its fill, under an order id', async (cause) => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    setup.venue.fillBy('123456789', { asset: ASSET, side: 'sell', price: BUY.price, size: '2' as Size }, cause)
    await setup.clock.advanceAsync(60_000)
    expect(notified).toEqual([])
  })

  it('a settlement under an ordinary order id that the order history lacks', async () => {
    const { setup, notified } = await open()
    const HOUR = 3_600_000
    setup.facts.bucket = () =>
      ({ current: { asset: ASSET, end: Math.ceil((setup.clock.now() + 1) / HOUR) * HOUR } }) as never
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    await setup.clock.advanceAsync(HOUR - (setup.clock.now() % HOUR) + 5_000)
    byService(setup, '123456789' as never, '2')
    await setup.clock.advanceAsync(60_000)
    expect(notified).toEqual([])
  })

  it('a settlement whose fill names no order', async () => {
    const { setup, notified } = await open()
    const HOUR = 3_600_000
    setup.facts.bucket = () =>
      ({ current: { asset: ASSET, end: Math.ceil((setup.clock.now() + 1) / HOUR) * HOUR } }) as never
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    await setup.clock.advanceAsync(HOUR - (setup.clock.now() % HOUR) + 5_000)
    byService(setup, null, '2')
    await setup.clock.advanceAsync(60_000)
    expect(notified).toEqual([])
    elsewhere(setup)
    await setup.clock.advanceAsync(30_000)
    expect(notified).toHaveLength(1)
  })

  it('a liquidation that the book took in part', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    setup.venue.place({ ...IOC, side: 'sell', size: '1' as Size, reduceOnly: true }, 'fill')
    byService(setup, 'liquidation', '1')
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual([])
  })

  it('another wallet’s past', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(20_000)
    setup.address = `0x${'cd'.repeat(20)}` as Address
    await setup.clock.advanceAsync(20_000)
    expect([notified, viewOf(setup).trades]).toEqual([[], []])
  })

  it('a position of a service that omits it once', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(20_000)
    setup.venue.emptyPositions = 1
    await setup.clock.advanceAsync(60_000)
    expect(notified).toEqual([])
  })
})

/** The service lists fills this late, ms. */
function listFillsLate({ venue, clock }: TradingSetup, ms: number): void {
  const { service } = venue
  const { fills } = service
  Object.assign(service, {
    fills: async (...of: Parameters<typeof fills>) => {
      const rows = await fills(...of)
      return rows.filter(({ time }) => time <= clock.now() - ms)
    },
  })
}

describe('fills that are listed minutes late', () => {
  it.each(['an answer that says so', 'the reads'])(
    'of own orders are not reported as changes by others: filled by %s',
    async (by) => {
      const { setup, notified } = await open()
      await setup.clock.advanceAsync(3_000)
      listFillsLate(setup, 180_000)
      setup.venue.behaviour = by === 'the reads' ? 'rest' : 'fill'
      await setup.submit(1)
      await setup.clock.advanceAsync(1_000)
      if (by === 'the reads') setup.venue.fill('1000', '2' as Size)
      await setup.clock.advanceAsync(400_000)
      expect(notified).toEqual([])
      expect(viewOf(setup).positions).toEqual({})
    },
  )

  it('of a close are not reported as changes by others either', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    listFillsLate(setup, 180_000)
    await setup.submit(2, {
      kind: 'close',
      asset: ASSET,
      position: 'long',
      size: '1' as Size,
      protection: { kind: 'distance', distance: '3' as never, bound: null },
    })
    await setup.clock.advanceAsync(400_000)
    expect(notified).toEqual([])
  })

  it('of others are reported, and leave no unexplained change', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(3_000)
    listFillsLate(setup, 180_000)
    elsewhere(setup)
    await setup.clock.advanceAsync(600_000)
    expect(notified).toEqual(['2 by 2', 'buy 2@570.5 of 1000'])
    expect(viewOf(setup).positions).toEqual({ [ASSET]: '2' })
  })
})

describe('a position that no fill explains', () => {
  it('is reported once, with its size, when two reads agree; and counts from then on', async () => {
    const { setup, notified } = await open()
    setup.venue.behaviour = 'fill'
    await setup.submit(1)
    await setup.clock.advanceAsync(30_000)
    shift(setup, '7')
    await setup.clock.advanceAsync(8_000)
    expect(notified).toEqual([])
    await setup.clock.advanceAsync(12_000)
    expect(notified).toEqual(['7 by 5'])
    expect(viewOf(setup).positions).toEqual({ [ASSET]: '5' })
    await setup.submit(2)
    await setup.restart()
    listen(setup, notified)
    await setup.clock.advanceAsync(60_000)
    expect(notified).toHaveLength(1)
  })

  it('is reported where nothing was held, and for a change while the terminal was off', async () => {
    const { setup, notified } = await open()
    await setup.clock.advanceAsync(20_000)
    setup.trading.stop()
    shift(setup, '-3')
    await setup.restart()
    listen(setup, notified)
    await setup.clock.advanceAsync(30_000)
    expect(notified).toEqual(['-3 by -3'])
  })
})
