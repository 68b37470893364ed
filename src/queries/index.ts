/** Reads that are asked for, not streamed: TanStack Query over the bridge, read anew when main says the account changed. */
export * from './assets.ts'
export * from './hooks.ts'
export * from './keys.ts'
export * from './live-money.ts'
export { createQueryClient, QueriesProvider } from './provider.tsx'
