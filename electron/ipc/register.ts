/** Registers exactly the calls of the contract: checks the sender, validates the input, runs, and answers with data. */
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { channelOf, PAINTED_CHANNEL } from '../../contract/channels.ts'
import {
  type Answer,
  type CallName,
  callNames,
  calls,
  type OutputOf,
  type ParsedInputOf,
  type TerminalError,
} from '../../contract/ipc.ts'
import { UserFacingError } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { type KnownWindows, refuseSender } from './sender.ts'

/** What main does for each call; `window` is the caller. A thrown `UserFacingError` reaches the caller in words. */
export type Handlers = {
  readonly [N in CallName]: (input: ParsedInputOf<N>, window: WebContents) => Promise<OutputOf<N>> | OutputOf<N>
}

/** The parts of Electron's `ipcMain` that are used; nothing else in main touches it. */
interface IpcMainLike {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown): void
  on(channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => void): void
}

/**
 * Opens the channels.
 * @param painted told when a window has painted a batch (`seq`, ms since the epoch).
 */
export function registerCalls(
  ipc: IpcMainLike,
  windows: KnownWindows,
  handlers: Handlers,
  painted: (window: WebContents, seq: number, epochMs: number) => void,
  log: Log,
): void {
  for (const name of callNames) {
    ipc.handle(channelOf(name), (event, input) => answer(name, event, input))
  }
  ipc.on(PAINTED_CHANNEL, (event, seq, epochMs) => {
    if (refuseSender(event.senderFrame, windows.has(event.sender)) !== null) return
    if (Number.isSafeInteger(seq) && typeof epochMs === 'number' && Number.isFinite(epochMs)) {
      painted(event.sender, seq as number, epochMs)
    }
  })

  async function answer(name: CallName, event: IpcMainInvokeEvent, input: unknown): Promise<Answer<unknown>> {
    const refusal = refuseSender(event.senderFrame, windows.has(event.sender))
    if (refusal !== null) {
      log.warn({ call: name, refusal }, 'call refused')
      throw new Error(`refused: ${refusal}`)
    }
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      const about = issue?.path.join('.') || null
      const message = `${about ?? 'input'}: ${issue?.message ?? 'is not valid'}`
      return { ok: false, error: { code: 'bad_input', message, status: null, about } }
    }
    try {
      const run = handlers[name] as (input: unknown, window: WebContents) => unknown
      return { ok: true, value: (await run(parsed.data, event.sender)) ?? null }
    } catch (error) {
      return { ok: false, error: explain(error, name) }
    }
  }

  function explain(error: unknown, name: CallName): TerminalError {
    if (error instanceof UserFacingError) return error.toTerminalError()
    log.error({ call: name, err: error }, 'call failed')
    return {
      code: 'internal',
      message: 'The terminal could not do this; the log has the reason.',
      status: null,
      about: name,
    }
  }
}
