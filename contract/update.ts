/** How the terminal stands to its own next version, as main tells every window. */
import type { SafeBlock } from './safe-text.ts'
import type { Millis } from './time.ts'

/** Which releases are offered: those that are finished, or also those that are tried out before. */
export type UpdateChannel = 'stable' | 'beta'

/** A release that is newer than what runs. */
export interface OfferedRelease {
  readonly version: string
  /** What is new in it, plain text as it was signed; empty where the release says nothing. */
  readonly notes: SafeBlock
  /** Size of the file that is downloaded. */
  readonly bytes: number
}

/** What is going on. */
export type UpdateState =
  /** This build or installation does not update itself. */
  | { readonly kind: 'off'; readonly reason: string }
  /** Nothing newer is known. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'available'; readonly release: OfferedRelease }
  /** `percent` is whole, 0 to 100. */
  | { readonly kind: 'downloading'; readonly release: OfferedRelease; readonly percent: number }
  /** It is here and as it was signed; the trader restarts. */
  | { readonly kind: 'ready'; readonly release: OfferedRelease }
  /** `release` is what it was about, null for a check. */
  | {
      readonly kind: 'failed'
      readonly during: 'check' | 'download' | 'restart'
      readonly release: OfferedRelease | null
      readonly reason: string
      /** What the trader can do, a sentence. */
      readonly advice: string
    }

/** What a window shows of updates. */
export interface UpdateView {
  /** The version that runs. */
  readonly running: string
  readonly channel: UpdateChannel
  readonly state: UpdateState
  /** When the feed was last read and found good; null for never. */
  readonly checkedAt: Millis | null
  /** Whether the release host could be reached when that was last tried; null before. */
  readonly reached: boolean | null
  /** Why a newer release that is there is not offered to this machine, a sentence; null where there is none. */
  readonly heldBack: string | null
  /** What is new in the version that runs, until it was put away. */
  readonly whatsNew: { readonly version: string; readonly notes: SafeBlock } | null
}

/** Longest notes of a release, characters. */
export const LONGEST_NOTES = 8_000
