/** Streaming market data: one store per topic, fed by main's frame batches, with its freshness and the server's clock. */
export { FRESH, type Freshness, olderOf, spanText } from './freshness.ts'
export {
  InView,
  MarketDataProvider,
  useCalmTopic,
  useClockUntil,
  useFeedFreshness,
  useFeedValue,
  useFreshness,
  useMarketData,
  usePainter,
  useServerClock,
  useServerClockValue,
  useServerNow,
  useTick,
  useTickValue,
  useTopic,
  useTopicFreshness,
  useTopicUnless,
  useTopicValue,
} from './hooks.tsx'
export { paced } from './paced.ts'
export { TopicStore } from './topic-store.ts'
export { createWindowClock, type WindowClock } from './window-clock.ts'
export type { WorstAge } from './worst-age.ts'
