import { describe, expect, it } from 'vitest'
import type { AccountView, Fill, Order } from '../../contract/account.ts'
import type { ActionState } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Conversion, OutcomeOrderStatus } from '../../contract/outcome.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { ServiceError } from '../service/index.ts'
import type { StoredAction } from '../storage/index.ts'
import { createActionLog } from './actions/index.ts'
import { createReconciler, type Reads } from './reconcile/index.ts'
import { memoryJournal } from './testing/memory-journal.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address

/** When the actions were requested, and when the signed payloads expire. */
const NOW = 1_700_000_000_000
const EXPIRY = NOW + 30_000
const LATE = EXPIRY + 5_000

const COIN = '#20634060'
const OID = '77'
const CLOID = `0x${'ab'.repeat(16)}` as never

const limit = {
  kind: 'outcome_order',
  asset: COIN,
  side: 'buy',
  size: '10',
  mode: { kind: 'limit', price: '0.4' },
} as unknown as Intent
const market = {
  kind: 'outcome_order',
  asset: COIN,
  side: 'sell',
  size: '10',
  mode: { kind: 'market', protection: { kind: 'worst', price: '0.01' } },
} as unknown as Intent
const cancel: Intent = { kind: 'cancel', asset: COIN, oid: OID, cloid: CLOID }
const closeOf = (asset: string, size: string | null = null): Intent =>
  ({
    kind: 'close',
    position: 'long',
    asset,
    size,
    protection: { kind: 'distance', distance: '3', bound: null } as never,
  }) as unknown as Intent
const up = (direction = 'UP'): Intent =>
  ({
    kind: 'binary_predict',
    asset: 'GBETA',
    direction,
    amount: '25',
    protection: { kind: 'worst', price: direction === 'UP' ? '0.99' : '0.01' },
  }) as unknown as Intent
const transfer = { kind: 'transfer', amount: '200' } as unknown as Intent
const convert = (more: object = {}): Intent =>
  ({
    kind: 'convert',
    conversion: 'split',
    outcomeId: 5,
    questionId: null,
    amount: '12.5',
    ...more,
  }) as unknown as Intent

function stored(intent: Intent, state: ActionState, more: Partial<StoredAction> = {}): StoredAction {
  const at = NOW as never
  return {
    id: 'a',
    intent,
    state,
    steps: [
      { state: 'sent', at, detail: null },
      { state, at, detail: null },
    ],
    createdAt: at,
    updatedAt: at,
    cloid: null,
    oid: null,
    filled: null,
    code: null,
    message: null,
    field: null,
    mismatches: [],
    profile: 'p',
    account: TRADER,
    prepared: { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: EXPIRY },
    ...more,
  }
}

function orderOf(more: object = {}): Order {
  const order = { oid: OID, cloid: CLOID, asset: COIN, side: 'buy', price: '0.400', size: '10.00', filled: '0.00' }
  return {
    ...order,
    tif: 'GTC',
    reduceOnly: false,
    status: 'resting',
    statusText: 'resting',
    time: NOW,
    ...more,
  } as unknown as Order
}
const ended = (status: string, filled: string, more: object = {}): Order =>
  orderOf({ status, statusText: status, filled, ...more })

const entry = (more: object = {}): Conversion =>
  ({
    id: '18',
    kind: 'split',
    kindText: 'split',
    outcomeId: 5,
    questionId: null,
    amount: '12.50',
    time: NOW + 500,
    ...more,
  }) as unknown as Conversion

const held = (usdh: string | null, usdhOutcome: string | null): AccountView =>
  ({ address: TRADER, positions: [], money: { usdh, usdhOutcome }, readAt: NOW }) as unknown as AccountView

const failure = (status: number | null, kind: ServiceError['kind'] = 'problem'): ServiceError =>
  new ServiceError({ kind, route: 'r', code: 'c', message: 'm' as never, status })

const NO_SUCH_ORDER = new ServiceError({
  kind: 'problem',
  route: 'r',
  code: 'unknown_order',
  message: 'There is none.' as never,
  status: 404,
})

const notFound = (message: string): ServiceError =>
  new ServiceError({ kind: 'problem', route: 'r', code: 'http_404', message: message as never, status: 404 })

/** The reads of one pass: values, or the error of a failing read. */
interface Given {
  readonly began?: number
  readonly open?: readonly Order[]
  readonly openOutcomes?: readonly Order[] | null
  readonly account?: AccountView | null
  readonly history?: readonly Order[]
  readonly fills?: readonly Fill[]
  readonly fillsComplete?: boolean
  readonly status?: OutcomeOrderStatus | ServiceError
  readonly conversions?: readonly Conversion[] | ServiceError
}

/** A terminal that starts with these actions, and settles them by one pass after the other. */
function setupOf(...actions: readonly StoredAction[]) {
  const journal = memoryJournal()
  for (const action of actions) journal.write(action)
  const clock = createFakeClock(NOW)
  const actionLog = createActionLog({ journal, clock, profileName: 'p' })
  const reconciler = createReconciler({ actionLog, offset: () => 0, clock })
  /** They are of an earlier run, and have been looked up for a while. */
  clock.advance(5_000)
  const requests: unknown[] = []
  const give = async <Value>(value: Value | ServiceError): Promise<Value> => {
    if (value instanceof ServiceError) throw value
    return value
  }
  return {
    asked: requests,
    action: (id = 'a') => actionLog.get(id),
    async pass(given: Given, times = 1): Promise<StoredAction | null> {
      const reads: Reads = {
        began: (given.began ?? NOW + 1_000) as never,
        open: given.open ?? [],
        openOutcomes: given.openOutcomes === undefined ? [] : given.openOutcomes,
        account: given.account ?? null,
        history: async () => {
          requests.push('history')
          return { rows: given.history ?? [], complete: true }
        },
        fills: async () => give({ rows: given.fills ?? [], complete: given.fillsComplete ?? true }),
        status: (by) => {
          requests.push(by)
          return give(given.status ?? NO_SUCH_ORDER)
        },
        conversions: () => give(given.conversions ?? []),
      }
      for (let count = 0; count < times; count++) await reconciler.pass(TRADER, reads)
      return actionLog.get('a')
    },
  }
}

type Case = readonly [name: string, action: StoredAction, given: Given, passes: number, result: object]

const endsAs = (cases: readonly Case[]): void => {
  it.each(cases)('%s', async (_, action, given, passes, result) => {
    expect(await setupOf(action).pass(given, passes)).toMatchObject(result)
  })
}
const withId = { cloid: CLOID }
const statusOf = (order: Order): OutcomeOrderStatus => ({ order, status: order.status, statusText: order.statusText })

describe('an order for a side of an outcome market', () => {
  endsAs([
    [
      'rests when the open orders have it',
      stored(limit, 'acknowledged', withId),
      { openOutcomes: [orderOf()] },
      1,
      { state: 'resting', oid: OID },
    ],
    [
      'waits while the open orders were not read',
      stored(limit, 'unknown', withId),
      { openOutcomes: null, began: LATE },
      3,
      { state: 'unknown' },
    ],
    [
      'is not concluded from a status that could not be reached for',
      stored(limit, 'unknown', withId),
      { status: failure(500), began: LATE },
      3,
      { state: 'unknown' },
    ],
    [
      'is not concluded from a bare 404, which may be the route’s',
      stored(limit, 'unknown', withId),
      { status: failure(404), began: LATE },
      6,
      { state: 'unknown' },
    ],
    [
      'is not concluded from a history without it while its status cannot be read',
      stored(limit, 'unknown', withId),
      { status: failure(404), began: LATE, history: [ended('filled', '1.00', { oid: '7', cloid: null })] },
      6,
      { state: 'unknown' },
    ],
    [
      'is read from the history where its status cannot be read',
      stored(limit, 'resting', { oid: OID }),
      { status: failure(404), history: [ended('filled', '10.00', { size: '10.00', filled: '10.00' })] },
      1,
      { state: 'filled' },
    ],
    [
      'is read from its fills where its status cannot be read',
      stored(limit, 'resting', { oid: OID }),
      { status: failure(404), fills: [{ oid: OID, size: '10', time: NOW }] as never },
      1,
      { state: 'filled' },
    ],
    [
      'never arrived when a 404 names it',
      stored(limit, 'unknown', { oid: OID }),
      { status: notFound(`There is no order ${OID}.`), began: LATE },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'that was accepted and is nowhere came to nothing',
      stored(limit, 'acknowledged', withId),
      { began: LATE },
      2,
      { state: 'rejected', code: 'not_applied' },
    ],
    [
      'is not concluded while its fills cannot be read as far back as it may have filled',
      stored(limit, 'unknown', { oid: OID }),
      { began: LATE, fillsComplete: false },
      6,
      { state: 'unknown' },
    ],
    [
      'without ids is not concluded from a history that may be of scalar orders only',
      stored(limit, 'unknown'),
      { began: LATE, history: [orderOf({ oid: '5', asset: 'NYCTMP1' })] },
      6,
      { state: 'unknown' },
    ],
    [
      'without ids never arrived when the history has orders of its family and not it',
      stored(limit, 'unknown'),
      { began: LATE, history: [orderOf({ oid: '5', asset: '#999' })] },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'is not taken for one that came long after it could not arrive any more',
      stored(limit, 'unknown'),
      { openOutcomes: [orderOf({ cloid: null, time: LATE + 86_400_000 })], began: LATE },
      1,
      { state: 'unknown', oid: null },
    ],
    [
      'filled when its status says so',
      stored(limit, 'resting', { oid: OID, ...withId }),
      { status: statusOf(ended('filled', '10.00')) },
      1,
      { state: 'filled', filled: '10.00' },
    ],
    [
      'was canceled when its status says so',
      stored(limit, 'resting', { oid: OID }),
      { status: statusOf(ended('cancelled', '0.00')) },
      1,
      { state: 'cancelled' },
    ],
    [
      'that filled in part at once lost the rest',
      stored(market, 'acknowledged', { oid: OID }),
      { status: statusOf(ended('partially_filled', '4.00', { tif: 'IOC', side: 'sell' })) },
      1,
      { state: 'cancelled', filled: '4.00' },
    ],
    [
      'is settled by a status without the order',
      stored(limit, 'resting', { oid: OID }),
      { status: { order: null, status: 'filled', statusText: 'filled' } },
      1,
      { state: 'filled', filled: '10' },
    ],
    [
      'is settled by its fills where its status is not known',
      stored(market, 'acknowledged', { oid: OID }),
      { fills: [{ oid: OID, size: '10' } as unknown as Fill] },
      1,
      { state: 'filled', filled: '10' },
    ],
    [
      'without an answer may still arrive before its expiry',
      stored(limit, 'unknown', withId),
      { began: LATE - 1 },
      5,
      { state: 'unknown' },
    ],
    [
      'without an answer is not given up after one pass',
      stored(limit, 'unknown', withId),
      { began: LATE },
      1,
      { state: 'unknown' },
    ],
    [
      'without an answer never arrived once two passes miss it',
      stored(limit, 'unknown', withId),
      { began: LATE },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'never arrived when the word of its status says that there is none',
      stored(limit, 'unknown', withId),
      { began: LATE, status: { order: null, status: 'unknown', statusText: 'unknownOid' } },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'that rested stays when no read has it',
      stored(limit, 'resting', { oid: OID }),
      { began: LATE },
      3,
      { state: 'resting' },
    ],
  ])

  it('is looked up by its id, else by its client id', async () => {
    const byOid = setupOf(stored(limit, 'resting', { oid: OID, cloid: CLOID }))
    await byOid.pass({})
    const byCloid = setupOf(stored(limit, 'unknown', { cloid: CLOID }))
    await byCloid.pass({})
    expect([byOid.asked, byCloid.asked]).toEqual([[{ oid: OID }], [{ cloid: CLOID }]])
  })

  it('is searched for in the history where the deployment has no status of orders', async () => {
    const setup = setupOf(stored(limit, 'unknown', withId))
    const status = failure(null, 'switched_off')
    expect(await setup.pass({ status, history: [ended('cancelled', '0.00')] })).toMatchObject({ state: 'cancelled' })
  })

  it.each<[string, Intent, object, boolean]>([
    ['a limit order: the same one', limit, {}, true],
    ['a limit order: another price', limit, { price: '0.41' }, false],
    ['a limit order: another size', limit, { size: '11' }, false],
    ['a limit order: the other side', limit, { side: 'sell' }, false],
    ['a limit order: another coin', limit, { asset: '#20634061' }, false],
    ['a limit order: an IOC one', limit, { tif: 'IOC' }, false],
    ['a limit order: an earlier one', limit, { time: NOW - 5_001 }, false],
    ['one of the last moment in which it may arrive', limit, { time: EXPIRY + 5_000 }, true],
    ['one of a day later, when this one could no longer arrive', limit, { time: NOW + 86_400_000 }, false],
    ['a market order: the same one', market, { side: 'sell', tif: 'IOC', price: '0.01' }, true],
    ['a market order: one beyond its worst price', market, { side: 'sell', tif: 'IOC', price: '0.009' }, false],
    ['a market order: one that rests', market, { side: 'sell', tif: 'GTC' }, false],
    ['a close: an IOC sale', closeOf(COIN), { side: 'sell', tif: 'IOC' }, true],
    ['a close: a purchase', closeOf(COIN), { tif: 'IOC' }, false],
    ['a close: a sale that rests', closeOf(COIN), { side: 'sell' }, false],
    ['a partial close: a sale of the same size', closeOf(COIN, '10'), { side: 'sell', tif: 'IOC' }, true],
    ['a partial close: a larger sale', closeOf(COIN, '9'), { side: 'sell', tif: 'IOC' }, false],
  ])('without ids is found by similarity: %s', async (_, intent, more, found) => {
    const order = ended('filled', '10.00', { size: '10.00', filled: '10.00', ...more })
    const action = await setupOf(stored(intent, 'unknown')).pass({ history: [order] })
    expect(action?.state === 'filled').toBe(found)
  })

  it('belongs to one action only', async () => {
    const twins = ['a', 'b'].map((id, age) => stored(limit, 'unknown', { id, createdAt: (NOW + age) as never }))
    const setup = setupOf(...twins)
    await setup.pass({ openOutcomes: [orderOf()] })
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(['resting', 'unknown'])
  })

  it.each([
    ['the later one, where it was there before the order', 2_000, ['unknown', 'filled']],
    ['the earlier one, where the later one was sent after it', 4_000, ['filled', 'unknown']],
    ['the earlier one, where both were sent at once', 0, ['filled', 'unknown']],
  ])('of two identical requests belongs to %s', async (_, later, states) => {
    const sentAt = (id: string, at: number): StoredAction =>
      stored(closeOf('GBETA', '0.2'), 'unknown', {
        id,
        createdAt: at as never,
        steps: (['sent', 'unknown'] as const).map((state) => ({ state, at: at as never, detail: null })),
      })
    const setup = setupOf(sentAt('a', NOW), sentAt('b', NOW + later))
    const made = { asset: 'GBETA', side: 'sell', tif: 'IOC', reduceOnly: true, cloid: null, time: NOW + 3_000 } as const
    const order = ended('filled', '0.2', { ...made, size: '0.2' })
    await setup.pass({ history: [order], began: LATE - 6_000 }, 3)
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(states)
    await setup.pass({ history: [order], began: LATE }, 3)
    const ends = states.map((state) => (state === 'filled' ? 'filled' : 'expired'))
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(ends)
  })

  it('that a request under way may have created does not belong to an earlier one', async () => {
    const onItsWay = stored(closeOf('GBETA', '0.2'), 'sent', {
      id: 'b',
      createdAt: (NOW + 2_000) as never,
      steps: [{ state: 'sent', at: (NOW + 2_000) as never, detail: null }],
    })
    const setup = setupOf(stored(closeOf('GBETA', '0.2'), 'unknown'), onItsWay)
    const made = { asset: 'GBETA', side: 'sell', tif: 'IOC', reduceOnly: true, cloid: null, time: NOW + 3_000 } as const
    await setup.pass({ history: [ended('filled', '0.2', { ...made, size: '0.2' })], began: LATE }, 3)
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(['unknown', 'sent'])
  })

  it('that matches two orders stays unknown, and reports that once', async () => {
    const setup = setupOf(stored(limit, 'unknown'))
    const history = [ended('filled', '10'), ended('filled', '10', { oid: '78' })]
    const action = await setup.pass({ history, began: LATE }, 3)
    expect(action?.state).toBe('unknown')
    expect(action?.steps.filter(({ detail }) => detail?.includes('2 orders look like it'))).toHaveLength(1)
  })
})

describe('a cancel of an outcome order', () => {
  endsAs([
    [
      'is done when the status says canceled',
      stored(cancel, 'unknown'),
      { status: statusOf(ended('cancelled', '0')) },
      1,
      { state: 'done' },
    ],
    [
      'came too late when the order filled',
      stored(cancel, 'acknowledged'),
      { status: statusOf(ended('filled', '10')) },
      1,
      { state: 'rejected', code: 'already_filled' },
    ],
    [
      'waits while the open orders were not read',
      stored(cancel, 'acknowledged'),
      { openOutcomes: null },
      2,
      { state: 'acknowledged' },
    ],
    [
      'waits while the order rests',
      stored(cancel, 'acknowledged'),
      { status: statusOf(orderOf()) },
      2,
      { state: 'acknowledged' },
    ],
    ['that was accepted is done when nobody knows the order', stored(cancel, 'acknowledged'), {}, 2, { state: 'done' }],
    [
      'that was accepted is not done by one list that lacks the order',
      stored(cancel, 'acknowledged'),
      {},
      1,
      { state: 'acknowledged' },
    ],
    [
      'is done once two lists lack its order, where its status cannot be read',
      stored(cancel, 'acknowledged'),
      { status: failure(404) },
      2,
      { state: 'done' },
    ],
    [
      'without an answer is over once it has expired and no list has its order, where there is no route for its status',
      stored(cancel, 'unknown'),
      { status: failure(404), began: LATE },
      2,
      { state: 'done' },
    ],
    [
      'without an answer is not done while a status can’t be asked for',
      stored(cancel, 'unknown'),
      { status: failure(503), began: LATE },
      3,
      { state: 'unknown' },
    ],
    [
      'without an answer never arrived when the order is open later',
      stored(cancel, 'unknown'),
      { openOutcomes: [orderOf()], began: LATE },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'came too late when the status says filled, without the order',
      stored(cancel, 'acknowledged'),
      { status: { order: null, status: 'filled', statusText: 'filled' } },
      1,
      { state: 'rejected', code: 'already_filled' },
    ],
    [
      'that was accepted and had no effect says so',
      stored(cancel, 'acknowledged'),
      { openOutcomes: [orderOf()], began: LATE },
      2,
      { state: 'rejected', code: 'still_open' },
    ],
  ])
})

describe('an action of a binary market', () => {
  const bought = (more: object = {}): Order =>
    ended('filled', '36.81', { asset: 'GBETA', cloid: null, size: '36.81', tif: 'IOC', ...more })
  const sized = { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: EXPIRY, size: '36.81' } as never
  endsAs([
    [
      'is found by its id: a prediction',
      stored(up(), 'acknowledged', { oid: OID }),
      { history: [bought()] },
      1,
      { state: 'filled', filled: '36.81' },
    ],
    [
      'is settled by its fills: a prediction of a known size',
      stored(up(), 'acknowledged', { oid: OID, prepared: sized }),
      { fills: [{ oid: OID, size: '36.81' } as unknown as Fill] },
      1,
      { state: 'filled' },
    ],
    [
      'never arrived: a prediction that no read shows',
      stored(up(), 'unknown'),
      { began: LATE },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    ['is confirmed when accepted: a setup', stored({ kind: 'binary_setup' }, 'acknowledged'), {}, 1, { state: 'done' }],
    [
      'is asked for again when needed: a setup without an answer',
      stored({ kind: 'binary_setup' }, 'unknown'),
      {},
      1,
      { state: 'expired', message: expect.stringContaining('the next prediction sets it again') },
    ],
  ])

  const closing = (position: 'long' | 'short') => ({ ...closeOf('GBETA'), position }) as Intent
  const sold = { asset: COIN, side: 'sell' }
  it.each<[string, Intent, object, boolean]>([
    ['UP buys', up(), {}, true],
    ['UP does not sell', up(), { side: 'sell' }, false],
    ['DOWN sells', up('DOWN'), { side: 'sell' }, true],
    ['a prediction never reduces', up(), { reduceOnly: true }, false],
    ['a prediction is filled at once', up(), { tif: 'GTC' }, false],
    ['a prediction has the prepared size', up(), { size: '36', filled: '36' }, false],
    ['a close reduces', closeOf('GBETA'), { reduceOnly: true, side: 'sell' }, true],
    ['a close only reduces', closeOf('GBETA'), { side: 'sell' }, false],
    ['a close never rests', closeOf('GBETA'), { reduceOnly: true, side: 'sell', tif: 'GTC' }, false],
    [
      'a close may be of the rest',
      closeOf('GBETA'),
      { reduceOnly: true, side: 'sell', size: '36', filled: '36' },
      true,
    ],
    ['a close has at most the requested size', closeOf('GBETA', '36'), { reduceOnly: true, side: 'sell' }, false],
    ['a close is of its own asset', closeOf('GBETA'), { reduceOnly: true, asset: 'GGAMMA' }, false],
    ['a close of UP sells', closing('long'), { reduceOnly: true, side: 'sell' }, true],
    ['a close of UP never buys', closing('long'), { reduceOnly: true }, false],
    ['a close of DOWN buys', closing('short'), { reduceOnly: true }, true],
    ['a close of DOWN never sells', closing('short'), { reduceOnly: true, side: 'sell' }, false],
    ['shares are sold, whether or not that is marked as reducing', closeOf(COIN), { ...sold, reduceOnly: true }, true],
    ['shares are sold, in the signed size', closeOf(COIN), { ...sold, size: '36', filled: '36' }, false],
  ])('without ids is found by similarity: %s', async (_, intent, more, found) => {
    const action = await setupOf(stored(intent, 'unknown', { prepared: sized })).pass({ history: [bought(more)] })
    expect(action?.state === 'filled').toBe(found)
  })
})

describe('a transfer', () => {
  const balances = { usdh: '500', usdhOutcome: '0' } as never
  const prepared = { orderId: 'o', actionHash: '0x01', nonce: null, expiresAt: null, balances } as never
  const sent = (state: ActionState, more: Partial<StoredAction> = {}) => stored(transfer, state, { prepared, ...more })
  /** Past the life of an action without an expiry. */
  const old = NOW + 305_000
  endsAs([
    [
      'is done when both balances show it',
      sent('unknown'),
      { account: held('300.00', '200') },
      1,
      { state: 'done', code: null },
    ],
    ['waits for the balances', sent('acknowledged'), { account: null }, 2, { state: 'acknowledged' }],
    [
      'that was accepted is done although other changes hide it',
      sent('acknowledged'),
      { account: held('290', '200') },
      1,
      { state: 'done' },
    ],
    [
      'that was accepted waits for balances read afterwards',
      sent('acknowledged'),
      { account: held('290', '200'), began: NOW },
      1,
      { state: 'acknowledged' },
    ],
    [
      'that was accepted waits while nothing has moved',
      sent('acknowledged'),
      { account: held('500', '0') },
      2,
      { state: 'acknowledged' },
    ],
    [
      'that was accepted and moved nothing for long says so',
      sent('acknowledged'),
      { account: held('500', '0'), began: old },
      2,
      { state: 'rejected', code: 'not_applied' },
    ],
    [
      'without an answer may still arrive',
      sent('unknown'),
      { account: held('500', '0'), began: old - 1 },
      3,
      { state: 'unknown' },
    ],
    [
      'without an answer never arrived when nothing has moved for long',
      sent('unknown'),
      { account: held('500', '0'), began: old },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    [
      'without an answer stays unknown when one balance alone changed',
      sent('unknown'),
      { account: held('300', '0'), began: old },
      3,
      { state: 'unknown' },
    ],
    [
      'without an answer stays unknown where a balance is not reported',
      sent('unknown'),
      { account: held('300', null), began: old },
      3,
      { state: 'unknown' },
    ],
  ])

  it('that the balances do not prove is reported once', async () => {
    const action = await setupOf(sent('unknown')).pass({ account: held('290', '200') }, 3)
    expect(action?.steps.filter(({ detail }) => detail?.includes('hide its result'))).toHaveLength(1)
  })

  it('is not proven by balances that another transfer changed', async () => {
    const setup = setupOf(sent('unknown'), sent('acknowledged', { id: 'b' }))
    await setup.pass({ account: held('300', '200') })
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(['unknown', 'done'])
  })

  it('is proven by balances although another transfer was refused', async () => {
    const refused = sent('rejected', { id: 'b' })
    expect(await setupOf(sent('unknown'), refused).pass({ account: held('300', '200') })).toMatchObject({
      state: 'done',
    })
  })
})

describe('a conversion', () => {
  const ofQuestion = convert({ conversion: 'merge_question', questionId: 9, amount: null })
  endsAs([
    [
      'is done when the history has it',
      stored(convert(), 'unknown'),
      { conversions: [entry()] },
      1,
      {
        state: 'done',
        steps: expect.arrayContaining([expect.objectContaining({ detail: 'The history shows it as conversion 18.' })]),
      },
    ],
    [
      'of all there is, is done with any amount',
      stored(convert({ amount: null }), 'acknowledged'),
      { conversions: [entry()] },
      1,
      { state: 'done' },
    ],
    [
      'of a question is found by the question',
      stored(ofQuestion, 'acknowledged'),
      { conversions: [entry({ kind: 'merge_question', outcomeId: null, questionId: 9 })] },
      1,
      { state: 'done' },
    ],
    [
      'of a question is not another question’s',
      stored(ofQuestion, 'acknowledged'),
      { conversions: [entry({ kind: 'merge_question', questionId: 8 })] },
      1,
      { state: 'acknowledged' },
    ],
    [
      'is not one of another kind',
      stored(convert(), 'unknown'),
      { conversions: [entry({ kind: 'merge' })] },
      1,
      { state: 'unknown' },
    ],
    [
      'is not one of another outcome',
      stored(convert(), 'unknown'),
      { conversions: [entry({ outcomeId: 6 })] },
      1,
      { state: 'unknown' },
    ],
    [
      'is not one of another amount',
      stored(convert(), 'unknown'),
      { conversions: [entry({ amount: '12' })] },
      1,
      { state: 'unknown' },
    ],
    [
      'is not one from before',
      stored(convert(), 'unknown'),
      { conversions: [entry({ time: NOW - 5_001 })] },
      1,
      { state: 'unknown' },
    ],
    [
      'Unreadable waits for a history',
      stored(convert(), 'unknown'),
      { conversions: failure(500), began: LATE },
      3,
      { state: 'unknown' },
    ],
    ['without an answer may still arrive', stored(convert(), 'unknown'), { began: LATE - 1 }, 3, { state: 'unknown' }],
    [
      'without an answer never arrived once two passes miss it',
      stored(convert(), 'unknown'),
      { began: LATE },
      2,
      { state: 'expired', code: 'never_arrived' },
    ],
    ['that was accepted waits', stored(convert(), 'acknowledged'), { began: LATE }, 1, { state: 'acknowledged' }],
    [
      'that was accepted and is in no history says so',
      stored(convert(), 'acknowledged'),
      { began: LATE },
      2,
      { state: 'rejected', code: 'not_applied' },
    ],
    [
      'that was accepted is done where there is no history',
      stored(convert(), 'acknowledged'),
      { conversions: failure(null, 'switched_off') },
      1,
      { state: 'done' },
    ],
    [
      'without an answer stays unknown where there is no history',
      stored(convert(), 'unknown'),
      { conversions: failure(null, 'switched_off'), began: LATE },
      3,
      { state: 'unknown' },
    ],
  ])

  const twins = ['a', 'b'].map((id, age) => stored(convert(), 'unknown', { id, createdAt: (NOW + age) as never }))
  const shownBy = (action: StoredAction | null) => action?.steps.at(-1)?.detail

  it('has its own entry: of two identical ones, the older one has the older entry', async () => {
    const setup = setupOf(...twins)
    await setup.pass({ conversions: [entry({ id: '20', time: NOW + 2_000 }), entry()] })
    expect([shownBy(setup.action('a')), shownBy(setup.action('b'))]).toEqual([
      'The history shows it as conversion 18.',
      'The history shows it as conversion 20.',
    ])
  })

  it('is not shown by an entry that another one had in an earlier pass', async () => {
    const setup = setupOf(...twins)
    await setup.pass({ conversions: [entry()] }, 3)
    expect([setup.action('a')?.state, setup.action('b')?.state]).toEqual(['done', 'unknown'])
  })
})
