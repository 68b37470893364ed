/** A fast topic at a reading pace: figures that are estimates need not change sixty times a second. */
import { useEffect, useState } from 'react'
import { type PayloadOf, type Topic, topicKey } from '../../contract/topics.ts'
import { useMarketData, useTopicValue } from './hooks.tsx'

/** The newest payload, at most once in `everyMs`; undefined until it came. `null` watches nothing. */
export function useCalmTopic<T extends Topic>(topic: T | null, everyMs: number): PayloadOf<T> | undefined {
  const { store, clock } = useMarketData()
  const key = topic === null ? null : topicKey(topic)
  const [shown, show] = useState<{ readonly key: string | null; readonly payload: PayloadOf<T> | undefined }>({
    key,
    payload: undefined,
  })
  // Keeps the topic watched and tells when the very first payload is there, without rendering at each change.
  const there = useTopicValue(topic, () => true) === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the topic, whose object may be new each time
  useEffect(() => {
    if (topic === null) {
      show({ key, payload: undefined })
      return
    }
    const look = (): void => {
      const payload = store.read(topic)
      show((before) => (before.key === key && before.payload === payload ? before : { key, payload }))
    }
    look()
    return clock.every(everyMs, look)
  }, [store, clock, key, everyMs, there])
  return shown.key === key ? shown.payload : undefined
}
