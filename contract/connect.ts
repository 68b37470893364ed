/** Facts about a service before the terminal connects to it, and warnings about its address. */
import type { Family } from './market-ref.ts'

/** `practice` is for a practice venue on this computer. */
export const CONNECT_NETWORKS = ['mainnet', 'testnet', 'practice'] as const
export type ConnectNetwork = (typeof CONNECT_NETWORKS)[number]

/** Longest accepted address, characters. */
export const LONGEST_ADDRESS = 300
/** Largest accepted profile file, bytes. */
export const LARGEST_PROFILE = 100_000

/** Result for one market family. */
export interface FamilyFound {
  readonly family: Family
  /** `closed`: only after sign-in. `unread`: unknown; see `reason`. */
  readonly state: 'offered' | 'absent' | 'closed' | 'unread'
  /** Number of listed markets; null when none were listed. */
  readonly markets: number | null
  /** Failure message; null when there was none. */
  readonly reason: string | null
}

/** Whether direct orders are possible: the signing domain, or why not. */
export type DirectOrdersFound =
  | { readonly on: true; readonly domain: readonly { readonly name: string; readonly value: string }[] }
  | { readonly on: false; readonly reason: string }

/** Result of a lookup. Main keeps it under `id`, and adds exactly that. */
export interface ServiceFound {
  readonly id: string
  /** Name it would be added under. */
  readonly name: string
  readonly network: ConnectNetwork
  /** As it would be stored; international names in ASCII form (`xn--…`). */
  readonly url: string
  /** Warnings about the address, one sentence each. */
  readonly odd: readonly string[]
  readonly waitlist: boolean
  readonly families: readonly FamilyFound[]
  /** Service time minus this computer's, ms, to about a second; null when the service sends none. */
  readonly clockAheadMs: number | null
  /** Latency of its first answer, ms. */
  readonly answeredInMs: number
  readonly directOrders: DirectOrdersFound
  /** Features that the profile file switches off, one sentence each. */
  readonly off: readonly string[]
  /** Name of the profile file used; null without one. */
  readonly file: string | null
}

/** Fields of a chosen profile file that the form needs. Main keeps the file's text under `id`. */
export interface ProfileFileFound extends Pick<ServiceFound, 'id' | 'name' | 'network' | 'url'> {
  /** File name without folders. */
  readonly file: string
}
