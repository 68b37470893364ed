/** Since when the terminal has seen a wallet, for each origin: a profile that leads to another service begins anew. */
import type { DatabaseSync } from 'node:sqlite'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

/** Whose wallet at which service. */
export interface WalletAt extends PastOf {
  readonly origin: string
}

export interface WalletStore {
  /** What is older is the past: nothing of it is reported. The service's time; null before the wallet was seen. */
  since(of: WalletAt): number | null
  keep(of: WalletAt, since: number): void
  /** Profiles under which the wallet was seen at this origin: their actions are this terminal's too. */
  profilesAt(origin: string, account: string): readonly string[]
}

export function createWalletStore(database: DatabaseSync): WalletStore {
  const since = database.prepare('SELECT since FROM wallets WHERE profile = ? AND origin = ? AND account = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO wallets (profile, origin, account, since) VALUES (?, ?, ?, ?)')
  const profiles = database.prepare('SELECT profile FROM wallets WHERE origin = ? AND account = ? ORDER BY profile')
  return {
    since: ({ profile, origin, account }) =>
      rowsOf<{ readonly since: number }>(since, profile, origin, account)[0]?.since ?? null,
    keep: ({ profile, origin, account }, moment) => void keep.run(profile, origin, account, moment),
    profilesAt: (origin, account) =>
      rowsOf<{ readonly profile: string }>(profiles, origin, account).map(({ profile }) => profile),
  }
}
