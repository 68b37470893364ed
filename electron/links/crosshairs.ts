/** Where the charts of each link group are pointed at, over all windows of a deployment. Never kept. */
import { type CrosshairView, LINK_GROUPS, type LinkGroup } from '../../contract/link.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Topic } from '../../contract/topics.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'

/** A point, and the window that it came from. */
interface Pointed {
  readonly view: CrosshairView
  readonly window: string
}

export interface Crosshairs {
  /** A panel of a window points at a time, or no longer at any. */
  point(group: LinkGroup, view: CrosshairView, window: string): void
  /** The window is gone, and with it what it pointed at. */
  forget(window: string): void
  readonly topics: TopicSource
}

const NOWHERE: CrosshairView = { time: null, by: null }

export function createCrosshairs(): Crosshairs {
  const listeners = new Listeners<[change: TopicChange]>()
  const pointed = new Map<LinkGroup, Pointed>()

  function point(group: LinkGroup, view: CrosshairView, window: string): void {
    const before = pointed.get(group)
    // A panel that is left takes back only what it said itself: another may have been entered before.
    if (view.time === null && before?.view.by !== view.by) return
    if (view.time === null) pointed.delete(group)
    else pointed.set(group, { view, window })
    listeners.notify({ kind: 'crosshair', asset: null, group })
  }

  return {
    point,
    forget(window) {
      for (const group of LINK_GROUPS) {
        const of = pointed.get(group)
        if (of?.window === window) point(group, { time: null, by: of.view.by }, window)
      }
    },
    topics: {
      kinds: ['crosshair'],
      view: (topic: Topic) =>
        (topic.kind === 'crosshair' ? (pointed.get(topic.group)?.view ?? NOWHERE) : undefined) as never,
      onChange: listeners.on,
    },
  }
}
