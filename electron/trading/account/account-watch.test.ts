import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { millis } from '../../../contract/time.ts'
import { ServiceError } from '../../service/index.ts'
import { createActionLog } from '../actions/index.ts'
import type { Reads } from '../reconcile/index.ts'
import { memoryJournal } from '../testing/memory-journal.ts'
import { createAccountWatch } from './account-watch.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const order = (oid: string, asset: string): Order => ({ oid, asset, side: 'buy', price: '1' }) as unknown as Order
const scalar = order('1', 'NYCTMP1')
const share = order('2', '#20634060')
const broken = new ServiceError({ kind: 'problem', route: 'r', code: 'c', message: 'down' as never })

function openWatch(outcomes = true) {
  const clock = createFakeClock()
  const passes: Reads[] = []
  const own: string[][] = []
  const errors: unknown[] = []
  const logged: string[] = []
  const setup = {
    outcomes,
    open: [scalar],
    shares: [share],
    fails: { open: false, shares: false, pass: false },
    reads: 0,
    atPass: (): void => {},
  }
  const watch = createAccountWatch({
    service: () => ({
      account: async () => ({ positions: [], money: {} }) as never,
      openOrders: async () => {
        if (setup.fails.open) throw broken
        return setup.open
      },
      openOutcomeOrders: async () => {
        setup.reads += 1
        if (setup.fails.shares) throw broken
        return setup.shares
      },
      outcomeOrderStatus: async () => ({ order: null, status: 'unknown', statusText: 'unknown' }),
      conversions: async () => [],
    }),
    families: () => ({ binary: false, outcomes: setup.outcomes }),
    clock,
    actionLog: createActionLog({ journal: memoryJournal(), clock, profileName: 'p' }),
    reconciler: {
      pass: async (_, reads) => {
        passes.push(reads)
        setup.atPass()
        if (setup.fails.pass) throw new Error('a mistake')
      },
      hasNoTrace: async () => false,
    },
    fills: { sync: async () => {}, since: () => ({ rows: [], complete: true }), newest: () => [] },
    orders: { readSince: async () => ({ rows: [], complete: true }) },
    sawOpen: () => {},
    ledger: { look: () => [], isInDoubt: () => false },
    external: { look: async () => {}, isInDoubt: () => false },
    net: { sawOrders: async () => {}, sawFills: async () => {} },
    executions: { isAwaiting: () => false, pass: async () => {} },
    address: () => TRADER,
    serverTime: () => millis(clock.now()),
    setOwnOrders: (orders) => own.push(orders.map(({ oid }) => oid)),
    sawUnreadable: () => {},
    onServiceError: (error) => errors.push(error),
    signedOut: () => broken,
    log: { error: (_facts, message) => void logged.push(message) },
  })
  return { watch, clock, setup, passes, own, errors, logged }
}

describe('watching the account', () => {
  it('reads it every 2 s while anything is open or has just changed, and every 5 s after a minute without either', async () => {
    const { watch, clock, setup, passes } = openWatch()
    setup.open = []
    setup.shares = []
    watch.start()
    await clock.advanceAsync(59_000)
    expect(passes.length).toBeGreaterThanOrEqual(29)
    await clock.advanceAsync(4_000)
    const before = passes.length
    await clock.advanceAsync(20_000)
    expect(passes.length - before).toBe(4)
    setup.open = [scalar]
    await clock.advanceAsync(5_000)
    const resting = passes.length
    await clock.advanceAsync(10_000)
    expect(passes.length - resting).toBeGreaterThanOrEqual(9)
    setup.open = []
    await clock.advanceAsync(2_000)
    const changed = passes.length
    await clock.advanceAsync(20_000)
    expect(passes.length - changed).toBe(10)
  })

  it('reads the open orders of scalar and outcome markets, and returns them together', async () => {
    const { watch, clock, passes, own } = openWatch()
    watch.start()
    await clock.advanceAsync(0)
    expect(watch.openOrders()).toEqual([scalar, share])
    expect(await watch.freshOpenOrders()).toEqual({ orders: [scalar, share], failures: [] })
    expect(await watch.orders(500)).toEqual({ orders: [scalar, share], old: null })
    expect(own).toEqual([['1', '2']])
    expect(passes).toMatchObject([{ open: [scalar], openOutcomes: [share] }])
  })

  it('reads no outcome orders where the deployment has none', async () => {
    const { watch, clock, passes, setup } = openWatch(false)
    watch.start()
    await clock.advanceAsync(0)
    expect(await watch.freshOpenOrders()).toEqual({ orders: [scalar], failures: [] })
    expect(await watch.orders(500)).toEqual({ orders: [scalar], old: null })
    expect(passes).toMatchObject([{ open: [scalar], openOutcomes: null }])
    expect(setup.reads).toBe(0)
  })

  it('lists an order once when the service has it in both lists', async () => {
    const { watch, setup } = openWatch()
    setup.open = [scalar, share]
    expect(await watch.freshOpenOrders()).toEqual({ orders: [scalar, share], failures: [] })
  })

  it('settles other actions when outcome orders cannot be read, and concludes nothing about outcome orders', async () => {
    const { watch, clock, setup, passes, errors } = openWatch()
    watch.start()
    await clock.advanceAsync(0)
    setup.fails.shares = true
    await clock.advanceAsync(1_000)
    expect(passes.at(-1)).toMatchObject({ open: [scalar], openOutcomes: null })
    expect(watch.openOrders()).toEqual([scalar, share])
    expect(await watch.orders(500)).toEqual({ orders: [scalar, share], old: { ageMs: 1_000, message: 'down' } })
    expect(errors).toEqual([broken])
  })

  it('reports once that open orders cannot be read, and once that they can again', async () => {
    const { watch, clock, setup } = openWatch()
    watch.start()
    await clock.advanceAsync(0)
    let reported = 0
    watch.onChange(() => {
      reported += 1
    })
    await clock.advanceAsync(10_000)
    expect(reported).toBe(0)
    const before = watch.version()
    setup.fails.open = true
    await clock.advanceAsync(20_000)
    expect([reported, watch.version()]).toEqual([1, before + 1])
    await expect(watch.orders(500)).rejects.toBe(broken)
    setup.fails.open = false
    await clock.advanceAsync(20_000)
    expect(reported).toBe(2)
    expect(await watch.orders(500)).toEqual({ orders: [scalar, share], old: null })
  })

  it.each([
    ['open', share, false],
    ['shares', scalar, true],
  ] as const)('names what a fresh read lacks: %s fails', async (which, left, outcomes) => {
    const { watch, setup } = openWatch()
    setup.fails[which] = true
    const { orders, failures } = await watch.freshOpenOrders()
    expect(orders).toEqual([left])
    expect(failures).toMatchObject([{ outcomes, error: broken }])
  })

  it('continues after a pass that stopped on an unexpected error', async () => {
    const { watch, clock, setup, passes, logged } = openWatch()
    setup.fails.pass = true
    watch.start()
    await clock.advanceAsync(0)
    expect([passes.length, logged]).toEqual([1, ['a look at the account stopped on an unforeseen error']])
    setup.fails.pass = false
    await clock.advanceAsync(4_000)
    expect(passes).toHaveLength(2)
  })

  it('does not report a pass that fails after shutdown, since its stores may be closed', async () => {
    const { watch, clock, setup, passes, logged } = openWatch()
    setup.fails.pass = true
    setup.atPass = () => watch.stop()
    watch.start()
    await clock.advanceAsync(0)
    expect([passes.length, logged]).toEqual([1, []])
  })

  it('gives windows no list that lacks outcome orders', async () => {
    const { watch, setup } = openWatch()
    setup.fails.shares = true
    await expect(watch.orders(500)).rejects.toBe(broken)
  })

  it('reports a change of an outcome order, and forgets all of them with the account', async () => {
    const { watch, clock, setup, own } = openWatch()
    watch.start()
    await clock.advanceAsync(0)
    const before = watch.version()
    setup.shares = []
    await clock.advanceAsync(1_000)
    expect([watch.version() > before, own.at(-1)]).toEqual([true, ['1']])
    watch.reset()
    expect(watch.openOrders()).toEqual([])
  })
})
