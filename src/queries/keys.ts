/** Query keys. All of the trader's data is under one scope with profile and address, so that a switch shows no stale data. */
export const ACCOUNT_SCOPE = 'account'
const MARKET_SCOPE = 'market'

export const accountKey = (profile: string, address: string | null, what: string, ...more: readonly unknown[]) =>
  [ACCOUNT_SCOPE, profile, address, what, ...more] as const

export const marketKey = (profile: string, what: string, ...more: readonly unknown[]) =>
  [MARKET_SCOPE, profile, what, ...more] as const

/** Whether two keys belong to the same deployment, and for an account's data to the same wallet. */
export const isSameOwner = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a[0] === b[0] && a[1] === b[1] && (a[0] !== ACCOUNT_SCOPE || a[2] === b[2])

/** Whether a key belongs to trader data of a profile or wallet other than the current ones. */
export const ofAnotherAccount = (
  key: readonly unknown[],
  { profile, address }: { readonly profile: string; readonly address: string | null },
): boolean => key[0] === ACCOUNT_SCOPE && (key[1] !== profile || key[2] !== address)
