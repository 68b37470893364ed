/** Market data as it streams: one store per topic, fed by main's frame batches, with its freshness and the server's clock. */
export * from './freshness.ts'
export * from './hooks.tsx'
export * from './topic-store.ts'
export { useCalmTopic } from './use-calm-topic.ts'
export * from './window-clock.ts'
