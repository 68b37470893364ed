/** Update state, which main publishes to every window. */
import type { SafeBlock } from './safe-text.ts'
import type { Millis } from './time.ts'

/** Which releases are offered: stable ones, or also betas. */
export type UpdateChannel = 'stable' | 'beta'

/** A release newer than the running version. */
export interface OfferedRelease {
  readonly version: string
  /** Release notes, plain text as signed; empty when there are none. */
  readonly notes: SafeBlock
  /** Download size. */
  readonly bytes: number
}

export type UpdateState =
  /** This build or installation does not update itself. */
  | { readonly kind: 'off'; readonly reason: string }
  /** No newer release is known. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly release: OfferedRelease }
  /** `percent` is an integer, 0 to 100. */
  | { readonly kind: 'downloading'; readonly release: OfferedRelease; readonly percent: number }
  /** Downloaded and verified; the trader restarts. */
  | { readonly kind: 'ready'; readonly release: OfferedRelease }
  /** `release` is the one that failed, null for a check. */
  | {
      readonly kind: 'failed'
      readonly during: 'check' | 'download' | 'restart'
      readonly release: OfferedRelease | null
      readonly reason: string
      /** Advice for the trader, as a sentence. */
      readonly advice: string
    }

/** Update state as windows show it. */
export interface UpdateView {
  /** The running version. */
  readonly running: string
  readonly channel: UpdateChannel
  readonly state: UpdateState
  /** When the feed was last read and verified; null for never. */
  readonly checkedAt: Millis | null
  /** Whether the release host was reachable at the last attempt; null before the first. */
  readonly reached: boolean | null
  /** Why an available newer release is not offered to this machine, as a sentence; null otherwise. */
  readonly heldBack: string | null
  /** Release notes of the running version, until dismissed. */
  readonly whatsNew: { readonly version: string; readonly notes: SafeBlock } | null
}

/** Longest release notes, characters. */
export const LONGEST_NOTES = 8_000
