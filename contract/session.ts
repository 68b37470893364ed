/** The session: connection, identity, keychain, notices. Everything a window may know about it; never a secret. */
import type { AccessSelf } from './account.ts'
import type { Address } from './address.ts'
import type { SafeBlock, SafeText } from './safe-text.ts'
import type { Millis } from './time.ts'

/** A capability of the deployment, or why it is switched off. */
export type Feature =
  | { readonly on: true }
  | {
      readonly on: false
      readonly reason: string
      /** Set while it is unknown: not read yet, or the read failed and will be retried. */
      readonly unread?: 'pending' | 'failed'
    }

/** `offline`: waiting for the next attempt. `connecting`: an attempt is under way. `live`: the socket is open, however old the data is. */
export type SocketState = 'connecting' | 'live' | 'offline'

/** Requests delayed by the service's rate limit (docs/service/limits.md#request-budget). */
export interface RequestLimitView {
  /** End of a pause that the service requested, by the service's clock; null when there is none. */
  readonly pausedUntil: Millis | null
  /** Waiting requests by kind; `held` are those of automated orders. */
  readonly waiting: { readonly [Kind in 'closes' | 'cancels' | 'orders' | 'held' | 'reads']: number }
}

/** Status bar data, published about twice a second. */
export interface ConnectionView {
  readonly socket: SocketState
  /** Milliseconds until the next attempt while offline, else null. */
  readonly retryInMs: number | null
  /** Attempts since the last live connection. */
  readonly attempts: number
  /** Round trip of the last heartbeat, ms. */
  readonly latencyMs: number | null
  /** Age of the last message or ping at `at`, ms. Each market data topic has its own age. */
  readonly messageAgeMs: number | null
  /** Messages received in the last second. */
  readonly messagesPerSecond: number
  /** Server time minus local time, ms; null until measured. */
  readonly clockOffsetMs: number | null
  /** True when the data shown must not be considered current. */
  readonly stale: boolean
  /** Why it is not live, with the service's own message if it sent one; null while live. */
  readonly reason: string | null
  /** Null while the rate limit delays no request. */
  readonly limit: RequestLimitView | null
  readonly at: Millis
}

/** Where secrets are kept. */
export type KeychainView =
  | { readonly mode: 'keychain' }
  /** `waiting`: the system is asking the user for access. `session`: there is no keychain, and secrets are kept in memory until the end. */
  | { readonly mode: 'waiting' | 'session'; readonly reason: string }

/** The agent wallet that signs for the trader. */
export type AgentView =
  /** No approved key. `address` is that of an unapproved key, null without a key. */
  | { readonly state: 'missing'; readonly reason: string; readonly address: Address | null }
  | { readonly state: 'approving'; readonly address: Address }
  | { readonly state: 'approved'; readonly address: Address; readonly expiresAt: Millis | null }
  | { readonly state: 'failed'; readonly address: Address; readonly reason: string }
  /** Approval of a new key got no answer, so either key may be approved. `address` is that of the key in use. */
  | { readonly state: 'unknown'; readonly address: Address; readonly reason: string }

/** Non-secret data of the access token in use. */
interface TokenView {
  /** Its expiry claim; null when it has none. */
  readonly expiresAt: Millis | null
}

/** A pending request to the trader's browser wallet. */
export interface WalletRequestView {
  /** The request to sign, as a sentence. */
  readonly title: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** When it times out, terminal clock. */
  readonly until: Millis
  /** Last message of the browser page, such as a wallet that offers another account. */
  readonly note: string | null
}

/** A deployment to choose. */
export interface ProfileChoice {
  readonly name: string
  readonly network: 'mainnet' | 'testnet' | 'practice'
  /** Null for the practice venue, which starts when it is chosen. */
  readonly baseUrl: string | null
  /** `stored` ones were added here and can be removed. */
  readonly origin: 'practice' | 'stored' | 'command-line'
  /** Whether it is running, with or without a window. */
  readonly running: boolean
  /** Number of windows on it. */
  readonly windows: number
  /** What keeps it running without a window (`2 conditional orders and 1 alert`); null for nothing, or while it does not run. */
  readonly holds: string | null
}

/** The session as every window shows it. */
export interface SessionView {
  readonly version: string
  readonly profile: {
    readonly name: string
    readonly network: 'mainnet' | 'testnet' | 'practice'
    readonly baseUrl: string
    /** IANA time zone of the weather station; null when the profile omits it. */
    readonly stationTimeZone: string | null
    /** EIP-712 domain in which the trader's own wallet signs direct orders, as text; null when the profile has none. */
    readonly directOrderDomain: string | null
  }
  /** Null until a token was loaded and its identity read; `error` is why that failed. */
  readonly identity: AccessSelf | null
  readonly identityError: string | null
  /** Null while there is none. */
  readonly token: TokenView | null
  /** Whether the deployment has a waitlist; null until its configuration was read. */
  readonly waitlist: boolean | null
  readonly agent: AgentView
  /** Address of the wallet key in the keychain; null when there is none. */
  readonly walletKey: Address | null
  /** Null while no wallet request is pending. */
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
  /** How the terminal runs on this machine: the real Electron, or the development host. */
  readonly host: 'electron' | 'chromium-host'
}

/** An action offered by a notice. `protect` opens the form for the exits of a position. */
export interface NoticeAct {
  readonly kind: 'protect'
  readonly asset: string
}

/** A message for the trader that belongs to no panel: a fill, a fired alert, a file set aside. */
export interface Notice {
  readonly id: string
  readonly level: 'info' | 'warning' | 'error'
  readonly title: SafeText
  readonly detail: SafeBlock
  readonly at: Millis
  /** Seen by the trader in some window: it is only in the list of notices. */
  readonly isDismissed: boolean
  /** Null for a notice without an action. */
  readonly act: (NoticeAct & { readonly profile: string }) | null
}
