/**
 * The contract of all calls from a window to main: name → input schema and result type. Main registers exactly these, the preload exposes exactly
 * these as functions of `window.terminal`, and there is no other channel.
 */
import type { z } from 'zod'
import { connectCalls, identityCalls, referralCalls } from './ipc/account-calls.ts'
import { heldCalls, orderCalls, safetyCalls } from './ipc/order-calls.ts'
import { readingCalls, reportCalls } from './ipc/reading-calls.ts'
import {
  noteCalls,
  openMeteoKeyCalls,
  remoteNotificationCalls,
  settingsCalls,
  updateCalls,
} from './ipc/settings-calls.ts'
import { desktopCalls, windowCalls, workspaceCalls } from './ipc/window-calls.ts'
import { type SafeBlock, safeBlock } from './safe-text.ts'
import type { FrameBatch } from './topics.ts'

/** Every call by name, with its input and its result. */
export const calls = {
  ...windowCalls,
  ...desktopCalls,
  ...readingCalls,
  ...orderCalls,
  ...heldCalls,
  ...safetyCalls,
  ...identityCalls,
  ...connectCalls,
  ...workspaceCalls,
  ...settingsCalls,
  ...noteCalls,
  ...referralCalls,
  ...reportCalls,
  ...updateCalls,
  ...remoteNotificationCalls,
  ...openMeteoKeyCalls,
} as const

type Calls = typeof calls
/** The name of a call in `window.terminal`. */
export type CallName = keyof Calls
export const callNames = Object.keys(calls) as readonly CallName[]
/** Input of a call as a window passes it. */
export type InputOf<N extends CallName> = z.input<Calls[N]['input']>
/** Input of a call after main has parsed it. */
export type ParsedInputOf<N extends CallName> = z.output<Calls[N]['input']>
/** Result of a call. */
export type OutputOf<N extends CallName> =
  | NonNullable<Calls[N]['output']>
  | (null extends Calls[N]['output'] ? null : never)

/** The answer on the wire: error classes do not survive IPC, so errors are data. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: TerminalError }

/** Why a call failed. `message` is shown verbatim: the service's `detail` when there was one. */
export interface TerminalError {
  readonly code: string
  readonly message: SafeBlock
  /** HTTP status when the service answered, else null. */
  readonly status: number | null
  /** Route or field that it refers to, when known. */
  readonly about: string | null
}

/** The parsed input of a call, or the error that the window receives. */
export function readInput<N extends CallName>(name: N, input: unknown): Answer<ParsedInputOf<N>> {
  const parsed = calls[name].input.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data as ParsedInputOf<N> }
  const issue = parsed.error.issues[0]
  const about = issue?.path.join('.') || null
  const message = safeBlock(`${about ?? 'input'}: ${issue?.message ?? 'is not valid'}`)
  return { ok: false, error: { code: 'bad_input', message, status: null, about } }
}

/** `window.terminal`: the only connection between page and main. */
export type TerminalCalls = {
  readonly [N in CallName]: (input: InputOf<N>) => Promise<Answer<OutputOf<N>>>
}

/** The page's side of the port that `openFrames` requests. */
export interface FrameBridge {
  /** Calls `listener` with every batch; returns an unsubscribe function. */
  readonly onFrame: (listener: (batch: FrameBatch) => void) => () => void
  /** `epochMs`: `performance.timeOrigin + frame time` of the frame that painted batch `seq`; null when it requested no frame. */
  readonly painted: (seq: number, epochMs: number | null) => void
}

/** Everything in main that a page can reach: the calls, and the frames. */
export type TerminalBridge = TerminalCalls & FrameBridge
