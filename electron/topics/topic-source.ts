/**
 * A part of main that owns some topics. The publisher asks for a payload only when a frame is due, so a thousand changes between two
 * frames cost one view.
 */
import type { LinkGroup } from '../../contract/link.ts'
import { type RefText, refText } from '../../contract/market-ref.ts'
import type { Cancel } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'

/** Names what changed: the topics of a kind that are about this, and without it every topic of that kind. */
export interface TopicChange {
  readonly kind: Topic['kind']
  /** Of topics that are about an asset. */
  readonly asset: string | null
  /** Of topics that are about a market. */
  readonly market?: RefText | null
  /** Of topics that are about a link group. */
  readonly group?: LinkGroup | null
}

/** Whether a change is one of this topic, which is of its kind. */
export function isChangeOf({ asset, market = null, group = null }: TopicChange, topic: Topic): boolean {
  if (asset !== null && 'asset' in topic) return topic.asset === asset
  if (market !== null && 'market' in topic) return refText(topic.market) === market
  if (group !== null && 'group' in topic) return topic.group === group
  return true
}

export interface TopicSource {
  /** The kinds of topics this source answers for. */
  readonly kinds: readonly Topic['kind'][]
  /** The payload as of now, or undefined while there is nothing to show yet. */
  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  /** Topics that a window asks for once it is told of this one: what they say goes along, so that it need not wait for an answer. */
  leadsTo?(topic: Topic): readonly Topic[]
  /** Calls `listener` at every change; cheap, called per message. */
  onChange(listener: (change: TopicChange) => void): Cancel
  /** A window began or stopped watching: a source may subscribe upstream. */
  watched?(topic: Topic): void
  unwatched?(topic: Topic): void
}
