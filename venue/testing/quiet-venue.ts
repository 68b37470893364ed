/** Shared by the core's tests: a venue in the middle of a bucket, and helpers to trade on it. */

import { createVenueCore } from '../core/index.ts'
import { type Account, type PlaceRequest, VenueError } from '../market/index.ts'

/** 13:00 UTC, the middle of the bucket 12:00–14:00. */
export const START = Date.UTC(2026, 10, 21, 13)
export const ALICE: Account = `0x${'a'.repeat(40)}`
export const BOB: Account = `0x${'b'.repeat(40)}`

/** A venue without its own traders and with the mark set to 570.00; Alice and Bob have 10,000 USDC each. */
export function quietVenue(options: Partial<Parameters<typeof createVenueCore>[0]> = {}) {
  const core = createVenueCore({ seed: 1, startTime: START, traders: false, ...options })
  for (const account of [ALICE, BOB]) core.createAccount(account, { usdc: '10000', usdh: '1000' })
  core.setTemperature('70')
  const asset = core.bucket().current?.asset ?? ''
  const waiting = core.bucket().next?.asset ?? ''
  const request = (
    account: Account,
    side: 'buy' | 'sell',
    size: string,
    price: string,
    more: Partial<PlaceRequest> = {},
  ) => ({
    account,
    asset,
    isBuy: side === 'buy',
    price,
    size,
    tif: 'GTC' as const,
    reduceOnly: false,
    cloid: null,
    ...more,
  })
  const place = (...args: Parameters<typeof request>) => core.place(request(...args))
  return { core, asset, waiting, request, place }
}

/** The refusal thrown by `act`. @throws Error when it throws none. */
export function refusal(act: () => unknown): { status: number; code: string; field: string | null; detail: string } {
  try {
    act()
  } catch (error) {
    if (error instanceof VenueError) {
      return { status: error.status, code: error.code, field: error.field, detail: error.message }
    }
    throw error
  }
  throw new Error('nothing was refused')
}
