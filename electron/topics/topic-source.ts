/** A part of main that owns some topics, and the topics of one value. */
import type { LinkGroup } from '../../contract/link.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import { type RefText, refText } from '../../contract/market-ref.ts'
import type { Cancel } from '../../contract/time.ts'
import type { PayloadOf, Topic, TopicPayloads } from '../../contract/topics.ts'

/** Identifies a change: the topics of a kind with these parameters; without parameters every topic of that kind. */
export interface TopicChange {
  readonly kind: Topic['kind']
  /** For topics about an asset. */
  readonly asset: string | null
  /** For topics about a market. */
  readonly market?: RefText | null
  /** For topics about a link group. */
  readonly group?: LinkGroup | null
}

/** Whether a change applies to this topic of its kind. */
export function isChangeOf({ asset, market = null, group = null }: TopicChange, topic: Topic): boolean {
  if (asset !== null && 'asset' in topic) return topic.asset === asset
  if (market !== null && 'market' in topic) return refText(topic.market) === market
  if (group !== null && 'group' in topic) return topic.group === group
  return true
}

/**
 * A part of main that owns some topics. The publisher requests a payload only when a frame is due, so a thousand changes between two frames cost one
 * view.
 */
export interface TopicSource {
  /** The kinds of topics this source answers for. */
  readonly kinds: readonly Topic['kind'][]
  /** The current payload; undefined while there is nothing to show yet. */
  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  /** Topics that a window requests once it has this one: their payloads are sent along, so that it need not wait. */
  leadsTo?(topic: Topic): readonly Topic[]
  /** Calls `listener` at every change; cheap, called per message. */
  onChange(listener: (change: TopicChange) => void): Cancel
  /** A window began or stopped watching: a source may subscribe upstream. */
  watched?(topic: Topic): void
  unwatched?(topic: Topic): void
}

type PlainKind = Exclude<Topic, { readonly asset: string }>['kind']

/**
 * The source of one topic without an asset.
 * @param view the current payload; undefined while there is nothing to show yet.
 * @param listen fires at each change of it.
 */
export function topicOf<Kind extends PlainKind>(
  kind: Kind,
  view: () => TopicPayloads[Kind] | undefined,
  listen: Listen,
): TopicSource {
  const change = { kind, asset: null }
  return {
    kinds: [kind],
    view: <T extends Topic>(topic: T) => (topic.kind === kind ? (view() as PayloadOf<T> | undefined) : undefined),
    onChange: (listener) => listen(() => listener(change)),
  }
}

/** Several sources as one. */
export function joinedTopics(sources: readonly TopicSource[]): TopicSource {
  return {
    kinds: sources.flatMap(({ kinds }) => kinds),
    view: (topic) => sources.find(({ kinds }) => kinds.includes(topic.kind))?.view(topic),
    onChange(listener) {
      const cancels = sources.map((source) => source.onChange(listener))
      return () => {
        for (const cancel of cancels) cancel()
      }
    },
    watched: (topic) => sources.find(({ kinds }) => kinds.includes(topic.kind))?.watched?.(topic),
    unwatched: (topic) => sources.find(({ kinds }) => kinds.includes(topic.kind))?.unwatched?.(topic),
  }
}

/** A topic source whose payload is one value, replaced when it changes. */
export class ValueTopic<Kind extends 'settings' | 'desktop' | 'remote_notifications'> implements TopicSource {
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
