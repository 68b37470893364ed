/** Topics whose payload is looked up when a frame is due. */
import type { Listen } from '../../contract/listeners.ts'
import type { PayloadOf, Topic, TopicPayloads } from '../../contract/topics.ts'
import type { TopicSource } from './topic-source.ts'

type PlainKind = Exclude<Topic, { readonly asset: string }>['kind']

/**
 * The source of one topic that stands for no asset.
 * @param view the payload as of now, undefined while there is nothing to show yet.
 * @param listen tells each change of it.
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
