import { describe, expect, it } from 'vitest'
import type { AccountView, Order } from '../../contract/account.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { canCount, type UnreadableRow } from '../../contract/unreadable-row.ts'
import { PartlyUnreadable } from '../service/index.ts'
import { LIMIT } from './testing/intents.ts'
import { ASSET, failure } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type SetupOptions, type TradingSetup } from './testing/setup.ts'

const CLOSE: CloseIntent = {
  kind: 'close',
  asset: ASSET,
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: '3', bound: null } as never,
}
const REASON = 'The response from GET /v1/x cannot be read: [0].entry_px is missing.'
const row = (list: UnreadableRow['list'], asset: string | null): UnreadableRow =>
  ({ list, text: `{"asset":"${asset}"}`, asset, time: null, reason: REASON }) as unknown as UnreadableRow

/** Unreadable position rows, beside the venue's positions. */
function hidePositions(setup: TradingSetup, rows: readonly UnreadableRow[], own: 'shown' | 'hidden' = 'shown'): void {
  const { service } = setup.venue
  const { account } = service
  Object.assign(service, {
    account: async (...of: Parameters<typeof account>): Promise<AccountView> => {
      const read = await account(...of)
      return { ...read, positions: own === 'shown' ? read.positions : [], unreadable: rows }
    },
  })
}

/** Open orders, with these unreadable. */
function hideOrders(setup: TradingSetup, rows: readonly UnreadableRow[], shown: (order: Order) => boolean): () => void {
  const { service } = setup.venue
  const { openOrders } = service
  Object.assign(service, {
    openOrders: async (...of: Parameters<typeof openOrders>) => {
      const all = (await openOrders(...of)).filter(shown)
      throw new PartlyUnreadable('GET /v1/orders/open/{address}', { rows: all, unreadable: rows })
    },
  })
  return () => Object.assign(service, { openOrders })
}

describe('an unreadable position', () => {
  it('blocks no close of another one', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    hidePositions(setup, [row('positions', '#36010'), row('positions', null)])
    expect(await setup.submit(1, CLOSE)).toMatchObject({ state: 'filled' })
    expect(setup.venue.position).toBe('0')
  })

  it.each([ASSET, null])('does not count as missing for its own close: of %s', async (asset) => {
    const setup = await openTradingSetup()
    hidePositions(setup, [row('positions', asset)], 'hidden')
    const action = await setup.submit(1, CLOSE)
    expect(action.state).toBe('refused')
    expect(action.message).toContain(REASON)
    expect(setup.venue.count('prepare')).toBe(0)
  })

  it('blocks everything that adds exposure, with the reason, until it can be read', async () => {
    const setup = await openTradingSetup()
    const { account } = setup.venue.service
    hidePositions(setup, [row('positions', '#36010')])
    await setup.clock.advanceAsync(2_500)
    for (const [number, intent] of [BUY, LIMIT].entries()) {
      const action = await setup.submit(number + 1, intent)
      expect(action.state).toBe('refused')
      expect(action.message).toContain(REASON)
    }
    Object.assign(setup.venue.service, { account })
    await setup.clock.advanceAsync(6_000)
    expect(await setup.submit(3)).toMatchObject({ state: 'resting' })
  })

  it('is named by a flatten, which closes the others', async () => {
    const setup = await openTradingSetup()
    setup.venue.position = '4' as never
    hidePositions(setup, [row('positions', '#36010')])
    const within = { kind: 'distance', distance: '3', bound: null } as never
    const flattening = setup.trading.flatten({
      requestId: setup.id(9),
      cancelOrders: false,
      protection: { scalar: within, probability: within },
    } as never)
    await setup.clock.advanceAsync(30_000)
    const { failures } = await flattening
    expect(setup.venue.position).toBe('0')
    expect(failures).toEqual([`A position could not be read: ${REASON}`])
  })

  it('is reported once, however often it is read and with any figures', async () => {
    const setup = await openTradingSetup()
    const reports: (readonly UnreadableRow[])[] = []
    setup.trading.onUnreadable((rows) => reports.push(rows))
    const strange = row('positions', '#36010')
    hidePositions(setup, [strange])
    await setup.clock.advanceAsync(10_000)
    hidePositions(setup, [{ ...strange, text: '{"mark":2}' as never, reason: REASON.replace('[0]', '[1]') }])
    await setup.clock.advanceAsync(10_000)
    expect(reports).toEqual([[strange]])
  })
})

describe('an unreadable row, once it is acknowledged', () => {
  const strange = { ...row('positions', '#36010'), worth: '25' } as UnreadableRow
  const acknowledge = (setup: TradingSetup, of: UnreadableRow): void => {
    const found = setup.trading.unreadableRow(of)
    if (found !== null && canCount(found)) setup.trading.acknowledgeUnreadable(found)
  }
  const open = async (rows: readonly UnreadableRow[], more: SetupOptions = {}): Promise<TradingSetup> => {
    const setup = await openTradingSetup(more)
    hidePositions(setup, rows)
    await setup.clock.advanceAsync(6_000)
    return setup
  }

  it('no longer blocks other markets, and its own as before', async () => {
    const setup = await open([strange])
    expect((await setup.submit(1)).state).toBe('refused')
    acknowledge(setup, strange)
    expect(await setup.submit(2)).toMatchObject({ state: 'resting' })
    const own = await open([{ ...strange, asset: ASSET }])
    acknowledge(own, { ...strange, asset: ASSET })
    expect(await own.submit(1)).toMatchObject({ state: 'refused', code: 'limit_position_unknown' })
  })

  it('counts in max loss at its largest readable value', async () => {
    const limits = () => ({ ...DEFAULT_LIMITS, dayLoss: null, worstCase: '1160' as never })
    const setup = await open([strange], { limits })
    acknowledge(setup, strange)
    // 2 at 570.50 come to 1,141, and 25 with them to more than 1,160.
    expect(await setup.submit(1)).toMatchObject({ state: 'refused', code: 'limit_worst_case' })
    const alone = await open([], { limits })
    expect(await alone.submit(1)).toMatchObject({ state: 'resting' })
  })

  it('blocks again once its text or its value has changed, after a restart, and for another wallet', async () => {
    const changes = [
      { ...strange, text: '{"mark":2}' as never },
      { ...strange, worth: '26' as never },
    ]
    for (const changed of changes) {
      const setup = await open([strange])
      acknowledge(setup, strange)
      hidePositions(setup, [changed])
      await setup.clock.advanceAsync(6_000)
      expect((await setup.submit(1)).state).toBe('refused')
    }
    const restarted = await open([strange])
    acknowledge(restarted, strange)
    await restarted.restart()
    expect((await restarted.submit(1)).state).toBe('refused')
    const other = await open([strange])
    acknowledge(other, strange)
    const { address } = other
    other.signIn(null)
    other.signIn(address)
    await other.clock.advanceAsync(6_000)
    expect((await other.submit(1)).state).toBe('refused')
  })

  it.each([
    ['value', { ...row('positions', '#36010') }],
    ['market', { ...strange, asset: null }],
  ])('keeps blocking while no %s of it can be read', async (_what, unknown) => {
    const setup = await open([unknown])
    acknowledge(setup, unknown)
    expect((await setup.submit(1)).state).toBe('refused')
  })

  it('is marked for the windows, also an open order', async () => {
    const setup = await open([strange])
    const order = { ...row('orders', '#36010'), worth: '5' } as UnreadableRow
    hideOrders(setup, [order], () => true)
    await setup.clock.advanceAsync(6_000)
    for (const one of [strange, order]) acknowledge(setup, one)
    const reads = [setup.trading.readAccountInParts(), setup.trading.readOpenOrders()]
    await setup.clock.advanceAsync(1_000)
    for (const { unreadable } of await Promise.all(reads)) expect(unreadable).toMatchObject([{ acknowledged: true }])
    expect(await setup.submit(1)).toMatchObject({ state: 'resting' })
  })
})

describe('an unreadable open order', () => {
  it('blocks everything that adds exposure, and no cancel of the others', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    hideOrders(setup, [row('orders', '#36010')], () => true)
    await setup.clock.advanceAsync(2_500)
    const refused = await setup.submit(2)
    expect(refused.state).toBe('refused')
    expect(refused.message).toContain(REASON)
    const cancelling = setup.trading.cancelAll(setup.id(3), ASSET)
    await setup.clock.advanceAsync(10_000)
    await expect(cancelling).resolves.toMatchObject({ actionIds: [expect.any(String)] })
    expect(setup.action(1).state).toBe('cancelled')
    const all = setup.trading.cancelAll(setup.id(4), null)
    const failed = expect(all).rejects.toThrow(REASON)
    await setup.clock.advanceAsync(10_000)
    await failed
  })

  it.each([ASSET, null])('never counts as gone: of %s', async (asset) => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), true)
    const showAgain = hideOrders(setup, [row('orders', asset)], () => false)
    void setup.trading.submit(setup.id(1), BUY)
    await setup.clock.advanceAsync(400_000)
    expect(setup.action(1).state).not.toBe('expired')
    showAgain()
    await setup.clock.advanceAsync(20_000)
    expect(setup.action(1)).toMatchObject({ state: 'resting', oid: '1000' })
  })

  it('in another market does not prevent an order from being followed to its end', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1)
    hideOrders(setup, [row('orders', '#36010')], () => true)
    setup.venue.fill('1000', '2' as never)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled' })
  })
})

describe('an unreadable fill', () => {
  it('leaves the others readable, and the day’s result unknown', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'fill'
    const { service } = setup.venue
    const { fills } = service
    Object.assign(service, {
      fills: async (...of: Parameters<typeof fills>) => {
        const rows = await fills(...of)
        throw new PartlyUnreadable('GET /v1/trades/{address}', { rows, unreadable: [row('fills', ASSET)] })
      },
    })
    await setup.submit(1)
    await setup.clock.advanceAsync(10_000)
    expect(setup.trading.fills.newest(10)).toHaveLength(1)
    expect(setup.trading.fills.since(0).complete).toBe(false)
  })
})
