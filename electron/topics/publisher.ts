/**
 * The data of one window: at most one batch per frame, the latest state of each watched topic that changed, nothing without changes, and no separate
 * batch for changes that show nothing new. Payloads are made only when a batch is due, however many messages came since the last.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import { type FrameBatch, type TopicKey, type Urgency, urgencyOf } from '../../contract/topics.ts'
import { FrameTiming } from './frame-timing.ts'
import { NewsBuffer } from './news-buffer.ts'
import { type Pace, Pacer } from './pacer.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'
import { type News, newsOf, type Watch, Watches, type WatchRefusal } from './watches.ts'

interface PublisherOptions {
  readonly clock: Clock
  /** Milliseconds since the epoch with fractions, on the clock of the window's `performance.timeOrigin + performance.now()`. */
  readonly epochMs: () => number
  /** Sends to the window; errors are the caller's. */
  readonly send: (batch: FrameBatch) => void
  readonly sources: readonly TopicSource[]
  /** The window's share among all of them; alone when absent. */
  readonly pace?: Pace
  /** The lead of the window's clocks over this machine's, ms. */
  readonly clockOffset?: () => number
  /** Whether a trader is at the terminal right now, who gets everything at once; never when absent. */
  readonly isAttended?: () => boolean
}

export interface Publisher {
  /** Starts to publish a topic; watching it again sends its current payload again. Null on success. */
  watch(key: TopicKey): WatchRefusal | null
  unwatch(key: TopicKey): void
  /** A hidden window gets one batch a second. */
  setVisible(visible: boolean): void
  /** A trader is at the terminal again: updates held during the absence are sent with the next frame. */
  attended(): void
  /** The front window gets a batch for each of its frames, the others as many as time allows. */
  setFront(front: boolean): void
  /** The window painted batch `seq` in the frame that began at `epochMs`; null when there was nothing to paint. */
  painted(seq: number, epochMs: number | null): void
  /** The window's page is gone or loads again: all subscriptions end. */
  reset(): void
  /** Stops for good. */
  close(): void
}

/** Minimum interval of batches while the window's frames are unknown. */
const FRAME = 16
/** Less than a frame of a 60 Hz display, so that rounding does not delay aligned batches. */
const MIN_GAP = 14
const HIDDEN_GAP = 1000
/** Wait for further requests of a page that has just asked for a topic, ms: a panel asks for several. */
const GATHERED = 8
/** Maximum number of batches under way to a window that answers: the one that it paints, and the next. */
const MAX_UNANSWERED = 2
/** Minimum interval of batches by the number of unanswered ones, highest first: batches for a hanging page stay in memory. */
const BEHIND = [
  { unanswered: 90, gap: 10_000 },
  { unanswered: 30, gap: 1000 },
  { unanswered: MAX_UNANSWERED, gap: 100 },
] as const

export function createPublisher({
  clock,
  epochMs,
  send,
  sources,
  pace = new Pacer().join(),
  clockOffset = () => 0,
  isAttended = () => false,
}: PublisherOptions): Publisher {
  const watches = new Watches(sources)
  const dirty = new Set<Watch>()
  const timing = new FrameTiming()
  const stops: Cancel[] = []
  let seq = 0
  let answered = 0
  let visible = true
  let closed = false
  let sentAt = Number.NEGATIVE_INFINITY
  let frameSentFor = Number.NEGATIVE_INFINITY
  let frameDueFor: number | null = null
  /** Since when the window waits for topics that it asked for; null from the next batch on. */
  let askedAt: number | null = null
  let timer: Cancel | null = null
  /** Held updates go with the next batch. */
  let overdue = false
  /** Only their own timer sends them: right before the clocks change, the window may paint them together. */
  let timeIsUp = false
  const held = new NewsBuffer<Watch>({
    clock,
    clockOffset,
    due() {
      timeIsUp = true
      release()
    },
  })

  /** When the next batch may be sent; remembers its frame. */
  function dueAt(now: number): number {
    frameDueFor = null
    if (!visible) return sentAt + HIDDEN_GAP
    const behind = BEHIND.find(({ unanswered }) => seq - answered >= unanswered)
    const earliest = pace.earliest(now)
    if (behind !== undefined) {
      const due = sentAt + behind.gap
      // A page that asks for a topic waits for it, and may have nothing to paint before; one that hangs waits for nothing.
      if (askedAt === null || behind.unanswered > MAX_UNANSWERED) return due
      return Math.min(due, Math.max(sentAt + GATHERED, askedAt + GATHERED, earliest))
    }
    const frame = timing.nextFrame(now, Math.max(frameSentFor + 1, Math.max(sentAt + MIN_GAP, earliest) + timing.lead))
    if (frame === null) return Math.max(sentAt + FRAME, earliest)
    frameDueFor = frame
    return frame - timing.lead
  }

  function schedule(): void {
    if (timer !== null || closed || dirty.size === 0) return
    const now = epochMs()
    timer = clock.after(Math.max(0, dueAt(now) - now), flush)
  }

  function reschedule(): void {
    timer?.()
    timer = null
    schedule()
  }

  /** Held updates are sent with the next frame. */
  function release(): void {
    for (const watch of held.take()) dirty.add(watch)
    overdue = dirty.size > 0
    schedule()
  }

  function flush(): void {
    timer = null
    askedAt = null
    const changed = [...dirty]
    dirty.clear()
    const { news, errors } = newsOf([...changed, ...watches.ledTo(changed)])
    const urgency = mostUrgent(news)
    if (urgency === 'now' || overdue || !visible) {
      const mayWait = timeIsUp && urgency !== 'now' && held.clocksAreNear()
      overdue = false
      timeIsUp = false
      const more = newsOf(held.take().filter((watch) => !changed.includes(watch)))
      push([...news, ...more.news], mayWait)
      errors.push(...more.errors)
    } else if (news.length > 0) {
      held.hold(
        news.map(({ watch }) => watch),
        urgency,
      )
    }
    if (errors.length === 0) return
    if (news.length === 0) sentAt = epochMs()
    throw errors[0]
  }

  function push(news: readonly News[], mayWait: boolean): void {
    if (news.length === 0) return
    seq += 1
    sentAt = epochMs()
    frameSentFor = frameDueFor ?? Number.NEGATIVE_INFINITY
    timing.sent(seq, frameDueFor)
    pace.sent(sentAt)
    for (const { watch, payload } of news) watch.sent = payload
    const updates = news.map(({ watch, payload }) => [watch.key, payload] as const)
    send(mayWait ? { seq, updates, withClocks: true } : { seq, updates })
  }

  function mostUrgent(news: readonly News[]): Urgency {
    const urgencies = news.map(({ watch, payload }) => urgencyOf(watch.topic.kind, watch.sent, payload))
    if (urgencies.includes('now')) return 'now'
    if (!urgencies.includes('soon')) return 'clock'
    return isAttended() ? 'now' : 'soon'
  }

  function onChange(change: TopicChange): void {
    const before = dirty.size
    watches.changed(change, (watch) => dirty.add(watch))
    if (before === 0 && dirty.size > 0) schedule()
  }

  function drop(watch: Watch): void {
    watches.drop(watch)
    dirty.delete(watch)
    if (dirty.size === 0) askedAt = null
    held.drop(watch)
  }

  function reset(): void {
    for (const watch of watches.all()) drop(watch)
    timer?.()
    timer = null
    overdue = false
    timeIsUp = false
    answered = seq
  }

  for (const source of sources) stops.push(source.onChange(onChange))

  return {
    watch(key) {
      const watch = closed ? 'unknown topic' : watches.add(key)
      if (typeof watch === 'string') return watch
      watch.sent = undefined
      dirty.add(watch)
      askedAt ??= epochMs()
      reschedule()
      return null
    },
    unwatch(key) {
      const watch = watches.get(key)
      if (watch !== undefined) drop(watch)
    },
    setVisible(now) {
      if (now === visible) return
      visible = now
      // A hidden window paints nothing: its missing answers do not show whether it keeps up.
      answered = seq
      pace.setVisible(now)
      timeIsUp = false
      release()
      reschedule()
    },
    attended() {
      timeIsUp = false
      release()
    },
    setFront(front) {
      pace.setFront(front, epochMs())
      if (visible) reschedule()
    },
    painted(paintedSeq, at) {
      if (closed || paintedSeq > seq || paintedSeq < answered) return
      const wasBehind = seq - answered >= MAX_UNANSWERED
      answered = paintedSeq
      const now = epochMs()
      if (at !== null) {
        timing.painted(paintedSeq, at, now)
        pace.painted(now)
      }
      const waited = pace.earliest(now) > now
      if (answered === seq) pace.answered(now, at !== null)
      if ((wasBehind || waited) && visible) reschedule()
    },
    reset,
    close() {
      if (closed) return
      closed = true
      reset()
      pace.leave()
      for (const stop of stops.splice(0)) stop()
    },
  }
}
