/** A topic whose payload is one value that somebody in main holds and replaces. */
import type { PayloadOf, Topic, TopicPayloads } from '../../contract/topics.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'

/** A topic source whose payload is one value, replaced when it changes. */
export class ValueTopic<Kind extends 'notices' | 'settings'> implements TopicSource {
  readonly kinds: readonly Kind[]
  readonly #listeners = new Set<(change: TopicChange) => void>()
  #value: TopicPayloads[Kind]

  constructor(kind: Kind, value: TopicPayloads[Kind]) {
    this.kinds = [kind]
    this.#value = value
  }

  get value(): TopicPayloads[Kind] {
    return this.#value
  }

  set(value: TopicPayloads[Kind]): void {
    this.#value = value
    for (const kind of this.kinds) for (const listener of this.#listeners) listener({ kind, asset: null })
  }

  view<T extends Topic>(_topic: T): PayloadOf<T> | undefined {
    return this.#value as PayloadOf<T>
  }

  onChange(listener: (change: TopicChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
