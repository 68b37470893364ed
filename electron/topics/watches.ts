/** A window's watches, by key and by change. */
import { parseTopicKey, type Topic, type TopicKey, topicKey } from '../../contract/topics.ts'
import { isChangeOf, type TopicChange, type TopicSource } from './topic-source.ts'

export interface Watch {
  readonly key: TopicKey
  readonly topic: Topic
  readonly source: TopicSource
  /** The last payload sent to the window; undefined when the next one must be sent in any case. */
  sent: unknown
}

/** The current payload of a topic. */
export interface News {
  readonly watch: Watch
  readonly payload: unknown
}

/** Why a topic is not watched. */
export type WatchRefusal = 'unknown topic' | 'too many topics'

/** A list of outcome markets watches the price of every side. */
const MAX_TOPICS = 256

export class Watches {
  readonly #sources: readonly TopicSource[]
  readonly #byKey = new Map<TopicKey, Watch>()
  readonly #byKind = new Map<Topic['kind'], Watch[]>()

  constructor(sources: readonly TopicSource[]) {
    this.#sources = sources
  }

  all(): readonly Watch[] {
    return [...this.#byKey.values()]
  }

  get(key: TopicKey): Watch | undefined {
    return this.#byKey.get(key)
  }

  /** The watch of a topic, added if necessary. */
  add(key: TopicKey): Watch | WatchRefusal {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const topic = parseTopicKey(key)
    const source = topic === null ? undefined : this.#sourceOf(topic)
    if (topic === null || source === undefined) return 'unknown topic'
    if (this.#byKey.size >= MAX_TOPICS) return 'too many topics'
    const watch: Watch = { key, topic, source, sent: undefined }
    this.#byKey.set(key, watch)
    this.#byKind.set(topic.kind, [...(this.#byKind.get(topic.kind) ?? []), watch])
    source.watched?.(topic)
    return watch
  }

  drop({ key, topic, source }: Watch): void {
    this.#byKey.delete(key)
    const rest = (this.#byKind.get(topic.kind) ?? []).filter((other) => other.key !== key)
    if (rest.length === 0) this.#byKind.delete(topic.kind)
    else this.#byKind.set(topic.kind, rest)
    source.unwatched?.(topic)
  }

  /** Calls `found` for each watch that a change applies to; cheap, called per message. */
  changed(change: TopicChange, found: (watch: Watch) => void): void {
    for (const watch of this.#byKind.get(change.kind) ?? []) if (isChangeOf(change, watch.topic)) found(watch)
  }

  /** Topics that the window will request after these changes, and does not watch yet. */
  ledTo(changed: readonly Watch[]): readonly Watch[] {
    const next = new Map<TopicKey, Watch>()
    for (const { topic: from, source: leader } of changed) {
      for (const topic of leader.leadsTo?.(from) ?? []) {
        const key = topicKey(topic)
        const source = this.#sourceOf(topic)
        if (source !== undefined && !this.#byKey.has(key)) next.set(key, { key, topic, source, sent: undefined })
      }
    }
    return [...next.values()]
  }

  #sourceOf({ kind }: Topic): TopicSource | undefined {
    return this.#sources.find(({ kinds }) => (kinds as readonly string[]).includes(kind))
  }
}

/** The current payloads of watches to send, and errors: a payload that cannot be made affects only itself. */
export function newsOf(of: readonly Watch[]): { readonly news: readonly News[]; readonly errors: unknown[] } {
  const errors: unknown[] = []
  const news = of.flatMap((watch): News[] => {
    try {
      const payload = watch.source.view(watch.topic)
      return payload === undefined ? [] : [{ watch, payload }]
    } catch (error) {
      errors.push(error)
      return []
    }
  })
  return { news, errors }
}
