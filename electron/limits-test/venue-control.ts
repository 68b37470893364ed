/** What is done to the throw-away venue itself, by its control routes (docs/practice-venue.md#control). */
import type { Address } from '../../contract/address.ts'
import type { Decimal } from '../../contract/decimal.ts'
import { Secret } from '../secrets/index.ts'

export interface VenueControl {
  /** A token for a wallet, whose account is opened. */
  session(address: Address): Promise<Secret>
  /** Play money for an account. */
  deposit(address: Address, amounts: { readonly usdc: string; readonly usdh: string }): Promise<void>
  /** Pushes its clock on. */
  advance(ms: number): Promise<void>
  /** Pins the temperature, °F. */
  setTemperature(temperature: Decimal): Promise<void>
  /** How many requests a caller may make. */
  setLimit(rule: { readonly requests: number; readonly windowMs: number }): Promise<void>
}

/** @param url of the venue, which was started with control. Each call throws an Error in words where the venue does not do it. */
export function createVenueControl(url: string, http: typeof fetch): VenueControl {
  async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await http(`${url}/practice/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The throw-away venue did not take ${path}: ${response.status}`)
    return (await response.json()) as Record<string, unknown>
  }
  return {
    async session(address) {
      const { accessToken } = await post('session', { address, ttl_s: TOKEN_SECONDS })
      if (typeof accessToken !== 'string') throw new Error('The throw-away venue gave no access token.')
      return new Secret(accessToken)
    },
    async deposit(address, amounts) {
      await post('deposit', { address, ...amounts })
    },
    async advance(ms) {
      await post('clock', { advance_ms: ms })
    },
    async setTemperature(temperature) {
      await post('oracle', { temperature_f: temperature })
    },
    async setLimit({ requests, windowMs }) {
      await post('limit', { requests, window_ms: windowMs })
    },
  }
}

/** Longer than its clock is ever pushed. */
const TOKEN_SECONDS = 7 * 24 * 3600
