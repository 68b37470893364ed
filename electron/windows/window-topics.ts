/** What each window is pushed: a publisher of its own, fed by the window's deployment and by what all windows share. */
import type { WebContents } from 'electron'
import { FRAME_CHANNEL } from '../../contract/channels.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { createPublisher, type Publisher, type TopicSource } from '../topics/index.ts'
import type { FirstBook } from './first-book.ts'
import type { AttachedWindow } from './window-manager.ts'

interface WindowTopicsOptions {
  readonly clock: Clock
  /** As of the publisher. */
  readonly epochMs: () => number
  /** Told of what is sent and painted. */
  readonly firstBook: FirstBook
}

export interface WindowTopics {
  /** @param sources everything the window may ever be pushed. */
  attach(contents: WebContents, sources: readonly TopicSource[]): AttachedWindow
  /** The window's publisher. @throws CallError when the window has closed. */
  of(contents: WebContents): Publisher
  /** The window has painted batch `seq` in the frame that began at `epochMs`. */
  painted(contents: WebContents, seq: number, epochMs: number): void
  /** The window's page is gone or loads again. */
  reset(contents: WebContents): void
}

export function createWindowTopics({ clock, epochMs, firstBook }: WindowTopicsOptions): WindowTopics {
  const publishers = new Map<WebContents, Publisher>()
  return {
    attach(contents, sources) {
      const publisher = createPublisher({
        clock,
        epochMs,
        send(batch) {
          if (contents.isDestroyed()) return
          contents.send(FRAME_CHANNEL, batch)
          firstBook.sent(contents, batch)
        },
        sources,
      })
      publishers.set(contents, publisher)
      return {
        setVisible: (visible) => publisher.setVisible(visible),
        detach() {
          publisher.close()
          publishers.delete(contents)
        },
      }
    },
    of(contents) {
      const publisher = publishers.get(contents)
      if (publisher === undefined) throw new CallError('window_closed', 'The window has closed.')
      return publisher
    },
    painted(contents, seq, at) {
      publishers.get(contents)?.painted(seq, at)
      firstBook.paintedBatch(contents, seq)
    },
    reset: (contents) => publishers.get(contents)?.reset(),
  }
}
