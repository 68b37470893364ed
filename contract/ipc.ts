/**
 * The one contract of all calls from a window to main: name → input schema and result type. Main registers exactly these, the
 * preload exposes exactly these as functions of `window.terminal`, and nothing else crosses.
 */
import type { z } from 'zod'
import { connectCalls, identityCalls, referralCalls } from './ipc/account-calls.ts'
import { catchCalls, heldCalls, orderCalls } from './ipc/order-calls.ts'
import { readingCalls, reportCalls } from './ipc/reading-calls.ts'
import { noteCalls, outwardCalls, settingsCalls, updateCalls } from './ipc/settings-calls.ts'
import { desktopCalls, windowCalls, workspaceCalls } from './ipc/window-calls.ts'
import { type SafeBlock, safeBlock } from './safe-text.ts'
import type { FrameBatch } from './topics.ts'

/** Every call by its name: what it takes, and what it answers. */
export const calls = {
  ...windowCalls,
  ...desktopCalls,
  ...readingCalls,
  ...orderCalls,
  ...heldCalls,
  ...catchCalls,
  ...identityCalls,
  ...connectCalls,
  ...workspaceCalls,
  ...settingsCalls,
  ...noteCalls,
  ...referralCalls,
  ...reportCalls,
  ...updateCalls,
  ...outwardCalls,
} as const

type Calls = typeof calls
/** The name of a call, as a window has it in `window.terminal`. */
export type CallName = keyof Calls
/** All of them. */
export const callNames = Object.keys(calls) as readonly CallName[]
/** What a window gives to a call. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>
/** The same as main gets it, read and checked. */
export type ParsedInputOf<N extends CallName> = z.output<Calls[N]['input']>
/** What a call answers. */
export type OutputOf<N extends CallName> =
  | NonNullable<Calls[N]['output']>
  | (null extends Calls[N]['output'] ? null : never)

/** What a call answers: error classes do not survive the trip between processes, so errors are data. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: TerminalError }

/** Why a call failed. `message` is shown as it stands: the service's `detail` word for word where there was one. */
export interface TerminalError {
  readonly code: string
  readonly message: SafeBlock
  /** HTTP status when the service answered, else null. */
  readonly status: number | null
  /** Route or field that it is about, when known. */
  readonly about: string | null
}

/** The input of a call as main takes it, or the refusal that the window gets. */
export function readInput<N extends CallName>(name: N, input: unknown): Answer<ParsedInputOf<N>> {
  const parsed = calls[name].input.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data as ParsedInputOf<N> }
  const issue = parsed.error.issues[0]
  const about = issue?.path.join('.') || null
  const message = safeBlock(`${about ?? 'input'}: ${issue?.message ?? 'is not valid'}`)
  return { ok: false, error: { code: 'bad_input', message, status: null, about } }
}

/** `window.terminal`: the only door between the worlds. */
export type TerminalCalls = {
  readonly [N in CallName]: (input: InputOf<N>) => Promise<Answer<OutputOf<N>>>
}

/** What comes and goes on the port that `openFrames` asks for. */
export interface FrameDoor {
  /** Calls `listener` with every batch; returns the way to stop. */
  readonly onFrame: (listener: (batch: FrameBatch) => void) => () => void
  /** `epochMs`: `performance.timeOrigin + frame time` of the frame that painted batch `seq`; null when it asks for no frame. */
  readonly painted: (seq: number, epochMs: number | null) => void
}

/** What a window's page has of main: the calls, and the frames. */
export type TerminalBridge = TerminalCalls & FrameDoor
