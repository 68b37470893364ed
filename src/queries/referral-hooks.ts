/** Reads of the trader's referrals and rewards, which a deployment may lack. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReferralCode, ReferralPayouts, ReferralTree, Rewards, Told } from '../../contract/referrals.ts'
import { type TerminalFailure, useCall } from '../bridge/index.ts'
import { againAfterFailure, useScope } from './hooks.ts'
import { accountKey } from './keys.ts'

type ToldRead<Value> = UseQueryResult<Told<Value>, TerminalFailure>

/** `what` goes into the key, with the page where there is one. */
function useTold<Value>(read: () => Promise<Told<Value>>, what: string, ...more: readonly number[]): ToldRead<Value> {
  const { profile, address } = useScope()
  return useQuery({
    queryKey: accountKey(profile ?? '', address ?? null, what, ...more),
    queryFn: read,
    enabled: profile !== undefined && address != null,
    refetchInterval: againAfterFailure,
  })
}

/** The trader's own code. */
export function useReferralCode(): ToldRead<ReferralCode> {
  const call = useCall()
  return useTold(() => call('readReferralCode', {}), 'referral-code')
}

/** By whom the trader came, and who came by them. */
export function useReferralTree(): ToldRead<ReferralTree> {
  const call = useCall()
  return useTold(() => call('readReferralTree', {}), 'referral-tree')
}

/** One page of what was paid. */
export function useReferralPayouts(limit: number, offset: number): ToldRead<ReferralPayouts> {
  const call = useCall()
  return useTold(() => call('readReferralPayouts', { limit, offset }), 'referral-payouts', limit, offset)
}

/** What the trader's own trading earned. */
export function useRewards(): ToldRead<Rewards> {
  const call = useCall()
  return useTold(() => call('readRewards', {}), 'rewards')
}
