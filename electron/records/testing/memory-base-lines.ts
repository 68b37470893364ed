/** What wallets were when they were first seen, in memory. */
import type { BaseLineStore, PositionBase, WalletAt, WalletSeen } from '../../storage/index.ts'

export function memoryBaseLines(): BaseLineStore {
  const wallets = new Map<string, { readonly of: WalletAt; seen: WalletSeen }>()
  const bases = new Map<string, Map<string, PositionBase>>()
  const keyOf = ({ profile, origin, account }: WalletAt): string => `${profile}/${origin}/${account}`
  return {
    wallet: (of) => wallets.get(keyOf(of))?.seen ?? null,
    keepWallet: (of, seen) => void wallets.set(keyOf(of), { of, seen }),
    bases: (of) => [...(bases.get(keyOf(of))?.values() ?? [])],
    keepBase(of, base) {
      const kept = bases.get(keyOf(of)) ?? new Map<string, PositionBase>()
      bases.set(keyOf(of), kept.set(base.asset, base))
    },
    profilesAt: (origin, account) =>
      [...wallets.values()]
        .filter(({ of }) => of.origin === origin && of.account === account)
        .map(({ of }) => of.profile),
  }
}
