/** Data sent to each window: a publisher of its own, fed by the window's deployment and by shared sources. */

import type { MessagePortMain, WebContents } from 'electron'
import { FRAMES_CHANNEL } from '../../contract/channels.ts'
import type { BookView } from '../../contract/market.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { Clock } from '../../contract/time.ts'
import type { FrameBatch, PaintedState } from '../../contract/topics.ts'
import { CallError } from '../errors.ts'
import { createPublisher, Pacer, type Publisher, type TopicSource } from '../topics/index.ts'
import type { AttachedWindow } from './open-windows.ts'

export interface FirstBook {
  /** Resolves once a window has painted anything. */
  readonly painting: Promise<void>
  /** Resolves once a window has painted an order book with levels on both sides. */
  readonly painted: Promise<void>
  sent(window: WebContents, batch: FrameBatch): void
  paintedBatch(window: WebContents, seq: number): void
}

/** Detects the first order book on a screen: start-up is measured by it, and a screenshot waits for it. */
export function watchFirstBook(): FirstBook {
  const anything = Promise.withResolvers<void>()
  const book = Promise.withResolvers<void>()
  /** The first batch with a book, of each window. */
  const first = new WeakMap<WebContents, number>()
  return {
    painting: anything.promise,
    painted: book.promise,
    sent(window, batch) {
      if (!first.has(window) && hasBook(batch)) first.set(window, batch.seq)
    },
    paintedBatch(window, seq) {
      anything.resolve()
      const withBook = first.get(window)
      if (withBook !== undefined && seq >= withBook) book.resolve()
    },
  }
}

const hasBook = (batch: FrameBatch): boolean =>
  batch.updates.some(([key, payload]) => {
    if (!key.startsWith('book/')) return false
    const { bids, asks } = payload as BookView
    return bids.length > 0 && asks.length > 0
  })

/** Two connected ports. */
export interface PortChannel {
  readonly port1: Pick<MessagePortMain, 'on' | 'postMessage' | 'start' | 'close'>
  readonly port2: MessagePortMain
}

type FramePort = ReturnType<typeof createFramePort>

interface FramePortOptions {
  readonly contents: Pick<WebContents, 'isDestroyed' | 'postMessage'>
  readonly makeChannel: () => PortChannel
  /** The page has painted batch `seq` in the frame that began at `epochMs`; null when it had nothing to paint of it. */
  readonly painted: (seq: number, epochMs: number | null) => void
}

/** Main's end of the port over which one window gets its batches. The only thing that comes back is which batch was painted. */
export function createFramePort({ contents, makeChannel, painted }: FramePortOptions) {
  let port: PortChannel['port1'] | null = null
  const close = (): void => {
    const open = port
    port = null
    open?.close()
  }
  return {
    /** Gives the window's page a port; an earlier one is closed and goes silent. */
    open(): void {
      close()
      if (contents.isDestroyed()) return
      const { port1, port2 } = makeChannel()
      port = port1
      port1.on('message', ({ data }) => {
        const text = port === port1 ? paintedWord(data) : null
        if (text !== null) painted(...text)
      })
      port1.start()
      contents.postMessage(FRAMES_CHANNEL, null, [port2])
    },
    /** Batches are lost while the page has no port: it watches nothing before it has one. */
    send: (batch: FrameBatch): void => port?.postMessage(batch),
    close,
  }
}

/** The page's report of a paint; null for anything else, since a page may send anything. */
function paintedWord(data: unknown): PaintedState | null {
  if (!Array.isArray(data) || data.length !== 2) return null
  const [seq, epochMs] = data as unknown[]
  if (!Number.isSafeInteger(seq) || (epochMs !== null && !Number.isFinite(epochMs))) return null
  return [seq as number, epochMs as number | null]
}

interface WindowTopicsOptions {
  readonly clock: Clock
  /** As of the publisher. */
  readonly epochMs: () => number
  readonly makeChannel: () => PortChannel
  /** Receives sent and painted batches. */
  readonly firstBook: FirstBook
}

/** A window's sources, and their timing. */
interface PushedWindow {
  /** Everything the window may ever receive. */
  readonly sources: readonly TopicSource[]
  /** The service's clock, whose seconds the window shows, minus this machine's, ms. */
  readonly clockOffset: () => number
  /** As of the publisher. */
  readonly isAttended: () => boolean
}

export type WindowTopics = ReturnType<typeof createWindowTopics>

/** The requests of a window's page. */
interface PageTopics extends Pick<Publisher, 'watch' | 'unwatch'> {
  /** Gives the page the port for its batches. */
  open(): void
}

interface Pushed {
  readonly publisher: Publisher
  readonly port: FramePort
}

export function createWindowTopics({ clock, epochMs, makeChannel, firstBook }: WindowTopicsOptions) {
  const windows = new Map<WebContents, Pushed>()
  const pacer = new Pacer()
  const of = (contents: WebContents): Pushed => {
    const found = windows.get(contents)
    if (found === undefined) throw new CallError('window_closed', COMMON.windowClosed)
    return found
  }
  return {
    attach(contents: WebContents, pushed: PushedWindow): AttachedWindow {
      const port = createFramePort({
        contents,
        makeChannel,
        painted(seq, at) {
          publisher.painted(seq, at)
          firstBook.paintedBatch(contents, seq)
        },
      })
      const publisher = createPublisher({
        clock,
        epochMs,
        pace: pacer.join(),
        send(batch) {
          if (contents.isDestroyed()) return
          port.send(batch)
          firstBook.sent(contents, batch)
        },
        ...pushed,
      })
      windows.set(contents, { publisher, port })
      return {
        setVisible: (visible) => publisher.setVisible(visible),
        reset() {
          publisher.reset()
          port.close()
        },
        detach() {
          publisher.close()
          port.close()
          windows.delete(contents)
        },
      }
    },
    /** The topics available to the window's page. @throws CallError when the window has closed. */
    of(contents: WebContents): PageTopics {
      const { publisher, port } = of(contents)
      return { watch: publisher.watch, unwatch: publisher.unwatch, open: port.open }
    },
    /** A trader is at the terminal again. */
    attended(): void {
      for (const { publisher } of windows.values()) publisher.attended()
    },
    /** Which window is in front; null when none of the terminal's is. */
    setFront(front: WebContents | null): void {
      // The front window first: the others are timed by it.
      if (front !== null) windows.get(front)?.publisher.setFront(true)
      for (const [contents, { publisher }] of windows) if (contents !== front) publisher.setFront(false)
    },
    /** The window's page is gone or loads again. */
    reset(contents: WebContents): void {
      windows.get(contents)?.publisher.reset()
      windows.get(contents)?.port.close()
    },
  }
}
