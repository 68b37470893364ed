/**
 * The safety locks that main applies to orders sent by mistake: arming of a window, one-click of one ladder, and the trading keys of a window. An
 * order names its input; an order that adds exposure through an unarmed lock is refused, cancels and reducing orders always pass.
 */
import { z } from 'zod'
import type { RefText } from './market-ref.ts'

/** `preview`: a key shows the order and another one sends it. `at_once`: the key sends it. */
export const KEYS_MODES = ['preview', 'at_once'] as const
export type KeysMode = (typeof KEYS_MODES)[number]

/** Instance id of a panel, opaque to main. */
export const panelId = z.string().min(1).max(80)

/**
 * The input an intent came from. `form`: a button that names its order, or a confirmed preview. `one_click`: a click in a ladder. `keys`: a trading
 * key; `mode` is the mode at the time.
 */
export const submittedBy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form') }),
  z.strictObject({ kind: z.literal('one_click'), panel: panelId }),
  z.strictObject({ kind: z.literal('keys'), mode: z.enum(KEYS_MODES) }),
])
export type SubmittedManually = Readonly<z.output<typeof submittedBy>>

/** The default: submitted by a form. */
export const BY_FORM: SubmittedManually = { kind: 'form' }

/** Why a window disarms one-click: the trader did it, the panel changed its market, or the panel was closed. */
export const DISARMED_BECAUSE = ['user', 'market', 'closed'] as const
export type DisarmedBecause = (typeof DISARMED_BECAUSE)[number]

/** Why a window disarms its trading keys: the trader did it, or the market they act in changed. */
export const KEYS_DISARMED_BECAUSE = ['user', 'market'] as const
export type KeysDisarmedBecause = (typeof KEYS_DISARMED_BECAUSE)[number]

/** Current state of a safety lock. */
export interface SafetyLockView {
  /** When it disarms itself, terminal time in ms; null while not armed. */
  readonly armedUntil: number | null
  /** Total arming time, ms, for the shrinking bar of the time left. Null while not armed. */
  readonly armedFor: number | null
  /** Why it was disarmed, unless the trader did it. */
  readonly reason: string | null
}

/** One-click of one ladder. */
export interface OneClickView extends SafetyLockView {
  readonly panel: string
  /** The market that it was armed for: another market disarms it. */
  readonly market: RefText
}

/** The trading keys of a window. */
export interface KeysView extends SafetyLockView {
  /** Null while not armed. */
  readonly mode: KeysMode | null
}

/** The topic `arming`: the safety locks of the window that subscribes. */
export interface ArmingView extends SafetyLockView {
  /** False: windows need no arming. One-click and keys always do. */
  readonly required: boolean
  /** Ladders of this window that are armed, or were and show why they are not. */
  readonly oneClick: readonly OneClickView[]
  readonly keys: KeysView
  /** When one-click and keys disarm because the window is not in front, terminal time in ms; null while it is, or when none is armed. */
  readonly awayUntil: number | null
}

/** One-click and keys disarm after the window was not in front for this long, ms. */
export const UNATTENDED_MS = 60_000
