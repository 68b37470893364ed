/** The port that main hands to this window: batches come in on it, and what was painted goes back. */
import { FRAMES_PORT } from '../../contract/channels.ts'
import type { FrameDoor, TerminalBridge, TerminalCalls } from '../../contract/ipc.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { FrameBatch, PaintedWord } from '../../contract/topics.ts'

/** The part of the window that hears of the port. */
type PortWindow = Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'origin'> }

interface FramesOptions {
  readonly window: PortWindow
  /** Why there is no port, or what a listener threw. */
  readonly onError: (error: unknown) => void
}

/** The bridge of a window's page: the calls that the preload exposes, and the frames, for which it asks main. */
export function connectBridge(calls: TerminalCalls, options: FramesOptions): TerminalBridge {
  const frames = openFrames(options)
  calls.openFrames({}).then((answer) => {
    if (!answer.ok) options.onError(new Error(`frames: ${answer.error.message}`))
  }, options.onError)
  return { ...calls, ...frames }
}

function openFrames({ window, onError }: FramesOptions): FrameDoor {
  const listeners = new Listeners<[batch: FrameBatch]>(onError)
  let port: MessagePort | null = null
  window.addEventListener('message', (event) => {
    // Only the preload of this very page speaks so: no other page reaches this window, and no frame is in it.
    if (event.source !== window || event.origin !== window.location.origin || event.data !== FRAMES_PORT) return
    const [given, ...more] = event.ports
    if (given === undefined || more.length > 0) return
    port?.close()
    port = given
    port.onmessage = ({ data }) => listeners.notify(data as FrameBatch)
  })
  return {
    onFrame: listeners.on,
    painted: (seq, epochMs) => port?.postMessage([seq, epochMs] satisfies PaintedWord),
  }
}
