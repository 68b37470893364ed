/** What each window is pushed: a publisher of its own, fed by the window's deployment and by what all windows share. */
import type { WebContents } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import { createPublisher, Pacer, type Publisher, type TopicSource } from '../topics/index.ts'
import type { FirstBook } from './first-book.ts'
import { createFramePort, type FramePort, type PortChannel } from './frame-port.ts'
import type { AttachedWindow } from './open-window.ts'

interface WindowTopicsOptions {
  readonly clock: Clock
  /** As of the publisher. */
  readonly epochMs: () => number
  readonly makeChannel: () => PortChannel
  /** Told of what is sent and painted. */
  readonly firstBook: FirstBook
}

/** What a window is pushed, and how soon. */
interface PushedWindow {
  /** Everything the window may ever be pushed. */
  readonly sources: readonly TopicSource[]
  /** What the service's clock, whose seconds the window shows, goes ahead of this machine's, ms. */
  readonly clockOffset: () => number
  /** As of the publisher. */
  readonly isAttended: () => boolean
}

export interface WindowTopics {
  attach(contents: WebContents, pushed: PushedWindow): AttachedWindow
  /** What the window's page may ask for. @throws CallError when the window has closed. */
  of(contents: WebContents): PageTopics
  /** A trader is at the terminal again. */
  attended(): void
  /** Which window is in front; null when none of the terminal's is. */
  setFront(contents: WebContents | null): void
  /** The window's page is gone or loads again. */
  reset(contents: WebContents): void
}

/** What a window's page asks for. */
interface PageTopics extends Pick<Publisher, 'watch' | 'unwatch'> {
  /** Gives the page the port on which it is pushed. */
  open(): void
}

interface Pushed {
  readonly publisher: Publisher
  readonly port: FramePort
}

export function createWindowTopics({ clock, epochMs, makeChannel, firstBook }: WindowTopicsOptions): WindowTopics {
  const windows = new Map<WebContents, Pushed>()
  const pacer = new Pacer()
  const of = (contents: WebContents): Pushed => {
    const found = windows.get(contents)
    if (found === undefined) throw new CallError('window_closed', 'The window has closed.')
    return found
  }
  return {
    attach(contents, pushed) {
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
    of(contents) {
      const { publisher, port } = of(contents)
      return { watch: publisher.watch, unwatch: publisher.unwatch, open: port.open }
    },
    attended() {
      for (const { publisher } of windows.values()) publisher.attended()
    },
    setFront(front) {
      // It first: the others are timed by it.
      if (front !== null) windows.get(front)?.publisher.setFront(true)
      for (const [contents, { publisher }] of windows) if (contents !== front) publisher.setFront(false)
    },
    reset(contents) {
      windows.get(contents)?.publisher.reset()
      windows.get(contents)?.port.close()
    },
  }
}
