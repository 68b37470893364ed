/** Reads of configuration and access, scalar markets, a wallet, and referrals. */

import type { Address } from '../../contract/address.ts'
import type { Resolution } from '../../contract/market.ts'
import type { MaybeSupported } from '../../contract/referrals.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { Secret } from '../secrets/index.ts'
import { accessOf, accessRequestOf } from './adapters/access.ts'
import { accountOf } from './adapters/account.ts'
import { bookOf } from './adapters/book.ts'
import { bucketsOf } from './adapters/bucket.ts'
import { candleQuery, candlesOf } from './adapters/candles.ts'
import { feesOf } from './adapters/fees.ts'
import { fillsOf } from './adapters/fill.ts'
import { marketsOf } from './adapters/market.ts'
import { openOrdersOf, ordersOf } from './adapters/order.ts'
import {
  referralAcceptedOf,
  referralCodeOf,
  referralPayoutsOf,
  referralTreeOf,
  resolvedCodeOf,
  rewardsOf,
} from './adapters/referrals.ts'
import { runtimeConfigOf } from './adapters/runtime-config.ts'
import { tickerOf } from './adapters/ticker.ts'
import { ServiceError } from './errors.ts'
import { FOR } from './purpose.ts'
import type { Routes } from './routes.ts'
import type { Page } from './types.ts'

/** Configuration and access (docs/service/deployment.md#runtime-config, docs/service/access.md#self). */
export const configuration = (routes: Routes) => ({
  runtimeConfig: async () => runtimeConfigOf(await routes.read('/v1/runtime-config')),
  /** @param as the token whose identity is read; default the signed-in trader's. */
  accessSelf: async (as?: Secret) => {
    /** With the urgency of a close: nothing can be closed before the identity is known. */
    const more = { needsToken: true, purpose: FOR.close, ...(as === undefined ? {} : { as }) }
    return accessOf(await routes.read('/v1/access/self', more))
  },
  /** Returns the service's status of the request. Sent once. */
  requestAccess: async ({ email, note }: { readonly email: string; readonly note: string | null }) => {
    const answer = await routes.submit('/v1/access/request', note === null ? { email } : { email, note })
    return { status: accessRequestOf(answer) }
  },
})

/** Public reads of the scalar family (docs/service/market-data.md). */
export const scalarMarkets = (routes: Routes) => ({
  markets: async () => marketsOf(await routes.read('/v1/markets')),
  bucket: async () => bucketsOf(await routes.read('/v1/bucket')),
  ticker: async (asset: string) => tickerOf(await routes.read('/v1/ticker', { query: { asset } }), asset),
  book: async (asset: string) => bookOf(await routes.read('/v1/book', { query: { asset } }), asset),
  /** `/tv/history`; candles oldest first. */
  candles: async (asset: string, resolution: Resolution, from: Millis, to: Millis) => {
    const route = routes.open('history')
    return candlesOf(await routes.read(route, { query: candleQuery(asset, resolution, from, to) }), `GET ${route}`)
  },
})

/** Reads by wallet address (docs/service/positions.md#account, docs/service/orders.md#open). */
export const walletReads = (routes: Routes, clock: Pick<Clock, 'now'>) => ({
  /** Changes during the request may or may not be in the answer: it counts from the time of the request. */
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

/** Statuses of a deployment that has no such route, has retired it, or does not open it for this sign-in. */
const ABSENT = [401, 404, 410]

/** The value of a read, or that it is not there; any other failure is thrown. */
async function supported<Value>(read: () => Promise<Value>): Promise<MaybeSupported<Value>> {
  try {
    return { state: 'known', value: await read() }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, status, message } = error
    const isAbsent = kind === 'switched_off' || kind === 'signed_out' || (status !== null && ABSENT.includes(status))
    if (!isAbsent) throw error
    return { state: 'absent', reason: message }
  }
}

/** Referrals and rewards, which a deployment may lack: each read finds out by asking (docs/service/referrals.md). */
export const referrals = (routes: Routes) => ({
  referralCode: () =>
    supported(async () => referralCodeOf(await routes.read(routes.open('referralCode'), { needsToken: true }))),

  /** Returns the new code. */
  createReferralCode: async () => referralCodeOf(await routes.submit(routes.open('referralCode'), {}, FOR.account)),

  /** The owner of the code. @throws ServiceError where there is none. */
  resolveReferralCode: async (code: string) =>
    resolvedCodeOf(await routes.read(routes.open('referralResolve'), { query: { code } }), code),

  /** Permanent; sent once. */
  acceptReferral: async (code: string) =>
    referralAcceptedOf(await routes.submit(routes.open('referralIntent'), { code }, FOR.account)),

  referralTree: () =>
    supported(async () => referralTreeOf(await routes.read(routes.open('referralTree'), { needsToken: true }))),

  /** Newest first, as the service has them. */
  referralPayouts: ({ limit, offset }: { readonly limit: number; readonly offset: number }) =>
    supported(async () => {
      const query = { limit: String(limit), offset: String(offset) }
      return referralPayoutsOf(await routes.read(routes.open('referralPayouts'), { query, needsToken: true }))
    }),

  rewards: (address: Address) =>
    supported(async () => rewardsOf(await routes.read(routes.open('rewards'), { address }))),
})
