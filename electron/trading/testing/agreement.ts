/** What must hold in every family once everything has come to rest: journal and venue agree, and nothing exists twice. */
import { expect } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import { compare, type Decimal, divide, type Size, subtract } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { StoredAction } from '../../storage/index.ts'
import { TRANSFER } from './intents.ts'
import { BINARY } from './model-binary.ts'
import type { TradingSetup } from './setup.ts'

/** States in which an action claims that nothing of it is in the market. */
const NOTHING_CAME: ReadonlySet<ActionState> = new Set(['refused', 'rejected', 'expired'])
const OPEN_AS = { resting: 'resting', partially_filled: 'partly_filled' } as const

const contextOf = ({ intent, steps }: StoredAction): string =>
  `${intent.kind}: ${steps.map(({ state, detail }) => `${state}${detail === null ? '' : ` (${detail})`}`).join(' ')}`

/** @param usdh the account's initial balance for transfers. */
export function expectFamiliesAgree(setup: TradingSetup, usdh = '1000' as Decimal): void {
  const { venue, journal } = setup
  expect(new Set(venue.arrivals).size, 'a signed action arrived twice').toBe(venue.arrivals.length)
  const actions = journal.recent('model', 500)
  const of = (kind: Intent['kind']) => actions.filter(({ intent }) => intent.kind === kind)
  const count = (list: readonly StoredAction[], state: ActionState) =>
    list.filter((action) => action.state === state).length

  const oids = actions.flatMap(({ oid }) => oid ?? [])
  expect(new Set(oids).size, 'two actions say that they are one order').toBe(oids.length)
  for (const action of actions) if (action.oid !== null) expectSame(action, venue.order(action.oid))

  /** Outcome orders carry a client order id, so none is ever in doubt. */
  const outcome = venue.orders.filter((order) => isCoin(order.asset))
  const cloids = outcome.map(({ cloid }) => cloid)
  expect(new Set(cloids).size, 'an order is there twice').toBe(cloids.length)
  for (const order of outcome) {
    expect(oids, `order ${order.oid} of ${order.asset} is in no journal`).toContain(order.oid)
  }
  /** Binary orders do not: an unclaimed one must belong to an action in state `unknown`. */
  const unclaimed = venue.orders.filter(({ asset, oid }) => asset === BINARY && !oids.includes(oid))
  const doubtful = actions.filter(
    ({ intent, state }) =>
      state === 'unknown' && (intent.kind === 'binary_predict' || (intent.kind === 'close' && intent.asset === BINARY)),
  )
  expect(unclaimed.length, 'binary orders that are in no journal').toBeLessThanOrEqual(doubtful.length)

  expect(count(of('convert'), 'done'), 'conversions').toBe(venue.outcomes.history.length)
  expect(count(of('convert'), 'unknown'), 'conversions in doubt').toBe(0)

  const moved = Number(divide(subtract(usdh, venue.outcomes.usdh), TRANSFER.amount, 6))
  expect(count(of('transfer'), 'done'), 'transfers').toBeLessThanOrEqual(moved)
  expect(moved, 'transfers').toBeLessThanOrEqual(count(of('transfer'), 'done') + count(of('transfer'), 'unknown'))

  if (count(of('binary_setup'), 'done') > 0) expect(venue.binary.leverage).toBe(2)
}

function expectSame(action: StoredAction, order: Order): void {
  const context = contextOf(action)
  expect(NOTHING_CAME.has(action.state), context).toBe(false)
  expect(action.state, context).toBe(OPEN_AS[order.status as keyof typeof OPEN_AS] ?? order.status)
  expect(compare(action.filled ?? ('0' as Size), order.filled), context).toBe(0)
}
