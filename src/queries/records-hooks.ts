/** What the records of the trader's wallet are, and for how long they are kept one by one. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RecordsView } from '../../contract/record-keeping.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { againAfterFailure, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'

/** While something of it changes by itself, and else, ms: every row is counted. */
const LIVELY = 3_000
const CALM = 30_000

/** Read anew now and then, and often while old ones are being put together or are about to be. */
export function useRecords(): UseQueryResult<RecordsView, TerminalFailure> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery<RecordsView, TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'records'),
    queryFn: () => call('readRecords', {}),
    enabled: profile !== undefined && address != null,
    refetchInterval: (query) =>
      againAfterFailure(query) || (query.state.data !== undefined && isLively(query.state.data) ? LIVELY : CALM),
  })
}

const isLively = ({ keep, pruned, plans }: RecordsView): boolean =>
  pruned?.isDone === false ||
  (keep !== 'everything' && plans[keep].fills + plans[keep].orders > 0 && plans[keep].cut > (pruned?.cut ?? 0))
