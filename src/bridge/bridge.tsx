/** The window's side of the bridge to main: `window.terminal`, provided by context, and calls that throw main's refusals. */
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { FRAMES_PORT } from '../../contract/channels.ts'
import type {
  Answer,
  CallName,
  FrameBridge,
  InputOf,
  OutputOf,
  TerminalBridge,
  TerminalCalls,
  TerminalError,
} from '../../contract/ipc.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { FrameBatch, PaintedState } from '../../contract/topics.ts'

declare global {
  interface Window {
    readonly terminal?: TerminalCalls
  }
}

/** A call that main or the service refused; `message` is the service's own message and is shown verbatim. */
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
 * Makes a call and returns its value.
 * @throws TerminalFailure with the service's message when it was refused
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

/** `call('copyText', { text })`: makes a call, throws TerminalFailure with the service's message. Stable across renders. */
export function useCall(): <N extends CallName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>> {
  const bridge = useBridge()
  return useCallback((name, input) => callBridge(bridge, name, input), [bridge])
}

/** A message for any thrown value. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reports an error to main for the log; never throws itself. */
export function reportError(bridge: Pick<TerminalCalls, 'reportError'>, error: unknown): void {
  const stack = error instanceof Error && error.stack !== undefined ? error.stack.slice(0, 10_000) : null
  bridge.reportError({ message: errorText(error).slice(0, 2000), stack }).catch(() => undefined)
}

/** The report of an uncaught error; null for no error: ResizeObserver notifications deferred to the next frame arrive as an event of this kind. */
export const uncaught = ({ error, message }: Pick<ErrorEvent, 'error' | 'message'>): unknown =>
  message.startsWith('ResizeObserver loop') ? null : (error ?? message)

// The port that main passes to this window: batches arrive on it, and paint acknowledgements are returned.

type PortWindow = Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'origin'> }

interface FramesOptions {
  readonly window: PortWindow
  /** Why there is no port, or an error of a listener. */
  readonly onError: (error: unknown) => void
}

/** The bridge of a window's page: the calls exposed by the preload, and the frames, which it requests from main. */
export function connectBridge(calls: TerminalCalls, options: FramesOptions): TerminalBridge {
  const frames = openFrames(options)
  calls.openFrames({}).then((answer) => {
    if (!answer.ok) options.onError(new Error(`frames: ${answer.error.message}`))
  }, options.onError)
  return { ...calls, ...frames }
}

function openFrames({ window, onError }: FramesOptions): FrameBridge {
  const listeners = new Listeners<[batch: FrameBatch]>(onError)
  let port: MessagePort | null = null
  window.addEventListener('message', (event) => {
    // Only the preload of this page sends this: no other page can reach this window, and it contains no frame.
    if (event.source !== window || event.origin !== window.location.origin || event.data !== FRAMES_PORT) return
    const [given, ...more] = event.ports
    if (given === undefined || more.length > 0) return
    port?.close()
    port = given
    port.onmessage = ({ data }) => listeners.notify(data as FrameBatch)
  })
  return {
    onFrame: listeners.on,
    painted: (seq, epochMs) => port?.postMessage([seq, epochMs] satisfies PaintedState),
  }
}
