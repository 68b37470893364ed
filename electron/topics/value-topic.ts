/** A topic whose payload is one value that somebody in main holds and replaces. */
import { Listeners } from '../../contract/listeners.ts'
import type { TopicPayloads } from '../../contract/topics.ts'
import { topicOf } from './topic-of.ts'
import type { TopicSource } from './topic-source.ts'

/** A topic source whose payload is one value, replaced when it changes. */
export class ValueTopic<Kind extends 'settings' | 'desktop' | 'outward'> implements TopicSource {
  readonly kinds: TopicSource['kinds']
  readonly view: TopicSource['view']
  readonly onChange: TopicSource['onChange']
  readonly #listeners = new Listeners()
  #value: TopicPayloads[Kind]

  constructor(kind: Kind, value: TopicPayloads[Kind]) {
    this.#value = value
    const { kinds, view, onChange } = topicOf(kind, () => this.#value, this.#listeners.on)
    this.kinds = kinds
    this.view = view
    this.onChange = onChange
  }

  get value(): TopicPayloads[Kind] {
    return this.#value
  }

  set(value: TopicPayloads[Kind]): void {
    this.#value = value
    this.#listeners.notify()
  }
}
