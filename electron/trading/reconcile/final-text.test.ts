/** A service that ends orders with its own statuses. */
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import type { StoredAction } from '../../storage/index.ts'
import { createActionLog } from '../actions/index.ts'
import { memoryJournal } from '../testing/memory-journal.ts'
import { createReconciler } from './reconcile.ts'

const WALLET = `0x${'11'.repeat(20)}` as Address
const AT = 1_782_907_830_000
const WORD = 'zappedByOperator'

const order = (asset: string, more: object = {}): Order =>
  ({
    oid: '7',
    cloid: null,
    asset,
    side: 'buy',
    price: '570.50',
    size: '2',
    filled: '0',
    tif: 'GTC',
    reduceOnly: false,
    status: 'unknown',
    statusText: WORD,
    time: AT,
    ...more,
  }) as unknown as Order

const scalar = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: '570.50',
  size: '2',
  tif: 'GTC',
  reduceOnly: false,
}
const outcome = { kind: 'outcome_order', asset: '#50', side: 'buy', mode: { kind: 'limit', price: '0.4' }, size: '2' }

function open(intent: object, state: 'resting' | 'acknowledged' = 'resting') {
  const steps = [
    { state: 'sent', at: AT, detail: null },
    { state, at: AT, detail: null },
  ]
  const empty = { cloid: null, filled: null, code: null, message: null, field: null, mismatches: [] }
  const life = {
    createdAt: AT,
    updatedAt: AT,
    prepared: { orderId: 'o', actionHash: '0x01', nonce: 1, expiresAt: AT + 1 },
  }
  const journal = memoryJournal()
  const action = {
    id: 'a',
    intent: intent as Intent,
    state,
    steps,
    ...empty,
    ...life,
    oid: '7',
    profile: 'p',
    account: WALLET,
  }
  journal.write(action as unknown as StoredAction)
  const clock = createFakeClock(AT)
  const actionLog = createActionLog({ journal, clock, profileName: 'p' })
  const reconciler = createReconciler({ actionLog, offset: () => 0, clock })
  const unread = () => Promise.reject(new Error('not read'))
  /** One pass: whether the open orders have it, and what the history and the status show. */
  return async (isOpen: boolean, gone: Order, status?: OutcomeOrderStatus) => {
    const listed = isOpen ? [order(gone.asset, { status: 'resting', statusText: 'open' })] : []
    await reconciler.pass(WALLET, {
      began: (AT + 60_000) as never,
      open: listed,
      openOutcomes: listed,
      account: null,
      history: async () => ({ rows: [gone], complete: true }),
      fills: async () => ({ rows: [], complete: true }),
      status: async () => status ?? { order: gone, status: gone.status, statusText: gone.statusText },
      conversions: unread,
    })
    const { state: now, message, steps } = actionLog.get('a') ?? { state: null, message: null, steps: [] }
    return { state: now, said: message ?? steps.at(-1)?.detail ?? null }
  }
}

describe.each([
  ['scalar', scalar],
  ['outcome', outcome],
])('an order of a %s market with an unknown final status', (_, intent) => {
  const { asset } = intent

  it('is over once two lists of open orders begun after the status lack it, and the status is shown unchanged', async () => {
    const pass = open(intent)
    expect((await pass(false, order(asset))).state).toBe('resting')
    expect((await pass(false, order(asset))).state).toBe('resting')
    expect(await pass(false, order(asset))).toEqual({ state: 'cancelled', said: WORD })
  })

  it('keeps what traded', async () => {
    const pass = open(intent, 'acknowledged')
    const gone = order(asset, { filled: '1' })
    for (let i = 0; i < 2; i++) await pass(false, gone)
    expect(await pass(false, gone)).toEqual({ state: 'cancelled', said: `${WORD}; 1 of 2 filled` })
  })

  it('is counted again when the open orders show it in between, and when the status changes', async () => {
    const pass = open(intent)
    await pass(false, order(asset))
    await pass(false, order(asset))
    expect((await pass(true, order(asset))).state).toBe('resting')
    for (const statusText of [WORD, WORD, 'underReview', 'underReview']) {
      expect((await pass(false, order(asset, { statusText }))).state).toBe('resting')
    }
    expect(await pass(false, order(asset, { statusText: 'underReview' }))).toMatchObject({ state: 'cancelled' })
  })

  it('is canceled, not refused, where a part of it traded before the rest was rejected', async () => {
    const gone = order(asset, { status: 'rejected', statusText: 'iocCancelRejected', filled: '1' })
    expect(await open(intent, 'acknowledged')(false, gone)).toEqual({
      state: 'cancelled',
      said: 'iocCancelRejected; 1 of 2 filled',
    })
  })

  it('ends at once with a known status', async () => {
    const gone = order(asset, { status: 'cancelled', statusText: 'delistedCanceled' })
    expect(await open(intent)(false, gone)).toEqual({ state: 'cancelled', said: 'delistedCanceled' })
  })
})

describe('a status without its order', () => {
  it.each([
    ['cancelled', 'marginCanceled', 'cancelled'],
    ['rejected', 'oracleRejected', 'rejected'],
  ] as const)('%s: ends the order with that status', async (status, statusText, state) => {
    const answer = { order: null, status, statusText }
    expect(await open(outcome)(false, order('#50'), answer)).toEqual({ state, said: statusText })
  })

  it('ends the order with an unknown status as well', async () => {
    const pass = open(outcome)
    const answer = { order: null, status: 'unknown', statusText: WORD } as const
    for (let i = 0; i < 2; i++) expect((await pass(false, order('#50'), answer)).state).toBe('resting')
    expect(await pass(false, order('#50'), answer)).toEqual({ state: 'cancelled', said: WORD })
  })
})
