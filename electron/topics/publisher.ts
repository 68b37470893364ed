/**
 * What one window is sent: at most one batch a frame, the newest state of each watched topic that changed, nothing when nothing did, and no
 * batch of its own for what shows nothing new. Payloads are made only when a batch is due, however many messages came since the last.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import { type FrameBatch, type TopicKey, type Urgency, urgencyOf } from '../../contract/topics.ts'
import { FrameTiming } from './frame-timing.ts'
import { HeldNews } from './held-news.ts'
import { type Pace, Pacer } from './pacer.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'
import { type News, newsOf, type Watch, Watches, type WatchRefusal } from './watches.ts'

interface PublisherOptions {
  readonly clock: Clock
  /** Milliseconds since the epoch with fractions, on the clock of the window's `performance.timeOrigin + performance.now()`. */
  readonly epochMs: () => number
  /** Pushes to the window; what it throws is the caller's. */
  readonly send: (batch: FrameBatch) => void
  readonly sources: readonly TopicSource[]
  /** The window's place among all of them; alone when absent. */
  readonly pace?: Pace
  /** What the clocks that the window shows go ahead of this machine's, ms. */
  readonly clockOffset?: () => number
  /** Whether a trader is at the terminal right now, who sees all at once; never when absent. */
  readonly isAttended?: () => boolean
}

export interface Publisher {
  /** Begins to push a topic; watching it again pushes its present payload again. Null when all is well. */
  watch(key: TopicKey): WatchRefusal | null
  unwatch(key: TopicKey): void
  /** A hidden window gets one batch a second. */
  setVisible(visible: boolean): void
  /** A trader is at the terminal again: what was held while nobody was leaves with the next frame. */
  attended(): void
  /** The window in front is sent a batch for each of its frames, the others as many as there is time for. */
  setFront(front: boolean): void
  /** The window painted batch `seq` in the frame that began at `epochMs`; null when there was nothing to paint. */
  painted(seq: number, epochMs: number | null): void
  /** The window's page is gone or loads again: nothing is watched any more. */
  reset(): void
  /** Stops for good. */
  close(): void
}

/** Least time between batches while the window's frames are not known. */
const FRAME = 16
/** Less than a frame of any display that shows 60 a second, so that aligned batches are not held back by rounding. */
const LEAST_GAP = 14
const HIDDEN_GAP = 1000
/** Batches that may be under way to a window that answers: the one that it paints, and the next. */
const MOST_UNANSWERED = 2
/** Time between batches from so many unanswered ones on, most first: what a page that hangs does not take is kept in memory. */
const BEHIND = [
  { unanswered: 90, gap: 10_000 },
  { unanswered: 30, gap: 1000 },
  { unanswered: MOST_UNANSWERED, gap: 100 },
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
  let timer: Cancel | null = null
  /** What was held back goes with the next batch. */
  let overdue = false
  /** And nothing but its time sends it: where that is right before the clocks, the window may paint it with them. */
  let timeIsUp = false
  const held = new HeldNews<Watch>({
    clock,
    clockOffset,
    due() {
      timeIsUp = true
      release()
    },
  })

  /** When the next batch may leave; remembers the frame that it is meant for. */
  function dueAt(now: number): number {
    frameDueFor = null
    if (!visible) return sentAt + HIDDEN_GAP
    const behind = BEHIND.find(({ unanswered }) => seq - answered >= unanswered)
    if (behind !== undefined) return sentAt + behind.gap
    const earliest = pace.earliest(now)
    const frame = timing.nextFrame(
      now,
      Math.max(frameSentFor + 1, Math.max(sentAt + LEAST_GAP, earliest) + timing.lead),
    )
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

  /** What was held back leaves with the next frame. */
  function release(): void {
    for (const watch of held.take()) dirty.add(watch)
    overdue = dirty.size > 0
    schedule()
  }

  function flush(): void {
    timer = null
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
      schedule()
      return null
    },
    unwatch(key) {
      const watch = watches.get(key)
      if (watch !== undefined) drop(watch)
    },
    setVisible(now) {
      if (now === visible) return
      visible = now
      // A hidden window paints nothing: what it did not answer says nothing of how it keeps up.
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
      const wasBehind = seq - answered >= MOST_UNANSWERED
      answered = paintedSeq
      const now = epochMs()
      if (at !== null) timing.painted(paintedSeq, at, now)
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
