/** Trading with quirks of other services (venue/README.md#quirks). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compare, ZERO } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { createPositionCloses } from '../../electron/position-closes/index.ts'
import { createMarketEnds } from '../../electron/settlements/index.ts'
import { openStorage } from '../../electron/storage/index.ts'
import { openOutcome, placeOutcome } from '../../venue/testing/trading-steps.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Buys two contracts at 571. */
async function holding(terminal: Terminal): Promise<void> {
  await terminal.rests('sell', '571', '2')
  const id = await terminal.place('buy', '571.00', '2.0000')
  await terminal.pass(2_000)
  expect(terminal.action(id).state).toBe('filled')
  expect(terminal.held()).toBe('2.0000')
}

describe('retry-after', () => {
  it('a close is sent at most 2 s apart, regardless of Retry-After', async () => {
    const terminal = await openTerminal()
    await holding(terminal)
    await terminal.rests('buy', '569', '2')
    terminal.quirks('retry-after=3')
    const from = terminal.clock.now()
    const id = await terminal.closeLong()
    await terminal.pass(7_000)
    const tries = terminal.times('POST /v1/orders/prepare').filter((at) => at >= from)
    expect(tries).toHaveLength(4)
    for (const [i, at] of tries.entries()) expect(at - (tries[i - 1] ?? from)).toBeLessThanOrEqual(2_000)
    expect(terminal.action(id).state).toBe('filled')
    expect(terminal.held()).toBe('0')
  })
})

describe('hanging-prepare', () => {
  it('the maximum number of hanging prepares delays no close, delays another order by at most 2 s, and sends none of them', async () => {
    const terminal = await openTerminal()
    await holding(terminal)
    await terminal.rests('buy', '569', '2')
    const orders: string[] = []
    for (let i = 0; i < 8; i++) {
      terminal.quirks('hanging-prepare')
      orders.push(await terminal.place('buy', `56${i}.00`, '1.0000', 'GTC'))
      await terminal.pass(0)
    }
    terminal.quirks()
    const close = await terminal.closeLong()
    const another = await terminal.place('buy', '560.50', '1.0000', 'GTC')
    await terminal.pass(500)
    expect(terminal.action(close).state).toBe('filled')
    await terminal.pass(2_000)
    expect(terminal.action(another).state).toBe('resting')
    await terminal.pass(10_000)
    for (const id of orders) expect(terminal.action(id)).toMatchObject({ state: 'refused', oid: null })
    expect(await terminal.service.openOrders(terminal.address)).toMatchObject([{ price: '560.50' }])
  })
})

describe.each(['venue', 'upstream'] as const)('minimum-value on the wire %s', (wire) => {
  it('an order below the minimum value is refused with the service’s message, and prepared only once', async () => {
    const terminal = await openTerminal({ wire })
    terminal.quirks('minimum-value')
    const id = await terminal.place('buy', '560.00', '0.0178', 'GTC')
    await terminal.pass(5_000)
    const message = 'Order must have minimum value of $10.'
    expect(terminal.action(id)).toMatchObject({ state: 'rejected', oid: null, message })
    expect(terminal.times('POST /v1/orders/prepare')).toHaveLength(1)
  })
})

describe('lagging-reads', () => {
  it('fills count against the position limit before a read of the account shows them', async () => {
    const terminal = await openTerminal({ limits: { position: '3' as never } })
    terminal.quirks('lagging-reads=10')
    await holding(terminal)
    await terminal.rests('sell', '571', '2')
    for (let i = 0; i < 2; i++) {
      await terminal.pass(3_500)
      expect((await terminal.service.account(terminal.address)).positions).toEqual([])
      const id = await terminal.place('buy', '571.00', '2.0000')
      expect(terminal.action(id)).toMatchObject({ state: 'refused', message: expect.stringContaining('could reach 4') })
    }
    expect(terminal.held()).toBe('2.0000')
  })
})

describe('self-trade-one-id', () => {
  it('both fills of a self-trade are kept, each with its order, and the position is unchanged', async () => {
    const terminal = await openTerminal()
    await holding(terminal)
    terminal.quirks('self-trade-one-id')
    const bid = await terminal.place('buy', '569.00', '2.0000', 'GTC')
    await terminal.pass(1_000)
    const close = await terminal.closeLong()
    await terminal.pass(12_000)
    const [sold, bought] = terminal.trading.fills.newest(3)
    expect(sold?.tid).toBe(bought?.tid)
    for (const [id, fill] of [[close, sold] as const, [bid, bought] as const]) {
      const action = terminal.action(id)
      expect(action).toMatchObject({ state: 'filled', oid: fill?.oid, execution: { average: '569', size: '2' } })
    }
    expect(terminal.trading.ledger.current(terminal.address)?.books).toMatchObject([{ size: '2' }])
    expect(terminal.external).toEqual([])
  })
})

/** Close events as they are reported. */
function watchClosedPositions({ address, clock, feed, log, service, trading }: Terminal): readonly PositionClose[] {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-quirks-'))
  const storage = openStorage({ directory, clock })
  const reported: PositionClose[] = []
  const profile = 'practice'
  const ends = createMarketEnds({ store: storage.settlements, source: profile, service, feed, clock, log })
  const endings = createPositionCloses({
    ...{ store: storage.endings, books: storage.books, profile, trading, facts: feed, ends, clock, log },
    triggerOf: () => null,
    address: () => address,
    onIdentityChange: () => () => undefined,
    notify: (ending) => void reported.push(ending),
  })
  onTestFinished(() => {
    endings.stop()
    ends.stop()
    storage.close()
    rmSync(directory, { recursive: true })
  })
  ends.start()
  endings.start()
  return reported
}

describe('a settlement', () => {
  /** Two contracts bought a minute before the end of their bucket, one minute after it. */
  async function settled(quirk: string): Promise<Terminal & { readonly endings: readonly PositionClose[] }> {
    const terminal = await openTerminal({ startTime: Date.UTC(2026, 6, 1, 13, 58) })
    const endings = watchClosedPositions(terminal)
    terminal.quirks(quirk)
    // Fills within a minute of the first account read may or may not be included in it.
    await terminal.pass(60_000)
    await holding(terminal)
    await terminal.pass(110_000)
    expect(terminal.held()).toBe('0')
    expect(terminal.trading.ledger.current(terminal.address)?.books).toEqual([])
    return { ...terminal, endings }
  }

  it('without a fill ends the position as settled at the mark that the terminal computed (silent-settlement)', async () => {
    const { endings, external, trading, venue } = await settled('silent-settlement')
    expect(trading.fills.newest(9)).toHaveLength(1)
    const [{ mark } = { mark: '' }] = venue.core.settlements(1)
    expect(endings).toMatchObject([{ kind: 'settled', size: '2', price: mark, isCertain: true }])
    expect(external).toEqual([])
  })

  it("with an ordinary order id is recognized by its direction, and is not another client's fill (ordinary-settlement)", async () => {
    const { address, endings, external, trading } = await settled('ordinary-settlement')
    const [settlement] = trading.fills.newest(9)
    expect(settlement).toMatchObject({ cause: 'settlement', oid: expect.stringMatching(/^\d+$/), size: '2.0000' })
    expect(endings).toMatchObject([{ kind: 'settled', price: settlement?.price }])
    const { realised } = trading.ledger.current(address)?.day ?? {}
    expect(compare(realised?.USDC ?? ZERO, settlement?.realizedPnl ?? ZERO)).toBe(0)
    expect(external).toEqual([])
  })
})

describe('usdc-outcomes', () => {
  it('shares are bought with USDC and booked in it, and no balance change is left unexplained', async () => {
    const terminal = await openTerminal({ quirks: ['usdc-outcomes'] })
    const { venue, other, trading, feed, address } = terminal
    expect(feed.outcomeCollateral()).toBe('USDC')
    const market = openOutcome(venue)
    const [yes] = market.coins
    await terminal.pass(60_000)
    await placeOutcome(venue, other, { side: 1, limitPx: '0.90' })
    const bought = await terminal.submit({
      ...{ kind: 'outcome_order', asset: yes, side: 'buy', size: '100' },
      mode: { kind: 'limit', price: '0.10' },
    } as Intent)
    await terminal.pass(60_000)
    expect(terminal.action(bought)).toMatchObject({ state: 'filled', execution: { token: 'USDC' } })
    expect(terminal.money()).toMatchObject({ usdc: '9990.000000', usdh_outcome: '0.000000' })
    await terminal.pass(60_000)
    const ledger = trading.ledger.current(address)
    expect(ledger).toMatchObject({ outcomes: 'USDC', books: [{ asset: yes, size: '100' }] })
    expect(ledger?.money).toMatchObject({ outside: { USDC: '0', USDH: '0' }, waits: null, differsSince: null })
  })

  it('an order for more than the available USDC is refused, and there is no USDH to transfer', async () => {
    const limits = { orderValue: '100000', position: '1000000' } as never
    const terminal = await openTerminal({ quirks: ['usdc-outcomes'], limits })
    const [yes] = openOutcome(terminal.venue).coins
    const order = {
      kind: 'outcome_order',
      asset: yes,
      side: 'buy',
      size: '120000',
      mode: { kind: 'limit', price: '0.10' },
    }
    const dear = await terminal.submit(order as Intent)
    await terminal.pass(2_000)
    expect(terminal.action(dear)).toMatchObject({
      state: 'refused',
      message: 'Needs 12,000.00 USDC; 10,000.00 is available for outcome markets.',
    })
    const moved = await terminal.submit({ kind: 'transfer', amount: '10' } as Intent)
    await terminal.pass(2_000)
    expect(terminal.action(moved)).toMatchObject({
      state: 'refused',
      message: 'Outcome markets use USDC here: nothing to move.',
    })
  })
})
