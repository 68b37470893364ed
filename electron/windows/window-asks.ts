/** What the desktop asks of each window, until the window has taken it. What waited too long is dropped: nobody is surprised by an old choice. */
import type { WebContents } from 'electron'
import { Listeners } from '../../contract/listeners.ts'
import type { Clock } from '../../contract/time.ts'
import type { AskedOfWindow, WindowAsk } from '../../contract/window-ask.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

/** A command is for now, ms. */
const COMMAND_WAITS = 5000
/** A view may wait, and so may all that a window opens for, ms. */
const VIEW_WAITS = 60_000
const MOST_WAITING = 20

interface Waiting extends AskedOfWindow {
  readonly until: number
}

export interface WindowAsks {
  /** @param isNew whether the window opens for it, and has yet to load. */
  ask(contents: WebContents, ask: WindowAsk, isNew?: boolean): void
  /** The window has done all up to this one. */
  take(contents: WebContents, seq: number): void
  /** The topic of one window. */
  topicOf(contents: WebContents): TopicSource
}

/** @param chose is told of each command: the trader chose it for this window outside of the page, where no page can. */
export function createWindowAsks(clock: Pick<Clock, 'monotonic'>, chose: (contents: WebContents) => void): WindowAsks {
  const waiting = new WeakMap<WebContents, readonly Waiting[]>()
  const listeners = new Listeners()
  let last = 0

  const of = (contents: WebContents): readonly Waiting[] =>
    (waiting.get(contents) ?? []).filter(({ until }) => until >= clock.monotonic())

  return {
    ask(contents, ask, isNew = false) {
      last += 1
      if (ask.kind === 'command') chose(contents)
      const until = clock.monotonic() + (ask.kind === 'command' && !isNew ? COMMAND_WAITS : VIEW_WAITS)
      waiting.set(contents, [...of(contents), { seq: last, ask, until }].slice(-MOST_WAITING))
      listeners.notify()
    },
    take(contents, seq) {
      waiting.set(
        contents,
        of(contents).filter((one) => one.seq > seq),
      )
      listeners.notify()
    },
    topicOf: (contents) =>
      topicOf('asked_of_window', () => of(contents).map(({ seq, ask }) => ({ seq, ask })), listeners.on),
  }
}
