/** Whose past is read and kept. */
import type { Address } from '../../contract/address.ts'
import type { PastOf } from '../storage/index.ts'

export interface Whose {
  /** Name of the deployment profile. */
  readonly profile: string
  /** Whose wallet; null while nobody is signed in: nothing is read or kept then. */
  readonly address: () => Address | null
}

/** The wallet that is signed in now; null while there is none. */
export const ofWallet =
  ({ profile, address }: Whose): (() => (PastOf & { readonly account: Address }) | null) =>
  () => {
    const account = address()
    return account === null ? null : { profile, account }
  }
