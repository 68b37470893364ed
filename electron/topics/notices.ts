/** What the trader must be told that belongs to no panel; a topic of its own, shown in every window, kept until dismissed. */
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { Notice, NoticeAct } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { ValueTopic } from './value-topic.ts'

/** The notices of one deployment: its states do not meet those of another, and its name stands before them where there are several. */
export interface DeploymentNotices {
  add(level: Notice['level'], title: string, detail: string, act?: NoticeAct | null): void
  put(key: string, level: Notice['level'], title: string, detail: string): void
  clear(key: string): void
}

interface Told extends Notice {
  /** The deployment that it is about, if any. */
  readonly profile: string | null
}

/** The list of notices. */
export class Notices {
  readonly source = new ValueTopic<'notices'>('notices', [])
  readonly #clock: Clock
  readonly #fresh = new Listeners<[notice: Notice, profile: string | null]>()
  #told: readonly Told[] = []
  #count = 0
  #naming = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(
    level: Notice['level'],
    title: string,
    detail: string,
    profile: string | null = null,
    does: NoticeAct | null = null,
  ): void {
    this.#count += 1
    // What it does is done in windows of its own deployment.
    const act = does === null || profile === null ? null : { ...does, profile }
    const notice = { id: `notice-${this.#count}`, level, title, detail, at: this.#clock.now(), act, profile }
    this.#show([notice, ...this.#told])
    this.#fresh.notify(notice, profile)
  }

  /** A notice that stands for a state: it replaces the one of the same key, and goes with `clear`. */
  put(key: string, level: Notice['level'], title: string, detail: string, profile: string | null = null): void {
    const notice: Told = { id: key, level, title, detail, at: this.#clock.now(), act: null, profile }
    const before = this.#told.find(({ id }) => id === key)
    this.#show([notice, ...this.#told.filter(({ id }) => id !== key)])
    if (before?.title !== title || before.detail !== detail) this.#fresh.notify(notice, profile)
  }

  /** Takes a state's notice away. */
  clear(key: string): void {
    if (this.#told.some(({ id }) => id === key)) this.dismiss(key)
  }

  dismiss(id: string): void {
    this.#show(this.#told.filter((notice) => notice.id !== id))
  }

  /** Tells each that says something new, with the deployment that it is about. */
  get onNew(): Listen<[notice: Notice, profile: string | null]> {
    return this.#fresh.on
  }

  /** The notices of one deployment. */
  of(profile: string): DeploymentNotices {
    const keyOf = (key: string): string => `${key}@${profile}`
    return {
      add: (level, title, detail, act) => this.add(level, title, detail, profile, act),
      put: (key, level, title, detail) => this.put(keyOf(key), level, title, detail, profile),
      clear: (key) => this.clear(keyOf(key)),
    }
  }

  /** Whether a notice names its deployment: where several run, every window shows those of all of them. */
  nameDeployments(naming: boolean): void {
    if (naming === this.#naming) return
    this.#naming = naming
    this.#show(this.#told)
  }

  #show(told: readonly Told[]): void {
    this.#told = told
    this.source.set(
      told.map(({ profile, ...notice }) =>
        this.#naming && profile !== null ? { ...notice, title: `${profile}: ${notice.title}` } : notice,
      ),
    )
  }
}
