/** Registers exactly the calls of the contract: checks the sender, validates the input, counts it, runs, and answers with data. */

import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { channelOf } from '../../contract/channels.ts'
import {
  type Answer,
  type CallName,
  callNames,
  type OutputOf,
  type ParsedInputOf,
  readInput,
  type TerminalError,
} from '../../contract/ipc.ts'
import { block } from '../../contract/safe-text.ts'
import type { Clock } from '../../contract/time.ts'
import { UserFacingError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import { type CALL_RULES, createCallRates, rateOf } from './call-rates.ts'
import { type KnownWindows, refuseSender } from './sender.ts'
import type { Question, UserInput } from './user-input.ts'

/** Main's handler of a call; `window` is the caller. A thrown `UserFacingError` reaches the caller with its message. */
type Handler<N extends CallName> = (input: ParsedInputOf<N>, window: WebContents) => Promise<OutputOf<N>> | OutputOf<N>

/** For a call that can loosen a safety control of the trader. */
interface LooseningHandler<N extends CallName> {
  /** What the call would loosen, as the question to the trader without user input in the window; null when nothing. */
  readonly loosens: (input: ParsedInputOf<N>, window: WebContents) => Question | null
  readonly run: Handler<N>
}

/** A handler for each call, in the form that its rule requires. */
export type Handlers = {
  readonly [N in CallName]: (typeof CALL_RULES)[N]['gesture'] extends 'loosening' ? LooseningHandler<N> : Handler<N>
}

/** The used parts of Electron's `ipcMain`; nothing else in main touches it. */
interface IpcMainLike {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown): void
}

interface CallsOptions {
  readonly windows: KnownWindows
  readonly handlers: Handlers
  readonly userInput: Pick<UserInput, 'prove'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Log
}

/** Opens the channels. */
export function registerCalls(ipc: IpcMainLike, { windows, handlers, userInput, clock, log }: CallsOptions): void {
  const rates = createCallRates(clock, log)
  for (const name of callNames) {
    ipc.handle(channelOf(name), (event, input) => answer(name, event, input))
  }

  async function answer(name: CallName, event: IpcMainInvokeEvent, input: unknown): Promise<Answer<unknown>> {
    const refusal = refuseSender(event.senderFrame, windows.has(event.sender))
    if (refusal !== null) {
      log.warn({ call: name, refusal }, 'call refused')
      throw new Error(`refused: ${refusal}`)
    }
    try {
      rates.takeBytes(name, input, event.sender)
      const read = rates.timed(event.sender, () => readInput(name, input))
      if (!read.ok) return read
      rates.take(name, rateOf(name, read.value), event.sender)
      const value = (await run(name, read.value, event.sender)) ?? null
      rates.answered(event.sender, value)
      return { ok: true, value }
    } catch (error) {
      return { ok: false, error: explain(error, name) }
    }
  }

  async function run(name: CallName, input: unknown, window: WebContents): Promise<unknown> {
    const handler = handlers[name] as Handler<CallName> | LooseningHandler<CallName>
    if (typeof handler === 'function') return rates.timed(window, () => handler(input as never, window))
    await userInput.prove(window, () => rates.timed(window, () => handler.loosens(input as never, window)))
    return rates.timed(window, () => handler.run(input as never, window))
  }

  function explain(error: unknown, name: CallName): TerminalError {
    if (error instanceof UserFacingError) return error.toTerminalError()
    log.error({ call: name, err: error }, 'call failed')
    return {
      code: 'internal',
      message: block`This action failed because of an internal error. See the log for details.`,
      status: null,
      about: name,
    }
  }
}
