/** Query keys. Everything of the trader's is under one scope with profile and address, so that switching shows nothing old. */
export const ACCOUNT_SCOPE = 'account'
const MARKET_SCOPE = 'market'

export const accountKey = (profile: string, address: string | null, what: string, ...more: readonly unknown[]) =>
  [ACCOUNT_SCOPE, profile, address, what, ...more] as const

export const marketKey = (profile: string, what: string, ...more: readonly unknown[]) =>
  [MARKET_SCOPE, profile, what, ...more] as const

/** Whether a key is of the trader's things, but of another profile or wallet than the present ones. */
export const ofAnotherAccount = (
  key: readonly unknown[],
  { profile, address }: { readonly profile: string; readonly address: string | null },
): boolean => key[0] === ACCOUNT_SCOPE && (key[1] !== profile || key[2] !== address)
