/** Judges for a window whether main's data is current, as time passes and batches arrive. */
import { Listeners } from '../../contract/listeners.ts'
import type { ConnectionView } from '../../contract/session.ts'
import type { Cancel } from '../../contract/time.ts'
import { dataAge, type FeedSigns, FRESH, type Freshness, judge, STALE_AFTER_MS, sameFreshness } from './freshness.ts'
import type { WindowClock } from './window-clock.ts'

/** Judging interval while something is stale; otherwise only when the result can change. */
const JUDGE_EVERY_MS = 200

interface FeedJudgeDeps {
  readonly clock: Pick<WindowClock, 'monotonic' | 'after'>
  /** The newest connection payload. */
  readonly connection: () => ConnectionView | undefined
}

export class FeedJudge {
  readonly #deps: FeedJudgeDeps
  readonly #listeners = new Listeners()
  #freshness: Freshness = FRESH
  #silent = false
  #turned = false
  #lastBatch: number
  #lastConnection: number
  #cancel: Cancel | null = null

  constructor(deps: FeedJudgeDeps) {
    this.#deps = deps
    this.#lastBatch = deps.clock.monotonic()
    this.#lastConnection = this.#lastBatch
  }

  /** Judges even when nothing arrives; returns a function that stops it. */
  start(): Cancel {
    this.#judgeIn(STALE_AFTER_MS)
    return () => this.#cancel?.()
  }

  /** The same object while it reads the same. */
  get freshness(): Freshness {
    return this.#freshness
  }

  /** Called when the freshness or the silence changes, or the staleness of a topic. */
  readonly onChange = this.#listeners.on

  /**
   * Whether main itself has gone quiet: it publishes the connection twice a second, even while the service is silent. As last judged, so that it never
   * changes without a notification: a blocked window would otherwise read another result than it was notified of, and keep it.
   */
  get silent(): boolean {
    return this.#silent
  }

  /** Age of the newest sign of life, in ms; null when there never was one. */
  dataAge(): number | null {
    return dataAge(this.#signs())
  }

  /** A batch arrived. */
  tookBatch(withConnection: boolean): void {
    this.#lastBatch = this.#deps.clock.monotonic()
    if (withConnection) this.#lastConnection = this.#lastBatch
  }

  /** A topic's payload was removed; its successor may differ in staleness. */
  topicTurns(before: unknown, now: unknown): void {
    this.#turned ||= isStale(before) !== isStale(now)
  }

  /** Judges by everything received so far. */
  judge(): void {
    const signs = this.#signs()
    const next = judge(signs)
    const silent = signs.sinceBatch >= STALE_AFTER_MS
    const same = sameFreshness(next, this.#freshness)
    if (same && silent === this.#silent && !this.#turned) return
    const turnedStale = next.stale && !this.#freshness.stale
    if (!same) this.#freshness = next
    this.#silent = silent
    this.#turned = false
    if (turnedStale) this.#judgeIn(JUDGE_EVERY_MS)
    this.#listeners.notify()
  }

  /** Frames trigger judging too: the timer is only needed once nothing arrives. */
  #judgeIn(ms: number): void {
    this.#cancel?.()
    this.#cancel = this.#deps.clock.after(ms, () => {
      this.judge()
      const { sinceBatch, sinceConnection } = this.#signs()
      const left = STALE_AFTER_MS - Math.max(sinceBatch, sinceConnection)
      this.#judgeIn(this.#freshness.stale || left <= 0 ? JUDGE_EVERY_MS : left)
    })
  }

  #signs(): FeedSigns {
    const now = this.#deps.clock.monotonic()
    return {
      connection: this.#deps.connection(),
      sinceConnection: now - this.#lastConnection,
      sinceBatch: now - this.#lastBatch,
    }
  }
}

const isStale = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && (payload as { readonly stale?: unknown }).stale === true
