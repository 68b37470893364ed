/**
 * From where on the terminal knows what happens to a wallet: since when it has seen it, and what each position was at a moment from which
 * fills explain it. Kept for each origin: a profile that leads to another service begins anew.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Price, Size } from '../../contract/decimal.ts'
import type { Log } from '../log/index.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'
import { recordsIn, type WorkRow } from './unreadable-rows.ts'

/** Whose wallet at which service. */
export interface WalletAt extends PastOf {
  readonly origin: string
}

export interface WalletSeen {
  /** What is older is the past: nothing of it is told. The service's time. */
  readonly since: number
  /** An asset of which nothing is kept was not held when fills up to this moment had happened. The service's time. */
  readonly mark: number
}

/** A position as it was when fills up to a moment had happened. */
export interface PositionBase {
  readonly asset: string
  readonly size: Size
  /** Fills after this moment come on top, the service's time. */
  readonly mark: number
  /** Not certain yet which fills are in it. */
  readonly isAdopting: boolean
  /** What of it others did, signed. */
  readonly foreign: Size
  /** When its market ends, the service's time; null where that is not known. */
  readonly end: number | null
  readonly liquidationPx: Price | null
}

export interface BaseLineStore {
  wallet(of: WalletAt): WalletSeen | null
  keepWallet(of: WalletAt, seen: WalletSeen): void
  bases(of: WalletAt): readonly PositionBase[]
  keepBase(of: WalletAt, base: PositionBase): void
  /** Profiles under which the wallet was seen at this origin: their actions are this terminal's too. */
  profilesAt(origin: string, account: string): readonly string[]
}

/** Bases that cannot be read were set aside when the storage was opened; any other is logged and left where it is. */
export function createBaseLineStore(database: DatabaseSync, log?: Pick<Log, 'error'>): BaseLineStore {
  const wallet = database.prepare('SELECT since, mark FROM wallets WHERE profile = ? AND origin = ? AND account = ?')
  const keepWallet = database.prepare(
    `INSERT INTO wallets (profile, origin, account, since, mark) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, origin, account) DO UPDATE SET since = excluded.since, mark = excluded.mark`,
  )
  const bases = database.prepare(
    "SELECT origin || '/' || account || '/' || asset AS id, profile, body FROM position_bases WHERE profile = ? AND origin = ? AND account = ?",
  )
  const keepBase = database.prepare(
    `INSERT INTO position_bases (profile, origin, account, asset, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, origin, account, asset) DO UPDATE SET body = excluded.body`,
  )
  const profiles = database.prepare('SELECT profile FROM wallets WHERE origin = ? AND account = ? ORDER BY profile')
  return {
    wallet: ({ profile, origin, account }) => rowsOf<WalletRow>(wallet, profile, origin, account)[0] ?? null,
    keepWallet({ profile, origin, account }, { since, mark }) {
      keepWallet.run(profile, origin, account, since, mark)
    },
    bases: ({ profile, origin, account }) =>
      recordsIn<PositionBase>('position_bases', rowsOf<WorkRow>(bases, profile, origin, account), log),
    keepBase({ profile, origin, account }, base) {
      keepBase.run(profile, origin, account, base.asset, JSON.stringify(base))
    },
    profilesAt: (origin, account) =>
      rowsOf<{ readonly profile: string }>(profiles, origin, account).map(({ profile }) => profile),
  }
}

type WalletRow = { readonly since: number; readonly mark: number }
