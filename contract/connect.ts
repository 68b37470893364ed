/** What a service says of itself before the terminal is connected to it, and what is odd about its address. */

/** `practice` is for a practice venue on this computer. */
export const CONNECT_NETWORKS = ['mainnet', 'testnet', 'practice'] as const
export type ConnectNetwork = (typeof CONNECT_NETWORKS)[number]

/** The longest address that is taken, characters. */
export const LONGEST_ADDRESS = 300
/** The largest profile file that is read, bytes. */
export const LARGEST_PROFILE = 100_000

/** How one family of markets answered. */
export interface FamilyFound {
  readonly family: 'scalar' | 'binary' | 'outcome'
  /** `closed`: only for who is signed in. `unread`: nobody knows, `reason` says why. */
  readonly state: 'offered' | 'absent' | 'closed' | 'unread'
  /** How many markets it listed; null where it listed none. */
  readonly markets: number | null
  /** The words of the failure; null where there was none. */
  readonly reason: string | null
}

/** Whether direct orders could be sent there: by which domain they would be signed, or why not. */
export type DirectOrdersFound =
  | { readonly on: true; readonly domain: readonly { readonly name: string; readonly value: string }[] }
  | { readonly on: false; readonly reason: string }

/** A service as it was found. Main keeps what it looked at under `id`, and adds exactly that. */
export interface ServiceFound {
  readonly id: string
  /** The name that it would be added under. */
  readonly name: string
  readonly network: ConnectNetwork
  /** As it would be kept; letters of other scripts as they are resolved (`xn--…`). */
  readonly url: string
  /** What is odd about the address, a sentence each. */
  readonly odd: readonly string[]
  readonly waitlist: boolean
  readonly families: readonly FamilyFound[]
  /** Time of the service minus time of this computer, ms, to about a second; null where it does not say. */
  readonly clockAheadMs: number | null
  /** How long its first answer took, ms. */
  readonly answeredInMs: number
  readonly directOrders: DirectOrdersFound
  /** What the profile file switches off, a sentence each. */
  readonly off: readonly string[]
  /** Name of the profile file that it was looked at with; null without one. */
  readonly file: string | null
}

/** A profile file that the trader chose, as far as the form needs it. Main keeps the file's text under `id`. */
export interface ProfileFileFound {
  readonly id: string
  /** Its own name, without folders. */
  readonly file: string
  readonly name: string
  readonly network: ConnectNetwork
  readonly url: string
}
