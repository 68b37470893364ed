/**
 * A part of main that owns some topics. The publisher asks for a payload only when a frame is due, so a thousand changes between two
 * frames cost one view.
 */
import type { Cancel } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'

/** Names what changed; without an asset, every topic of that kind. */
export interface TopicChange {
  readonly kind: Topic['kind']
  readonly asset: string | null
}

export interface TopicSource {
  /** The kinds of topics this source answers for. */
  readonly kinds: readonly Topic['kind'][]
  /** The payload as of now, or undefined while there is nothing to show yet. */
  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  /** Calls `listener` at every change; cheap, called per message. */
  onChange(listener: (change: TopicChange) => void): Cancel
  /** A window began or stopped watching: a source may subscribe upstream. */
  watched?(topic: Topic): void
  unwatched?(topic: Topic): void
}
