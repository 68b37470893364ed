import { describe, expect, it } from 'vitest'
import type { Order, Position } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { ASSET, BUCKET, openPositionCloses, TRADER } from './testing/setup.ts'

const SETTLED = `${ASSET} settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC`
const order = (oid: string, status = 'resting'): Order =>
  ({ oid, asset: ASSET, side: 'buy', price: '550.00', size: '5', filled: '0', status }) as unknown as Order

/** A long of 40 that the terminal has seen for a minute. */
async function held(change: Partial<Position> = {}, size = '40') {
  const setup = openPositionCloses()
  setup.hold(size, change)
  await setup.restart()
  await setup.pass(60_000)
  return setup
}
type Setup = Awaited<ReturnType<typeof held>>

/** The bucket ends, and its long with it. */
async function settlement(setup: Setup, price: string | null = '553.05'): Promise<void> {
  await setup.pass(setup.start + BUCKET - setup.clock.now())
  setup.hold('0')
  setup.bucket = null
  if (price !== null) setup.fill('sell', '40', price, 'settlement')
}

describe('an end is reported once', () => {
  it('a settlement, as soon as a read lacks the position and its fill is there', async () => {
    const setup = await held()
    await settlement(setup)
    await setup.changed()
    expect(setup.text()).toEqual([SETTLED])
    expect(setup.titles).toEqual(['Position settled'])
    await setup.changed()
    await setup.pass(60_000)
    expect(setup.titles).toHaveLength(1)
  })

  it('a settlement whose fill names no order', async () => {
    const setup = await held()
    await settlement(setup, null)
    setup.fill('sell', '40', '553.05', null)
    await setup.changed()
    expect(setup.text()).toEqual([SETTLED])
  })

  it('a settlement under an ordinary order id that the order history lacks', async () => {
    const setup = await held()
    await settlement(setup, null)
    setup.fill('sell', '40', '553.05', '123456789')
    await setup.changed()
    expect([setup.text(), setup.titles]).toEqual([[SETTLED], ['Position settled']])
  })

  it('a close by another client in the last moment, whose order the history has', async () => {
    const setup = await held()
    await settlement(setup, null)
    setup.fill('sell', '40', '553.05', '123456789')
    setup.history = [{ ...order('123456789', 'filled'), time: setup.clock.now() }] as never
    await setup.changed()
    await setup.pass(60_000)
    expect(setup.titles).toEqual(['Position closed by another client'])
  })

  it.each([
    ['settlement', SETTLED],
    ['liquidation', null],
  ] as const)('a %s known only from the cause of its fill, under any name of its order', async (cause, text) => {
    const setup = await held()
    if (cause === 'settlement') await settlement(setup, null)
    setup.fill('sell', '40', '553.05', '123456789', { cause })
    setup.hold('0')
    await setup.changed()
    if (text !== null) expect(setup.text()).toEqual([text])
    expect(setup.titles).toEqual([cause === 'settlement' ? 'Position settled' : 'Position liquidated'])
  })

  it('across restarts: neither a reported end nor its row comes back', async () => {
    const setup = await held()
    await settlement(setup)
    await setup.changed()
    await setup.restart()
    expect(setup.text()).toEqual([SETTLED])
    expect(setup.view()[0]?.isPutAway).toBe(false)
    expect(setup.endings.dismiss(setup.view()[0]?.id ?? '')).toBe(true)
    expect(setup.endings.dismiss(setup.view()[0]?.id ?? '')).toBe(false)
    await setup.restart()
    await setup.pass(60_000)
    expect(setup.view()[0]?.isPutAway).toBe(true)
    expect(setup.titles).toHaveLength(1)
  })

  it('what ended while the terminal was off, at the next start', async () => {
    const setup = await held()
    setup.stop()
    await settlement(setup)
    await setup.pass(3 * 86_400_000)
    await setup.restart()
    expect(setup.text()).toEqual([SETTLED])
    expect(setup.titles).toHaveLength(1)
  })

  it('what was opened and settled without a fill while the terminal was off, in the lists only, with a computed settlement', async () => {
    const setup = openPositionCloses()
    await setup.restart()
    await setup.pass(20_000)
    setup.stop()
    setup.fill('buy', '40', '553.19', '7')
    await setup.clock.skip(3 * BUCKET)
    const end = (Math.floor(setup.start / BUCKET) + 1) * BUCKET
    setup.ends.set(`scalar ${ASSET} ${end}`, '553.05')
    await setup.restart()
    await setup.pass(15_000)
    expect([setup.text(), setup.titles]).toEqual([[SETTLED], []])
    expect(setup.view()[0]).toMatchObject({ at: end, isPutAway: true, result: '-5.6' })
    setup.workOut()
    await setup.pass(120_000)
    expect(setup.view()).toHaveLength(1)
    expect(setup.books.results({ profile: 'practice', account: TRADER }, 0, Number.MAX_SAFE_INTEGER)).toMatchObject([
      { realised: '-5.6', computed: 1, settledAt: '553.05' },
    ])
  })

  it('but not for a position whose market ends later than reported before', async () => {
    const setup = await held()
    setup.bucket = { asset: ASSET, start: setup.start, end: setup.start + BUCKET + 1_800_000 }
    await setup.changed()
    await setup.pass(BUCKET + 60_000)
    await setup.changed()
    expect([setup.text(), setup.titles]).toEqual([[], []])
  })

  it('but not by an answer that names a later bucket of the asset before this one has ended', async () => {
    const setup = await held()
    setup.bucket = { asset: ASSET, start: setup.start + 2 * BUCKET, end: setup.start + 3 * BUCKET }
    await setup.changed()
    setup.bucket = { asset: ASSET, start: setup.start, end: setup.start + BUCKET }
    await setup.pass(60_000)
    expect([setup.text(), setup.titles]).toEqual([[], []])
    await settlement(setup)
    await setup.changed()
    expect(setup.text()).toEqual([SETTLED])
  })

  it('even where the asset has another bucket, and another position in it, by then', async () => {
    const setup = await held()
    setup.stop()
    await settlement(setup)
    await setup.pass(BUCKET + 60_000)
    setup.bucket = { asset: ASSET, start: setup.start + 2 * BUCKET, end: setup.start + 3 * BUCKET }
    setup.hold('40', { entryPx: '560.00' as never })
    setup.fill('buy', '40', '560.00', '77')
    await setup.restart()
    expect(setup.text()).toEqual([SETTLED])
    expect(setup.held()).toMatchObject([{ shown: { entryPx: '560.00' }, end: setup.start + 3 * BUCKET }])
  })

  it('to its own trader only', async () => {
    const setup = await held()
    const trader = setup.address
    setup.hold('0')
    await setup.signIn(`0x${'cd'.repeat(20)}` as Address)
    await setup.pass(60_000)
    expect([setup.titles, setup.view()]).toEqual([[], []])
    await settlement(setup)
    await setup.signIn(trader)
    expect(setup.text()).toEqual([SETTLED])
  })
})

describe('one read that lacks a position ends nothing', () => {
  it('when it is back in the next read', async () => {
    const setup = await held()
    setup.hold('0')
    await setup.changed()
    await setup.pass(1_000)
    setup.hold('40')
    await setup.changed()
    await setup.pass(120_000)
    expect([setup.titles, setup.view()]).toEqual([[], []])
  })

  it('when fills led to its last size', async () => {
    const setup = openPositionCloses()
    setup.hold('80')
    await setup.restart()
    setup.fill('sell', '40', '553.00', '9')
    await setup.pass(500)
    setup.hold('40')
    await setup.changed()
    setup.hold('0')
    await setup.changed()
    await setup.pass(1_000)
    setup.hold('40')
    await setup.pass(60_000)
    expect(setup.view()).toEqual([])
  })

  it('until repeated reads lack it without an explanation: unknown', async () => {
    const setup = await held()
    setup.hold('0')
    await setup.changed()
    await setup.pass(5_000)
    expect(setup.titles).toEqual([])
    await setup.pass(10_000)
    expect(setup.titles).toEqual(['Position gone'])
    expect(setup.text()).toEqual([`${ASSET} long 40 from 553.19 is gone. How it closed and its P&L are unknown`])
  })

  it('while fills cannot be read', async () => {
    const setup = await held()
    setup.hold('0')
    setup.fillsFail = true
    await setup.changed()
    await setup.pass(30_000)
    expect(setup.titles).toEqual([])
    setup.fillsFail = false
    setup.fill('sell', '40', '552.38', '9', { time: (setup.clock.now() - 30_000) as never })
    await setup.pass(2_000)
    expect(setup.titles).toEqual(['Position closed by another client'])
  })

  it('and a start without an answer is repeated', async () => {
    const setup = await held()
    setup.readsFail = true
    await setup.restart()
    await settlement(setup)
    setup.readsFail = false
    await setup.pass(5_000)
    expect(setup.text()).toEqual([SETTLED])
  })
})

describe('a service whose clock is not measured yet', () => {
  it('is waited for: no time is taken for one of its own', async () => {
    const setup = openPositionCloses()
    setup.offset = null
    setup.hold('40')
    await setup.restart()
    await setup.pass(5_000)
    expect(setup.held()).toEqual([])
    setup.offset = -86_400_000
    await setup.pass(2_000)
    const [kept] = setup.held()
    expect(kept?.since).toBeLessThan(setup.start)
  })
})

describe('the cause of an end', () => {
  it("is not reported for the trader's own close in this terminal, whose action reports it", async () => {
    const setup = await held()
    setup.act('close', '9')
    setup.fill('sell', '40', '552.38', '9')
    setup.hold('0')
    await setup.changed()
    await setup.pass(120_000)
    expect([setup.titles, setup.view()]).toEqual([[], []])
    expect([setup.held(), setup.closed()]).toEqual([[], []])
  })

  it('is not reported for such a close even if its fills are never listed', async () => {
    const setup = await held()
    setup.act('close', null)
    setup.hold('0')
    await setup.changed()
    await setup.pass(120_000)
    expect([setup.titles, setup.view()]).toEqual([[], []])
  })

  it('is awaited for an order of ours without its id, rather than attributed to another client', async () => {
    const setup = await held()
    setup.act('close', null, { state: 'sent', filled: null })
    setup.fill('sell', '40', '552.38', '9')
    setup.hold('0')
    await setup.changed()
    await setup.pass(20_000)
    expect(setup.titles).toEqual([])
    setup.actions = []
    setup.act('close', '9')
    await setup.pass(20_000)
    expect([setup.titles, setup.view()]).toEqual([[], []])
  })

  it('is a stop, with its price and its result', async () => {
    const setup = await held()
    setup.act('close', '9')
    setup.stops.set('close', { kind: 'stop', trigger: '552.40' })
    setup.fill('sell', '40', '552.38', '9', { realizedPnl: '-32.40' as never })
    setup.hold('0')
    await setup.changed()
    expect(setup.text()).toEqual([`Stop at 552.40, ${ASSET}: sold 40 at 552.38, −32.40 USDC`])
  })

  it('is a stop that closes a part, reported once with the earlier size, while the rest continues', async () => {
    const setup = await held()
    const execution = { side: 'sell', size: '10', average: '552.38', realised: '-3.10', fee: '0', token: 'USDC' }
    setup.stops.set('close', { kind: 'stop', trigger: '552.40', percent: '25' })
    setup.act('close', '9', { filled: '10' as never, execution: { ...execution, at: setup.clock.now() } as never })
    setup.fill('sell', '10', '552.38', '9')
    await setup.changed()
    expect(setup.text()).toEqual([])
    setup.hold('30')
    await setup.pass(2_000)
    const terms = [`Stop at 552.40, ${ASSET}: sold 10 of 40 at 552.38, −3.10 USDC`]
    expect([setup.text(), setup.titles]).toEqual([terms, ['Position partly closed by its stop']])
    expect(setup.view()[0]).toMatchObject({ isPutAway: true, part: { of: '40' } })
    await setup.restart()
    await setup.pass(60_000)
    expect(setup.titles).toHaveLength(1)
  })

  it('is a liquidation into the book, known from the mark that reached its price', async () => {
    const setup = await held()
    expect([...setup.needed]).toEqual([ASSET])
    setup.mark = '520.00'
    await setup.pass(1_000)
    setup.fill('sell', '40', '536.00', '901')
    setup.hold('0')
    await setup.changed()
    expect(setup.titles).toEqual(['Position probably liquidated'])
    expect(setup.needed.size).toBe(0)
  })

  it('is a certain liquidation when a fill names one', async () => {
    const setup = await held()
    setup.fill('sell', '40', '520.00', 'liquidation')
    setup.hold('0')
    await setup.changed()
    expect(setup.titles).toEqual(['Position liquidated'])
  })

  it('is a conversion of shares elsewhere', async () => {
    const setup = openPositionCloses()
    const market = { outcomeId: 36, name: 'Rain', questions: [], expiry: null, expired: false, winner: null }
    setup.outcomes.set('#360', { market, side: { index: 0, name: 'Yes', coin: '#360' } } as never)
    setup.hold('60', { asset: '#360', family: 'outcome', entryPx: '0.45' as never, liquidationPx: null })
    await setup.restart()
    await setup.pass(60_000)
    setup.hold('0', { asset: '#360' })
    setup.conversions = [{ outcomeId: 36, questionId: null, time: setup.clock.now() } as never]
    await setup.changed()
    await setup.pass(12_000)
    expect(setup.text()).toEqual(['Yes, Rain 60 from 0.450, converted, other client'])
  })
})

describe('a settlement without a fill', () => {
  it('has the price of the average that the terminal computed, once it is there', async () => {
    const setup = await held()
    await settlement(setup, null)
    await setup.changed()
    await setup.pass(10_000)
    expect(setup.titles).toEqual([])
    setup.settlements = [{ asset: ASSET, end: setup.start + BUCKET, mark: '553.05' }]
    await setup.pass(2_000)
    expect(setup.text()).toEqual([SETTLED])
  })

  it('has no price where none is known after a while', async () => {
    const setup = await held()
    await settlement(setup, null)
    await setup.changed()
    await setup.pass(60_000)
    expect(setup.text()).toEqual([`${ASSET} settled at an unknown price: long 40 from 553.19, P&L unknown`])
  })

  it('of shares follows from the winning side', async () => {
    const setup = openPositionCloses()
    const market = { outcomeId: 36, name: 'Rain', questions: [], expiry: setup.start + 600_000, expired: false }
    const side = { index: 0, name: 'Yes', coin: '#360' }
    setup.outcomes.set('#360', { market: { ...market, winner: null }, side } as never)
    setup.hold('60', { asset: '#360', family: 'outcome', entryPx: '0.45' as never, liquidationPx: null })
    await setup.restart()
    await setup.pass(601_000)
    setup.outcomes.set('#360', { market: { ...market, expired: true, winner: 1 }, side } as never)
    setup.hold('0', { asset: '#360' })
    await setup.changed()
    await setup.pass(5_000)
    expect(setup.text()).toEqual(['Yes, Rain paid nothing: 60 from 0.450, −27.00 USDH'])
  })

  it('is in the books as computed, and not where its fill is there', async () => {
    const inBooks = async (reported: string | null) => {
      const setup = await held()
      await settlement(setup, reported)
      setup.settlements = [{ asset: ASSET, end: setup.start + BUCKET, mark: '553.05' }]
      await setup.changed()
      await setup.pass(10_000)
      expect(setup.text()).toEqual([SETTLED])
      return setup.books
        .entries({ profile: 'practice', account: TRADER }, 0, Number.MAX_SAFE_INTEGER)
        .flatMap((entry) => (entry.kind === 'settlement' ? [[entry.asset, entry.price, entry.time - setup.start]] : []))
    }
    expect(await inBooks(null)).toEqual([[ASSET, '553.05', BUCKET]])
    expect(await inBooks('553.05')).toEqual([])
  })
})

describe('orders that end with a position', () => {
  it('are counted in the same report, except those that filled', async () => {
    const setup = openPositionCloses()
    setup.hold('40')
    setup.orders = [order('1'), order('2'), order('3')]
    await setup.restart()
    await settlement(setup)
    setup.orders = []
    setup.history = [order('1', 'expired'), order('2', 'filled'), order('3', 'expired')]
    await setup.changed()
    expect(setup.text()).toEqual([`${SETTLED}. 2 orders expired with it`])
  })
})
