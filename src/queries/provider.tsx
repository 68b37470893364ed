/** The query client of a window, and the trigger of refetches: the account version that main publishes. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SessionView } from '../../contract/session.ts'
import { useMarketData } from '../market-data/index.ts'
import { ACCOUNT_SCOPE, ofAnotherAccount } from './keys.ts'

/** Runs one refresh at a time: a request during a run causes one more run after it, so the latest state is always read. */
export function createRefresher(refresh: () => Promise<unknown>): () => void {
  let running = false
  let again = false
  const run = (): void => {
    running = true
    again = false
    refresh()
      .catch(() => undefined)
      .finally(() => {
        running = false
        if (again) run()
      })
      .catch(() => undefined)
  }
  return () => {
    again = true
    if (!running) run()
  }
}

/** Main retries what may be retried; a failed read is shown with its message and repeated manually or by the next version. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })

export function QueriesProvider({ client, children }: { client: QueryClient; children: ReactNode }): ReactNode {
  const { store } = useMarketData()
  useEffect(() => {
    const refresh = createRefresher(() => client.invalidateQueries({ queryKey: [ACCOUNT_SCOPE] }))
    return store.subscribe({ kind: 'account_version' }, refresh)
  }, [client, store])
  useEffect(() => {
    // A read in flight for the previous wallet may be answered with the current one's data, so nothing cached for another wallet is trusted.
    const drop = (session: SessionView): void => {
      const scope = { profile: session.profile.name, address: session.identity?.wallet ?? null }
      client.removeQueries({
        queryKey: [ACCOUNT_SCOPE],
        predicate: ({ queryKey }) => ofAnotherAccount(queryKey, scope),
      })
    }
    return store.subscribe({ kind: 'session' }, drop)
  }, [client, store])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
