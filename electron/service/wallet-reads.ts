/** Reads by wallet address (docs/service/positions.md#account, docs/service/orders.md#open). */
import type { Address } from '../../contract/address.ts'
import type { Clock } from '../../contract/time.ts'
import { accountOf } from './adapters/account.ts'
import { feesOf } from './adapters/fees.ts'
import { fillsOf } from './adapters/fill.ts'
import { openOrdersOf, ordersOf } from './adapters/order.ts'
import type { Routes } from './routes.ts'
import type { Page } from './types.ts'

export const walletReads = (routes: Routes, clock: Pick<Clock, 'now'>) => ({
  /** What happened while the answer was on its way may be in it or not: it counts from when it was asked for. */
  account: async (address: Address) => {
    const askedAt = clock.now()
    return accountOf(await routes.read('/v1/positions/{address}', { address }), address, askedAt)
  },
  openOrders: async (address: Address) => openOrdersOf(await routes.read('/v1/orders/open/{address}', { address })),
  orderHistory: async (address: Address, page: Page) =>
    ordersOf(await routes.read('/v1/orders/history/{address}', { address, query: queryOf(page) })),
  fills: async (address: Address, page: Page) =>
    fillsOf(await routes.read('/v1/trades/{address}', { address, query: queryOf(page) }), address),
  fees: async (address: Address) => feesOf(await routes.read(routes.open('fees'), { address })),
})

const queryOf = ({ limit, before }: Page): Record<string, string> => ({
  limit: String(limit),
  ...(before === null ? {} : { before: String(before) }),
})
