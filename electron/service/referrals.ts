/** Referrals and rewards, which a deployment may lack: each read finds out by being asked (docs/service/referrals.md). */
import type { Address } from '../../contract/address.ts'
import type { Told } from '../../contract/referrals.ts'
import { referralAcceptedOf } from './adapters/referral-accepted.ts'
import { referralCodeOf } from './adapters/referral-code.ts'
import { referralPayoutsOf } from './adapters/referral-payouts.ts'
import { referralTreeOf } from './adapters/referral-tree.ts'
import { resolvedCodeOf } from './adapters/resolved-code.ts'
import { rewardsOf } from './adapters/rewards.ts'
import { ServiceError } from './errors.ts'
import { FOR } from './purpose.ts'
import type { Routes } from './routes.ts'

/** Statuses of a deployment that has no such route, has retired it, or does not open it for this sign-in. */
const ABSENT = [401, 404, 410]

/** What a read told, or that it is not there; any other failure is one. */
async function told<Value>(read: () => Promise<Value>): Promise<Told<Value>> {
  try {
    return { state: 'told', value: await read() }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { kind, status, message } = error
    const isAbsent = kind === 'switched_off' || kind === 'signed_out' || (status !== null && ABSENT.includes(status))
    if (!isAbsent) throw error
    return { state: 'absent', reason: message }
  }
}

export const referrals = (routes: Routes) => ({
  referralCode: () =>
    told(async () => referralCodeOf(await routes.read(routes.open('referralCode'), { needsToken: true }))),

  /** The code that there is from now on. */
  createReferralCode: async () => referralCodeOf(await routes.submit(routes.open('referralCode'), {}, FOR.account)),

  /** Whose code it is. @throws ServiceError where there is none. */
  resolveReferralCode: async (code: string) =>
    resolvedCodeOf(await routes.read(routes.open('referralResolve'), { query: { code } }), code),

  /** Durable; sent once. */
  acceptReferral: async (code: string) =>
    referralAcceptedOf(await routes.submit(routes.open('referralIntent'), { code }, FOR.account)),

  referralTree: () =>
    told(async () => referralTreeOf(await routes.read(routes.open('referralTree'), { needsToken: true }))),

  /** Newest first, as the service has them. */
  referralPayouts: ({ limit, offset }: { readonly limit: number; readonly offset: number }) =>
    told(async () => {
      const query = { limit: String(limit), offset: String(offset) }
      return referralPayoutsOf(await routes.read(routes.open('referralPayouts'), { query, needsToken: true }))
    }),

  rewards: (address: Address) => told(async () => rewardsOf(await routes.read(routes.open('rewards'), { address }))),
})
