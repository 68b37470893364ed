/** Whose account it is, for what needs one, and the error for when nobody is signed in. */

import type { Address } from '../../contract/address.ts'
import { safeText } from '../../contract/safe-text.ts'
import { ServiceError } from '../service/index.ts'
import type { TradingIdentity } from './actions/index.ts'

export interface SignedIn {
  /** @throws ServiceError of kind `signed_out`. @param route what cannot be asked without an account. */
  signedIn(route: string): Address
  /** That error. */
  signedOut(route: string): ServiceError
}

/** Asked again at each call: who is signed in changes. */
export function signedInOf(identity: Pick<TradingIdentity, 'address' | 'reason'>): SignedIn {
  function signedOut(route: string): ServiceError {
    const message = safeText(identity.reason() ?? 'Nobody is signed in.')
    return new ServiceError({ kind: 'signed_out', route, message, code: 'signed_out' })
  }
  return {
    signedIn(route) {
      const address = identity.address()
      if (address === null) throw signedOut(route)
      return address
    },
    signedOut,
  }
}
