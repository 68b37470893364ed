/** Main's end of the port over which one window gets its batches. All that comes back on it is which batch was painted. */
import type { MessagePortMain, WebContents } from 'electron'
import { FRAMES_CHANNEL } from '../../contract/channels.ts'
import type { FrameBatch, PaintedWord } from '../../contract/topics.ts'

/** Two ports that speak with one another. */
export interface PortChannel {
  readonly port1: Pick<MessagePortMain, 'on' | 'postMessage' | 'start' | 'close'>
  readonly port2: MessagePortMain
}

export interface FramePort {
  /** Gives the window's page a port; one that it had before is closed, and says nothing any more. */
  open(): void
  /** What is sent while the page has no port is lost: it watches nothing before it has one. */
  send(batch: FrameBatch): void
  close(): void
}

interface FramePortOptions {
  readonly contents: Pick<WebContents, 'isDestroyed' | 'postMessage'>
  readonly makeChannel: () => PortChannel
  /** The page has painted batch `seq` in the frame that began at `epochMs`; null when it had nothing to paint of it. */
  readonly painted: (seq: number, epochMs: number | null) => void
}

export function createFramePort({ contents, makeChannel, painted }: FramePortOptions): FramePort {
  let port: PortChannel['port1'] | null = null
  const close = (): void => {
    const open = port
    port = null
    open?.close()
  }
  return {
    open() {
      close()
      if (contents.isDestroyed()) return
      const { port1, port2 } = makeChannel()
      port = port1
      port1.on('message', ({ data }) => {
        const word = port === port1 ? paintedWord(data) : null
        if (word !== null) painted(...word)
      })
      port1.start()
      contents.postMessage(FRAMES_CHANNEL, null, [port2])
    },
    send: (batch) => port?.postMessage(batch),
    close,
  }
}

/** What a page says it painted; null for anything else, since a page may say what it likes. */
function paintedWord(data: unknown): PaintedWord | null {
  if (!Array.isArray(data) || data.length !== 2) return null
  const [seq, epochMs] = data as unknown[]
  if (!Number.isSafeInteger(seq) || (epochMs !== null && !Number.isFinite(epochMs))) return null
  return [seq as number, epochMs as number | null]
}
