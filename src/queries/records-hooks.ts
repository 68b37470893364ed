/** How many records of the trader's wallet are kept. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RecordsView } from '../../contract/past.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { againAfterFailure, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'

/** Between two reads, ms: every row is counted. */
const EVERY = 30_000

export function useRecords(): UseQueryResult<RecordsView, TerminalFailure> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery<RecordsView, TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'records'),
    queryFn: () => call('readRecords', {}),
    enabled: profile !== undefined && address != null,
    refetchInterval: (query) => againAfterFailure(query) || EVERY,
  })
}
