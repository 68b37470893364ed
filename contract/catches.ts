/**
 * The catches that main holds against orders sent by mistake: the arming of a window, one-click of one ladder, and the trading keys of a
 * window. An order says by which hand it comes; what adds exposure by a catch that is not armed is refused, cancels and reducing orders
 * always go.
 */
import { z } from 'zod'
import type { RefText } from './market-ref.ts'

/** `preview`: a key shows the order and another one sends it. `at_once`: the key sends it. */
export const KEYS_MODES = ['preview', 'at_once'] as const
export type KeysMode = (typeof KEYS_MODES)[number]

/** The id of a panel's instance, as main knows it: a name and nothing more. */
export const panelId = z.string().min(1).max(80)

/**
 * By which hand an intent comes. `form`: a button that says what it sends, or a preview that was confirmed. `one_click`: a press in a ladder.
 * `keys`: a trading key; `mode` as it was pressed in.
 */
export const submittedBy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form') }),
  z.strictObject({ kind: z.literal('one_click'), panel: panelId }),
  z.strictObject({ kind: z.literal('keys'), mode: z.enum(KEYS_MODES) }),
])
export type SubmittedByHand = Readonly<z.output<typeof submittedBy>>

/** By a form: what is meant where nothing is said. */
export const BY_FORM: SubmittedByHand = { kind: 'form' }

/** Why a window disarms one-click: the trader's hand, another market in the panel, or a panel that is gone. */
export const DISARMED_BECAUSE = ['hand', 'market', 'closed'] as const
export type DisarmedBecause = (typeof DISARMED_BECAUSE)[number]

/** Why a window disarms its trading keys: the trader's hand, or another market that they would act in. */
export const KEYS_DISARMED_BECAUSE = ['hand', 'market'] as const
export type KeysDisarmedBecause = (typeof KEYS_DISARMED_BECAUSE)[number]

/** A catch as it is now. */
export interface CatchView {
  /** When it disarms itself, the terminal's time in ms; null while it is not armed. */
  readonly armedUntil: number | null
  /** For how long it was armed in all, ms: what is left of this is drawn as a bar that shrinks. Null while it is not armed. */
  readonly armedFor: number | null
  /** Why it was disarmed, when it was not by hand. */
  readonly reason: string | null
}

/** One-click of one ladder. */
export interface OneClickView extends CatchView {
  readonly panel: string
  /** The market that it was armed for: it ends with another one. */
  readonly market: RefText
}

/** The trading keys of a window. */
export interface KeysView extends CatchView {
  /** Null while they are not armed. */
  readonly mode: KeysMode | null
}

/** The topic `arming`: the catches of the window that watches it. */
export interface ArmingView extends CatchView {
  /** False: no window here needs to be armed. One-click and keys always need to be. */
  readonly required: boolean
  /** Ladders of this window that are armed, or were and say why they are not. */
  readonly oneClick: readonly OneClickView[]
  readonly keys: KeysView
  /** When one-click and keys end because the window is not in front, the terminal's time in ms; null while it is, or none is armed. */
  readonly awayUntil: number | null
}

/** One-click and keys end after this long without the window in front, ms. */
export const AWAY_MS = 60_000
