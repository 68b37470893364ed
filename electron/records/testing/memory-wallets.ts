/** Since when wallets were seen, in memory. */
import type { WalletAt, WalletStore } from '../../storage/index.ts'

export function memoryWallets(): WalletStore {
  const wallets = new Map<string, { readonly of: WalletAt; readonly since: number }>()
  const keyOf = ({ profile, origin, account }: WalletAt): string => `${profile}/${origin}/${account}`
  return {
    since: (of) => wallets.get(keyOf(of))?.since ?? null,
    keep: (of, since) => void wallets.set(keyOf(of), { of, since }),
    profilesAt: (origin, account) =>
      [...wallets.values()]
        .filter(({ of }) => of.origin === origin && of.account === account)
        .map(({ of }) => of.profile),
  }
}
