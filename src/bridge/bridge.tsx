/** The window's side of the door to main: `window.terminal`, handed down by context, and calls that throw what main refuses. */
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import type {
  Answer,
  CallName,
  InputOf,
  OutputOf,
  TerminalBridge,
  TerminalCalls,
  TerminalError,
} from '../../contract/ipc.ts'

declare global {
  interface Window {
    readonly terminal?: TerminalCalls
  }
}

/** A call that main or the service refused; `message` is the service's own words and is shown as it stands. */
export class TerminalFailure extends Error {
  readonly code: string
  readonly status: number | null
  readonly about: string | null
  constructor(error: TerminalError) {
    super(error.message)
    this.name = 'TerminalFailure'
    this.code = error.code
    this.status = error.status
    this.about = error.about
  }
}

/**
 * Makes a call and gives its value.
 * @throws TerminalFailure with the service's words when it was refused.
 */
async function callBridge<N extends CallName>(
  bridge: TerminalBridge,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const run = bridge[name] as (input: InputOf<N>) => Promise<Answer<OutputOf<N>>>
  const answer = await run(input)
  if (!answer.ok) throw new TerminalFailure(answer.error)
  return answer.value
}

const BridgeContext = createContext<TerminalBridge | null>(null)

export function BridgeProvider({ bridge, children }: { bridge: TerminalBridge; children: ReactNode }): ReactNode {
  return <BridgeContext value={bridge}>{children}</BridgeContext>
}

/** The bridge of this window. */
export function useBridge(): TerminalBridge {
  const bridge = useContext(BridgeContext)
  if (bridge === null) throw new Error('no bridge: the component is outside BridgeProvider')
  return bridge
}

/** `call('copyText', { text })`: makes a call, throws TerminalFailure with the service's words. Stable across renders. */
export function useCall(): <N extends CallName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>> {
  const bridge = useBridge()
  return useCallback((name, input) => callBridge(bridge, name, input), [bridge])
}

/** Words for anything that was thrown. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Tells main of an error for the log; never throws itself. */
export function reportError(bridge: Pick<TerminalCalls, 'reportError'>, error: unknown): void {
  const stack = error instanceof Error && error.stack !== undefined ? error.stack.slice(0, 10_000) : null
  bridge.reportError({ message: wordsOf(error).slice(0, 2000), stack }).catch(() => undefined)
}

/**
 * What an error that nothing caught is reported as; null for no error: sizes that change while others are being told are told in the next frame,
 * and the browser says so in an event of this kind.
 */
export const uncaught = ({ error, message }: Pick<ErrorEvent, 'error' | 'message'>): unknown =>
  message.startsWith('ResizeObserver loop') ? null : (error ?? message)
