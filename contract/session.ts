/** Who and where the terminal is: connection, identity, keychain, notices. Everything a window may know of it; never a secret. */
import type { AccessSelf } from './account.ts'
import type { Address } from './address.ts'
import type { SafeBlock, SafeText } from './safe-text.ts'
import type { Millis } from './time.ts'

/** A capability of the deployment, or the reason why it is switched off. */
export type Feature =
  | { readonly on: true }
  | {
      readonly on: false
      readonly reason: string
      /** Set while nobody knows: it was not read yet, or could not be, and is asked for again. */
      readonly unread?: 'pending' | 'failed'
    }

/** `offline` is waiting to try again; `connecting` is trying; `live` has an open socket (which says nothing of data age). */
export type SocketState = 'connecting' | 'live' | 'offline'

/** Requests that wait for the service's limit on them (docs/service/limits.md#request-budget). */
export interface RequestLimitView {
  /** Until when the service asks for a pause, by the service's clock; null when it asks for none. */
  readonly pausedUntil: Millis | null
  /** How many requests of each kind wait; `held` is the terminal's own work. */
  readonly waiting: { readonly [Kind in 'closes' | 'cancels' | 'orders' | 'held' | 'reads']: number }
}

/** The status bar's facts, published about twice a second. */
export interface ConnectionView {
  readonly socket: SocketState
  /** Milliseconds until the next attempt while offline, else null. */
  readonly retryInMs: number | null
  /** Attempts since the last live connection. */
  readonly attempts: number
  /** Round trip of the last heartbeat, ms. */
  readonly latencyMs: number | null
  /** Age of the newest sign of life of the connection, a message of any kind or a ping, ms at `at`; data has an age of its own. */
  readonly messageAgeMs: number | null
  /** Messages received in the last second. */
  readonly messagesPerSecond: number
  /** Server time minus local time, ms; null until measured. */
  readonly clockOffsetMs: number | null
  /** True when the data shown must not be taken as current. */
  readonly stale: boolean
  /** Why it is not live, in words; the service's own where it gave any. */
  readonly reason: string | null
  /** Null while no request is held back by the service's limit. */
  readonly limit: RequestLimitView | null
  readonly at: Millis
}

/** Where secrets are kept. */
export type KeychainView =
  | { readonly mode: 'keychain' }
  /** `waiting`: it asks the person at the machine. `session`: there is none, and secrets are kept in memory. */
  | { readonly mode: 'waiting' | 'session'; readonly reason: string }

/** The agent wallet that signs for the trader. */
export type AgentView =
  /** `address` is the key's own when there is a key that is not approved, null when there is no key. */
  | { readonly state: 'missing'; readonly reason: string; readonly address: Address | null }
  | { readonly state: 'approving'; readonly address: Address }
  | { readonly state: 'approved'; readonly address: Address; readonly expiresAt: Millis | null }
  | { readonly state: 'failed'; readonly address: Address; readonly reason: string }
  /** Another key was asked for and no answer came: it is not known which of the two is approved. `address` is of the one in use. */
  | { readonly state: 'unknown'; readonly address: Address; readonly reason: string }

/** The access token in use, as far as it may be said. */
interface TokenView {
  /** When it runs out, by its own word; null when it says nothing of it. */
  readonly expiresAt: Millis | null
}

/** A request to the trader's browser wallet that waits for an answer. */
export interface WalletRequestView {
  /** What is to be signed, in words. */
  readonly title: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** When it is given up, by the terminal's clock. */
  readonly until: Millis
  /** What the browser page last said, such as a wallet that offers another account. */
  readonly note: string | null
}

/** A deployment that can be chosen. */
export interface ProfileChoice {
  readonly name: string
  readonly network: 'mainnet' | 'testnet' | 'practice'
  /** Null for the practice venue, which is started when it is chosen. */
  readonly baseUrl: string | null
  /** `stored` ones were added here and can be removed. */
  readonly origin: 'practice' | 'stored' | 'command-line'
  /** Whether it runs at this moment, with a window or without. */
  readonly running: boolean
  /** How many windows are on it. */
  readonly windows: number
  /** What it would go on for without a window, in words (`2 conditional orders and 1 alert`); null for nothing, or while it does not run. */
  readonly holds: string | null
}

/** The session as every window shows it. */
export interface SessionView {
  readonly version: string
  readonly profile: {
    readonly name: string
    readonly network: 'mainnet' | 'testnet' | 'practice'
    readonly baseUrl: string
    /** The weather station's time zone by its IANA name; null where the profile does not say it. */
    readonly stationTimeZone: string | null
    /** For which system the trader's own wallet signs direct orders, in words; null where the profile has none. */
    readonly directOrderDomain: string | null
  }
  /** Null until a token is there and read; `error` says why it could not be read. */
  readonly identity: AccessSelf | null
  readonly identityError: string | null
  /** Null while there is none. */
  readonly token: TokenView | null
  /** Whether the deployment has a waitlist; null until its configuration was read. */
  readonly waitlist: boolean | null
  readonly agent: AgentView
  /** Address of the wallet key in the keychain, null when there is none. */
  readonly walletKey: Address | null
  /** Null while nothing waits for the browser wallet. */
  readonly walletRequest: WalletRequestView | null
  readonly profiles: readonly ProfileChoice[]
  readonly keychain: KeychainView
  readonly features: {
    readonly directOrder: Feature
    readonly cancel: Feature
    readonly leverage: Feature
    readonly history: Feature
    /** Market families, as probed: a hidden family answers 404. */
    readonly scalar: Feature
    readonly binary: Feature
    readonly outcomes: Feature
    readonly outcomeTransfer: Feature
    readonly outcomeConversion: Feature
  }
  /** How the terminal was started on this machine: the real Electron, or the development host. */
  readonly host: 'electron' | 'chromium-host'
}

/** Something the trader must be told that belongs to no panel: a file set aside, a setting that could not be saved. */
/** What a notice lets the trader do at once: set the exits of a position of the deployment. */
export interface NoticeAct {
  readonly kind: 'protect'
  readonly asset: string
}

export interface Notice {
  readonly id: string
  readonly level: 'info' | 'warning' | 'error'
  readonly title: SafeText
  readonly detail: SafeBlock
  readonly at: Millis
  /** Null for what only says something. */
  readonly act: (NoticeAct & { readonly profile: string }) | null
}
