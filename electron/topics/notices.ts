/** Notices to the trader outside of any panel; a topic of its own, shown in every window and kept for its list of notices. */

import { type Listen, Listeners } from '../../contract/listeners.ts'
import { safeBlock, safeText } from '../../contract/safe-text.ts'
import type { Notice, NoticeAct } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { type TopicSource, topicOf } from './topic-source.ts'

/** The notices of one deployment: its keys do not collide with those of another, and its name precedes them where there are several. */
export interface DeploymentNotices {
  add(level: Notice['level'], title: string, detail: string, act?: NoticeAct | null): void
  put(key: string, level: Notice['level'], title: string, detail: string): void
  clear(key: string): void
}

interface KeptNotice extends Notice {
  /** The deployment that it is about, if any. */
  readonly profile: string | null
}

/** Maximum number of kept notices. */
const MAX = 200
/** Which are dropped first beyond that. */
const FIRST_TO_GO: readonly Notice['level'][] = ['info', 'warning', 'error']

/** The list of notices, newest first, at most 200. */
export class Notices {
  /** Topic `notices`. Its listeners are called once for all changes until the list is read again. */
  readonly source: TopicSource & { readonly value: readonly Notice[] }
  readonly #clock: Clock
  readonly #fresh = new Listeners<[notice: Notice, profile: string | null]>()
  readonly #changes = new Listeners()
  #kept: readonly KeptNotice[] = []
  /** The list as sent to windows; null after a change, until it is read. */
  #shown: readonly Notice[] | null = []
  #count = 0
  #naming = false

  constructor(clock: Clock) {
    this.#clock = clock
    const read = (): readonly Notice[] => this.#read()
    this.source = {
      ...topicOf('notices', read, this.#changes.on),
      get value() {
        return read()
      },
    }
  }

  add(
    level: Notice['level'],
    title: string,
    detail: string,
    profile: string | null = null,
    does: NoticeAct | null = null,
  ): void {
    this.#count += 1
    // Its action runs in windows of its own deployment.
    const act = does === null || profile === null ? null : { ...does, profile }
    const id = `notice-${this.#count}`
    const notice = { id, level, ...safe(title, detail), at: this.#clock.now(), isDismissed: false, act, profile }
    this.#keep([notice, ...this.#kept])
    this.#fresh.notify(notice, profile)
  }

  /** A notice about a state: it replaces the one of the same key, and is removed by `clear`. */
  put(key: string, level: Notice['level'], title: string, detail: string, profile: string | null = null): void {
    const texts = safe(title, detail)
    const before = this.#kept.find(({ id }) => id === key)
    const isNew = before?.title !== texts.title || before.detail !== texts.detail
    const isDismissed = !isNew && before.isDismissed
    const notice: KeptNotice = { id: key, level, ...texts, at: this.#clock.now(), isDismissed, act: null, profile }
    this.#keep([notice, ...this.#kept.filter(({ id }) => id !== key)])
    if (isNew) this.#fresh.notify(notice, profile)
  }

  /** Removes a state's notice. */
  clear(key: string): void {
    if (this.#kept.some(({ id }) => id === key)) this.#keep(this.#kept.filter(({ id }) => id !== key))
  }

  /** They stay in the list, as the trader may look them up. */
  dismiss(ids: readonly string[]): void {
    const seen = new Set(ids)
    this.#keep(this.#kept.map((notice) => (seen.has(notice.id) ? { ...notice, isDismissed: true } : notice)))
  }

  /** Fires for each notice with new content, with the deployment that it is about. */
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
    this.#keep(this.#kept)
  }

  #keep(notices: readonly KeptNotice[]): void {
    this.#kept = notices.length > MAX ? withoutOldest(notices) : notices
    // A listener that was called and has not read the list yet will read it with this change.
    const isAwaited = this.#shown === null
    this.#shown = null
    if (!isAwaited) this.#changes.notify()
  }

  #read(): readonly Notice[] {
    this.#shown ??= this.#kept.map(({ profile, ...notice }) =>
      this.#naming && profile !== null ? { ...notice, title: safeText(`${profile}: ${notice.title}`) } : notice,
    )
    return this.#shown
  }
}

/** Without the oldest dismissed one; else without the oldest info, then warning, and the oldest error where there is nothing else. */
function withoutOldest(notices: readonly KeptNotice[]): readonly KeptNotice[] {
  const dismissed = notices.findLastIndex(({ isDismissed }) => isDismissed)
  const level = FIRST_TO_GO.find((one) => notices.some((notice) => notice.level === one))
  return notices.toSpliced(dismissed === -1 ? notices.findLastIndex((notice) => notice.level === level) : dismissed, 1)
}

/** Notices quote services, files and pages. */
const safe = (title: string, detail: string): Pick<Notice, 'title' | 'detail'> => ({
  title: safeText(title),
  detail: safeBlock(detail),
})
