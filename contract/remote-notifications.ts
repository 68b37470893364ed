/** Remote notifications: a webhook, ntfy, and a heartbeat monitor that alerts when pings stop. */
import { z } from 'zod'
import type { Millis } from './time.ts'

/** The kinds of targets; at most one of each. */
export const REMOTE_NOTIFICATION_KINDS = ['webhook', 'ntfy', 'heartbeat'] as const

export type RemoteNotificationKind = (typeof REMOTE_NOTIFICATION_KINDS)[number]

/** A target as windows see it: its host, and no other part of its address. */
export interface RemoteNotificationTarget {
  readonly kind: RemoteNotificationKind
  /** With its port unless it is the default one; null when no target of the kind is set. */
  readonly host: string | null
  /** Why the saved address cannot be used, as a sentence; null while it can. */
  readonly unusable: string | null
  /** Messages of this run that were dropped. */
  readonly lost: number
  /** Time of the last delivery in this run. */
  readonly sentAt: Millis | null
  /** Error and time of the last attempt; null after a delivery. */
  readonly failure: { readonly text: string; readonly at: Millis } | null
  /** For a heartbeat, whether pings are being sent; false for the others. */
  readonly isBeating: boolean
}

/** The `remote_notifications` topic: one target of each kind, set or not, in the order of `REMOTE_NOTIFICATION_KINDS`. */
export interface RemoteNotificationsView {
  readonly places: readonly RemoteNotificationTarget[]
}

/** Result of a test, as a sentence. */
export interface RemoteNotificationTest {
  readonly isTaken: boolean
  readonly text: string
}

/** Longest address, characters. */
export const LONGEST_ADDRESS = 2000

const address = z.string().max(LONGEST_ADDRESS)

/** An address as typed. */
export const remoteNotificationInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), address }),
  z.strictObject({ kind: z.literal('ntfy'), server: address, topic: z.string().max(200), token: z.string().max(500) }),
  z.strictObject({ kind: z.literal('heartbeat'), address }),
])

/** The input as main parsed it. */
export type RemoteNotificationInput = z.output<typeof remoteNotificationInput>
