/** Calls of the account's referrals and rewards. */
import type { WebContents } from 'electron'
import type { Handlers } from '../ipc/index.ts'
import type { CallDeployment } from './call-deployment.ts'
import { askToAcceptReferral } from './questions.ts'

type ReferralCall =
  | 'readReferralCode'
  | 'createReferralCode'
  | 'resolveReferralCode'
  | 'acceptReferral'
  | 'readReferralTree'
  | 'readReferralPayouts'
  | 'readRewards'

/** @param on the deployment of the window that calls. */
export const referralCalls = (
  on: (window: WebContents) => Pick<CallDeployment, 'service' | 'identity' | 'profile'>,
): Pick<Handlers, ReferralCall> => ({
  readReferralCode: (_input, window) => on(window).service.referralCode(),
  createReferralCode: (_input, window) => on(window).service.createReferralCode(),
  resolveReferralCode: ({ code }, window) => on(window).service.resolveReferralCode(code),
  acceptReferral: {
    loosens: ({ code }, window) => askToAcceptReferral(on(window).profile.name, code),
    run: ({ code }, window) => on(window).service.acceptReferral(code),
  },
  readReferralTree: (_input, window) => on(window).service.referralTree(),
  readReferralPayouts: (page, window) => on(window).service.referralPayouts(page),
  readRewards: (_input, window) => {
    const { service, identity } = on(window)
    const address = identity.address()
    if (address === null) return { state: 'absent', reason: 'Rewards are read by wallet: sign in first.' }
    return service.rewards(address)
  },
})
