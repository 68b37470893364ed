/** The crosshair time of charts in the panel's link group, shared across all windows; never saved. */
import { useEffect, useMemo } from 'react'
import type { CrosshairView } from '../../../contract/link.ts'
import { useCall } from '../../bridge/index.ts'
import { useMarketData, useTopicValue } from '../../market-data/index.ts'
import { usePanel } from '../../workspace/index.ts'

export interface Pointing {
  /** The pointer of this chart is at a time, ms, or has left. */
  readonly say: (time: number | null) => void
  /** Calls `onTime` with crosshair times of other charts, null when they end; returns a function that stops it. */
  readonly listen: (onTime: (time: number | null) => void) => () => void
}

/** The crosshair channel of the panel, and whether another chart of its group has the pointer. A panel pinned to a market has none. */
export function useCrosshair(): readonly [pointing: Pointing, isPointed: boolean] {
  const { id, market } = usePanel()
  const group = market?.by === 'link' ? market.group : null
  const call = useCall()
  const { store, clock } = useMarketData()
  const topic = useMemo(() => (group === null ? null : ({ kind: 'crosshair', group } as const)), [group])
  const isPointed = useTopicValue(topic, (view) => otherTime(view, id) !== null) ?? false
  const pointing = useMemo(() => {
    let waiting: { readonly time: number | null } | null = null
    let published: number | null = null
    const publish = (): void => {
      const next = waiting
      waiting = null
      if (next === null || group === null || next.time === published) return
      published = next.time
      call('pointAt', { group, time: next.time, by: id }).catch(() => undefined)
    }
    return {
      say(time: number | null): void {
        if (group === null) return
        if (waiting === null) clock.nextFrame(publish)
        waiting = { time }
      },
      listen(received: (time: number | null) => void): () => void {
        if (topic === null) return () => undefined
        return store.subscribe(topic, (view) => received(otherTime(view, id)))
      },
    }
  }, [group, topic, id, call, store, clock])
  // A chart that closes or changes its group under the pointer no longer has it.
  useEffect(() => () => pointing.say(null), [pointing])
  return [pointing, isPointed]
}

/** The crosshair time of another panel. */
const otherTime = ({ time, by }: CrosshairView, own: string): number | null => (by === own ? null : time)
