/**
 * The single request budget of a deployment (docs/service/limits.md#request-budget): every request passes it with its purpose. Without a known limit
 * nothing waits. Waiting requests go by urgency, then by age, and no longer than their patience: then they fail without ever having left.
 */
import { Listeners } from '../../contract/listeners.ts'
import { safeText } from '../../contract/safe-text.ts'
import type { RequestLimitView } from '../../contract/session.ts'
import { type Cancel, type Clock, type Millis, millis, type Random } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { Phase } from './certainty.ts'
import { ServiceError } from './errors.ts'
import { isFirst, type Purpose, PurposeLedger, rankOf, URGENCIES, type Urgency } from './purpose.ts'
import { type Departure, RateLimiter } from './rate-limiter.ts'

/** Requests that wait for the rate limit: by urgency, and first come, first served within one urgency. */
class WaitingRequests<Waiting extends { readonly purpose: Purpose }> {
  readonly #byRank: Waiting[][] = URGENCIES.map(() => [])

  /** @param isAhead puts it before all others of its urgency. */
  add(waiting: Waiting, isAhead: boolean): void {
    const list = this.#byRank[rankOf(waiting.purpose)]
    if (isAhead) list?.unshift(waiting)
    else list?.push(waiting)
  }

  /** Returns whether it was still waiting. */
  remove(waiting: Waiting): boolean {
    const list = this.#byRank[rankOf(waiting.purpose)]
    const index = list?.indexOf(waiting) ?? -1
    if (index >= 0) list?.splice(index, 1)
    return index >= 0
  }

  /** The most urgent, and among these the oldest. */
  get next(): Waiting | undefined {
    return this.#byRank.find((list) => list.length > 0)?.[0]
  }

  /** Whether nothing waits that goes before a new request. */
  isFreeFor(purpose: Purpose): boolean {
    const rank = rankOf(purpose)
    return this.#byRank.every((list, other) => other > rank || list.length === 0)
  }

  all(): readonly Waiting[] {
    return this.#byRank.flat()
  }

  counts(): RequestLimitView['waiting'] {
    const of = (urgency: Urgency): number => this.#byRank[URGENCIES.indexOf(urgency)]?.length ?? 0
    return {
      closes: of('close'),
      cancels: of('cancel'),
      orders: of('order'),
      held: of('held'),
      reads: of('account') + of('market'),
    }
  }
}

/** @param until the service's time, ms since the epoch. */
const pauseText = (until: number): string =>
  `The venue asks for a pause until ${new Date(until).toISOString().slice(11, 19)} UTC.`

/** It waited in vain. @param until end of the pause that the service asks for; null without one. */
function waitedInVain(
  route: string,
  until: number | null,
  retryAfterMs: number | null,
  waitedMs: number,
): ServiceError {
  const seconds = Math.max(0, Math.round(waitedMs / 1_000))
  const tooFew = `The venue's request limit allowed no request within ${seconds} s.`
  return limitError(route, until === null ? tooFew : pauseText(until), retryAfterMs)
}

/** It waited for an action that is over. */
const withdrawn = (route: string): ServiceError =>
  limitError(route, "Withdrawn while waiting for the venue's request limit.", null)

const limitError = (route: string, message: string, retryAfterMs: number | null): ServiceError =>
  new ServiceError({ kind: 'held_back', route, code: 'request_limit', message: safeText(message), retryAfterMs })

/** One request, as the budget sees it. */
export interface BudgetedRequest {
  readonly purpose: Purpose
  readonly phase: Phase
  /** `GET /v1/bucket` */
  readonly route: string
  /** Maximum wait, ms. */
  readonly timeoutMs: number
}

interface RequestBudgetOptions {
  readonly clock: Clock
  readonly random: Random
  /** The service's time for messages, ms; default the terminal's own. */
  readonly serverTime?: (() => number) | undefined
  readonly log?: Pick<Log, 'info'> | undefined
}

interface Waiting {
  readonly request: BudgetedRequest
  readonly purpose: Purpose
  /** Number of requests to reserve room for: a prepare includes its submit. */
  readonly count: number
  readonly since: number
  readonly until: number
  readonly go: (departure: Departure) => void
  readonly fail: (error: ServiceError) => void
  stop: Cancel
}

/** Maximum wait of a submit that is about to be signed, ms. */
const SUBMIT_WAITS = 10_000
/** Maximum tries after a 429 for anything but a close or a cancel. */
const MAX_TRIES = 4

export class RequestBudget {
  readonly #clock: Clock
  readonly #random: Random
  readonly #serverTime: () => number
  readonly #log: RequestBudgetOptions['log']
  #gate: RateLimiter
  readonly #ledger: PurposeLedger
  readonly #waiting = new WaitingRequests<Waiting>()
  readonly #listeners = new Listeners()
  #timer: Cancel | null = null
  /** When a waiting socket may open, monotonic ms: its room is reserved, so that no waiting request takes it first. */
  #socketAt: number | null = null
  /** Fires when the pause or the queue has changed. */
  readonly onChange = this.#listeners.on

  constructor({ clock, random, serverTime = () => clock.now(), log }: RequestBudgetOptions) {
    this.#clock = clock
    this.#serverTime = serverTime
    this.#log = log
    this.#random = random
    this.#gate = new RateLimiter(random)
    this.#ledger = new PurposeLedger(clock)
  }

  /**
   * Makes a request when there is room for it; repeats it after a 429 as long as its patience lasts, except a submit.
   * @throws ServiceError of kind `held_back` when it never left, and everything that `attempt` throws.
   */
  async run<T>(request: BudgetedRequest, attempt: () => Promise<T>): Promise<T> {
    const requests = this.#clock.monotonic()
    for (let tries = 1; ; tries += 1) {
      const entered = this.#enter(request, requests)
      const departure = entered instanceof Promise ? await entered : entered
      const gate = this.#gate
      try {
        const answer = await attempt()
        gate.passed(departure)
        return answer
      } catch (error) {
        if (!isLimit(error)) {
          gate.passed(departure)
          throw error
        }
        this.#refused(gate, departure, error)
        this.#turnAwayHopeless()
        this.#changed()
        const isOver = request.phase === 'submit' || (!isFirst(request.purpose) && tries >= MAX_TRIES)
        if (isOver || this.#isHopeless(request, this.#untilOf(request, requests))) throw error
      }
    }
  }

  /**
   * Resolves when the submit of an action may leave, before it is signed; the submit itself then does not wait.
   * @throws ServiceError of kind `held_back`
   */
  async mayLeave(purpose: Purpose): Promise<void> {
    /** An earlier grant of a submit that went stale and was never sent no longer counts. */
    this.#ledger.takeGrant(purpose)
    const request = { purpose, phase: 'submit', route: 'submit', timeoutMs: SUBMIT_WAITS } as const
    const entered = this.#enter(request, this.#clock.monotonic())
    this.#ledger.grant(purpose, entered instanceof Promise ? await entered : entered)
  }

  /**
   * Runs work that may wait for requests of others, for a purpose with patience: given up once the patience is over while the limit blocks requests.
   * @throws ServiceError of kind `held_back`, and what the work throws.
   */
  async patiently<T>(purpose: Purpose, work: () => Promise<T>): Promise<T> {
    if (purpose.patience === undefined) return work()
    let stop: Cancel = () => {}
    const tooLate = new Promise<never>((_, reject) => {
      stop = this.#clock.after(this.#ledger.left(purpose), () => {
        if (this.view() !== null) reject(this.#heldBack('planning', purpose.patience ?? 0))
      })
    })
    return Promise.race([work(), tooLate]).finally(stop)
  }

  /** The action is over or gives up: its waiting requests never leave, and its reserved room is free. */
  end(purpose: Purpose): void {
    const freed = this.#ledger.end(purpose)
    if (freed > 0) this.#gate.giveBack(freed)
    for (const waiting of this.#waiting.all()) {
      if (waiting.purpose === purpose) this.#turnAway(waiting, 'withdrawn')
    }
    this.#pump()
  }

  /** Fails everything that waits. */
  withdrawAll(): void {
    for (const waiting of this.#waiting.all()) this.#turnAway(waiting, 'withdrawn')
    this.#pump()
  }

  /** Requests now use another identity, which the service counts separately. */
  callerChanged(): void {
    this.#gate = new RateLimiter(this.#random)
    this.#socketAt = null
    this.#pump()
  }

  /** A socket is about to open: 0 when it may now, and it counts; otherwise the ms to wait, after which only a pause can block it. */
  openSocket(): number {
    const now = this.#clock.monotonic()
    const taken = this.#socketAt
    const wait =
      taken === null ? this.#gate.wait(false, 1, now) : Math.max(taken - now, this.#gate.pauseFor(false, now))
    if (wait > 0) {
      if (taken === null) this.#gate.take(1)
      this.#socketAt = now + wait
      return wait
    }
    this.#gate.leave(false, taken === null ? 1 : 0, now)
    this.#socketAt = null
    return 0
  }

  /** The opening of a socket was refused with 429. Without a time the cause may be the number of sockets: it teaches nothing about requests. */
  socketRefused(retryAfterMs: number | null): void {
    if (retryAfterMs === null) return
    this.#gate.pause(retryAfterMs, this.#clock.monotonic())
    this.#turnAwayHopeless()
    this.#changed()
  }

  /** What is delayed; null when nothing is. */
  view(): RequestLimitView | null {
    const pausedUntil = this.#gate.pausedUntil(this.#clock.monotonic())
    const waiting = this.#waiting.counts()
    const isIdle = Object.values(waiting).every((count) => count === 0)
    return isIdle && pausedUntil === null ? null : { pausedUntil: this.#wallOf(pausedUntil), waiting }
  }

  /** The pause that the service asks for, as text; null without one. */
  pauseText(): string | null {
    const until = this.#wallOf(this.#gate.pausedUntil(this.#clock.monotonic()))
    return until === null ? null : pauseText(until)
  }

  #refused(gate: RateLimiter, departure: Departure, { route, retryAfterMs }: ServiceError): void {
    const before = gate.perSecond
    gate.refused(departure, retryAfterMs, this.#clock.monotonic())
    const { perSecond } = gate
    if (perSecond !== before) this.#log?.info({ route, retryAfterMs, perSecond }, 'the venue limits requests')
  }

  #enter(request: BudgetedRequest, requests: number): Departure | Promise<Departure> {
    const { purpose, phase } = request
    const now = this.#clock.monotonic()
    const granted = phase === 'submit' ? this.#ledger.takeGrant(purpose) : null
    if (granted !== null) return granted
    const count = phase === 'prepare' && this.#ledger.isAction(purpose) ? 2 : 1
    if (this.#gate.isOpen(now)) return this.#leave(request, count, now)
    const isNext = this.#hasRoom(request) || this.#waiting.isFreeFor(purpose)
    if (isNext && this.#waitFor(request, count, now) <= 0) return this.#leave(request, count, now)
    const until = this.#untilOf(request, requests)
    if (this.#isHopeless(request, until)) throw this.#heldBack(request.route, until - now)
    return new Promise((go, fail) =>
      this.#queue({ request, purpose, count, since: now, until, go, fail, stop: () => {} }),
    )
  }

  /** Whether it is a submit whose room was reserved by its prepare: it waits only for the end of a pause. */
  #hasRoom({ purpose, phase }: BudgetedRequest): boolean {
    return phase === 'submit' && this.#ledger.hasRoom(purpose)
  }

  #waitFor(request: BudgetedRequest, count: number, now: number): number {
    const first = isFirst(request.purpose)
    return this.#hasRoom(request) ? this.#gate.pauseFor(first, now) : this.#gate.wait(first, count, now)
  }

  #leave({ purpose, phase }: BudgetedRequest, count: number, now: number): Departure {
    const isCovered = phase === 'submit' && this.#ledger.takeRoom(purpose)
    const departure = this.#gate.leave(isFirst(purpose), isCovered ? 0 : count, now)
    if (count > 1) this.#ledger.keepRoom(purpose)
    return departure
  }

  #queue(waiting: Waiting): void {
    const { request, until, since } = waiting
    this.#waiting.add(waiting, this.#hasRoom(request))
    waiting.stop = this.#clock.after(until - since, () => {
      this.#turnAway(waiting, 'too_late')
      this.#pump()
    })
    this.#ledger.reportWait(request.purpose)
    this.#gate.usedUp()
    this.#pump()
  }

  /** Lets requests leave, the most urgent first; nothing overtakes a more urgent one. */
  #pump(): void {
    this.#timer?.()
    this.#timer = null
    for (let next = this.#waiting.next; next !== undefined; next = this.#waiting.next) {
      const now = this.#clock.monotonic()
      const wait = this.#waitFor(next.request, next.count, now)
      if (wait > 0) {
        this.#timer = this.#clock.after(Math.max(1, Math.ceil(wait)), () => this.#pump())
        this.#changed()
        return
      }
      this.#waiting.remove(next)
      next.stop()
      this.#ledger.waited(next.purpose, now - next.since)
      next.go(this.#leave(next.request, next.count, now))
    }
    this.#awaitPause()
    this.#changed()
  }

  /** The end of a pause is published even if nothing waits for it. */
  #awaitPause(): void {
    const now = this.#clock.monotonic()
    const until = this.#gate.pausedUntil(now)
    if (until !== null) this.#timer = this.#clock.after(Math.max(1, Math.ceil(until - now)), () => this.#pump())
  }

  /** Requests that can no longer leave in time fail early. */
  #turnAwayHopeless(): void {
    for (const waiting of this.#waiting.all()) {
      if (this.#isHopeless(waiting.request, waiting.until)) this.#turnAway(waiting, 'too_late')
    }
    this.#pump()
  }

  #isHopeless({ purpose }: BudgetedRequest, until: number): boolean {
    const now = this.#clock.monotonic()
    if (until <= now) return true
    return !isFirst(purpose) && (this.#gate.pausedUntil(now) ?? now) > until
  }

  #turnAway(waiting: Waiting, why: 'too_late' | 'withdrawn'): void {
    const { request, since } = waiting
    if (!this.#waiting.remove(waiting)) return
    waiting.stop()
    const waitedMs = this.#clock.monotonic() - since
    this.#ledger.waited(request.purpose, waitedMs)
    waiting.fail(why === 'withdrawn' ? withdrawn(request.route) : this.#heldBack(request.route, waitedMs))
  }

  #untilOf({ purpose, timeoutMs }: BudgetedRequest, requests: number): number {
    const patience = this.#ledger.left(purpose)
    return Math.min(requests + timeoutMs, this.#clock.monotonic() + patience)
  }

  #changed(): void {
    this.#listeners.notify()
  }

  #wallOf(at: number | null): Millis | null {
    return at === null ? null : millis(Math.round(this.#serverTime() + at - this.#clock.monotonic()))
  }

  #heldBack(route: string, waitedMs: number): ServiceError {
    const now = this.#clock.monotonic()
    const until = this.#gate.pausedUntil(now)
    return waitedInVain(route, this.#wallOf(until), until === null ? null : until - now, waitedMs)
  }
}

const isLimit = (error: unknown): error is ServiceError => error instanceof ServiceError && error.status === 429
