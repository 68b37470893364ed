/** Places outside of this machine that are told what the trader is told here: a webhook, ntfy, and a service that misses a heartbeat. */
import { z } from 'zod'
import type { Millis } from './time.ts'

/** The kinds of places; one of each at most. */
export const OUTWARD_KINDS = ['webhook', 'ntfy', 'heartbeat'] as const

/** One of them. */
export type OutwardKind = (typeof OUTWARD_KINDS)[number]

/** How each is called in sentences. */
export const OUTWARD_NAMES: Readonly<Record<OutwardKind, string>> = {
  webhook: 'the webhook',
  ntfy: 'ntfy',
  heartbeat: 'the heartbeat',
}

/** A place as windows see it: its host, and never more of its address. */
export interface OutwardPlace {
  readonly kind: OutwardKind
  /** With its port where that is not the usual one; null where no place of the kind is set. */
  readonly host: string | null
  /** Why what is set cannot be used, a sentence; null while it can. */
  readonly unusable: string | null
  /** Messages of this run that were given up. */
  readonly lost: number
  /** When one was last taken, in this run. */
  readonly sentAt: Millis | null
  /** What the last try failed by, and when; null after one that was taken. */
  readonly failure: { readonly words: string; readonly at: Millis } | null
  /** Of a heartbeat: whether pings are sent as of now; false of the others. */
  readonly isBeating: boolean
}

/** The `outward` topic: a place of each kind, set or not, in the order of `OUTWARD_KINDS`. */
export interface OutwardView {
  readonly places: readonly OutwardPlace[]
}

/** What came of a test, in words. */
export interface OutwardTest {
  readonly isTaken: boolean
  readonly words: string
}

/** Longest address, characters. */
export const LONGEST_ADDRESS = 2000

const address = z.string().max(LONGEST_ADDRESS)

/** An address as it was typed. */
export const outwardInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), address }),
  z.strictObject({ kind: z.literal('ntfy'), server: address, topic: z.string().max(200), token: z.string().max(500) }),
  z.strictObject({ kind: z.literal('heartbeat'), address }),
])

/** The same as main gets it. */
export type OutwardInput = z.output<typeof outwardInput>
