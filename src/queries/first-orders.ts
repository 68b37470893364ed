/** Whether the trader has begun: on the window's deployment, and on the practice venue. */
import { useQuery } from '@tanstack/react-query'
import type { FirstOrders } from '../../contract/activity.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { againAfterFailure, type Read, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'

/** Read again whenever the account changed. */
export function useFirstOrders(): Read<FirstOrders> {
  const call = useCall()
  const { profile, address } = useScope()
  return useQuery<FirstOrders, TerminalFailure>({
    queryKey: accountKey(profile ?? '', address ?? null, 'first-orders'),
    queryFn: () => call('readFirstOrders', {}),
    enabled: profile !== undefined,
    refetchInterval: againAfterFailure,
  })
}
