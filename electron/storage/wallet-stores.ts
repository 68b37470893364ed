/** Stored per wallet: since when it is known, the orders of other clients, transfers of collateral, and the trader's notes. */
import type { DatabaseSync } from 'node:sqlite'
import type { ActionState } from '../../contract/action.ts'
import type { Money } from '../../contract/decimal.ts'
import { type Note, type NoteAbout, noteText } from '../../contract/notes.ts'
import type { SafeBlock } from '../../contract/safe-text.ts'
import type { Millis } from '../../contract/time.ts'
import { type PastOf, rowsOf } from './database.ts'

/** A wallet at a service. */
export interface WalletAt extends PastOf {
  readonly origin: string
}

export type WalletStore = ReturnType<typeof createWalletStore>

/** Since when the terminal has seen a wallet, for each origin: a deployment that leads to another service starts again. */
export function createWalletStore(database: DatabaseSync) {
  const since = database.prepare('SELECT since FROM wallets WHERE profile = ? AND origin = ? AND account = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO wallets (profile, origin, account, since) VALUES (?, ?, ?, ?)')
  const profiles = database.prepare('SELECT profile FROM wallets WHERE origin = ? AND account = ? ORDER BY profile')
  return {
    /** Older events are the past and are not reported. The service's time; null before the wallet was seen. */
    since: ({ profile, origin, account }: WalletAt): number | null =>
      rowsOf<{ readonly since: number }>(since, profile, origin, account)[0]?.since ?? null,
    keep: ({ profile, origin, account }: WalletAt, moment: number): void =>
      void keep.run(profile, origin, account, moment),
    /** Deployments under which the wallet was seen at this origin: their actions are this terminal's too. */
    profilesAt: (origin: string, account: string): readonly string[] =>
      rowsOf<{ readonly profile: string }>(profiles, origin, account).map(({ profile }) => profile),
  }
}

export type OtherClientStore = ReturnType<typeof createOtherClientStore>

/** Orders that were reported as not from this terminal, and wallets for which the trader expects another client. */
export function createOtherClientStore(database: DatabaseSync) {
  const reported = database.prepare('SELECT 1 FROM foreign_orders WHERE profile = ? AND account = ? AND oid = ?')
  const keep = database.prepare('INSERT OR IGNORE INTO foreign_orders (profile, account, oid) VALUES (?, ?, ?)')
  const expected = database.prepare('SELECT 1 FROM other_clients WHERE profile = ? AND account = ?')
  const expect = database.prepare('INSERT OR IGNORE INTO other_clients (profile, account) VALUES (?, ?)')
  const forget = database.prepare('DELETE FROM other_clients WHERE profile = ? AND account = ?')
  return {
    /** Whether an order was reported before. */
    isReported: ({ profile, account }: PastOf, oid: string): boolean =>
      reported.get(profile, account, oid) !== undefined,
    keepReported({ profile, account }: PastOf, oids: readonly string[]): void {
      for (const oid of oids) keep.run(profile, account, oid)
    },
    /** Whether the trader expects another client to trade for this wallet. */
    isExpected: ({ profile, account }: PastOf): boolean => expected.get(profile, account) !== undefined,
    setExpected({ profile, account }: PastOf, isExpected: boolean): void {
      if (isExpected) expect.run(profile, account)
      else forget.run(profile, account)
    },
  }
}

/** A transfer between the classes of USDH, as the journal has it. */
export interface StoredTransfer {
  readonly id: string
  /** This machine's time, ms. */
  readonly at: number
  readonly amount: Money
  readonly state: ActionState
  readonly message: string | null
}

export type TransferStore = ReturnType<typeof createTransferStore>

/** The transfers of collateral among the actions of the journal. */
export function createTransferStore(database: DatabaseSync) {
  // Matches its index.
  const query = database.prepare(
    `SELECT id, state, created_at AS at, body ->> '$.intent.amount' AS amount, body ->> '$.message' AS message FROM actions
     WHERE profile = ? AND account = ? AND created_at >= ? AND created_at < ?
     AND kind = 'transfer' ORDER BY created_at, rowid`,
  )
  /** Those in the interval [from, to) by this machine's clock, oldest first. */
  const between = ({ profile, account }: PastOf, from: number, to: number): readonly StoredTransfer[] =>
    rowsOf<{ [Column in keyof StoredTransfer]: string | number | null }>(query, profile, account, from, to).map(
      (row) => row as unknown as StoredTransfer,
    )
  return {
    between,
    /** All requested transfers, newest first. */
    all: (of: PastOf) => between(of, 0, Number.MAX_SAFE_INTEGER).toReversed(),
  }
}

export type NoteStore = ReturnType<typeof createNoteStore>

interface Row {
  readonly about: string
  readonly at: number
  readonly text: string
}

/** The trader's notes, one per subject, by wallet and deployment. */
export function createNoteStore(database: DatabaseSync) {
  const all = database.prepare('SELECT about, at, text FROM notes WHERE profile = ? AND account = ? ORDER BY about')
  const one = database.prepare('SELECT text FROM notes WHERE profile = ? AND account = ? AND about = ?')
  const count = database.prepare('SELECT COUNT(*) AS count FROM notes WHERE profile = ? AND account = ?')
  const bytes = database.prepare(
    'SELECT TOTAL(OCTET_LENGTH(text)) AS bytes FROM notes WHERE profile = ? AND account = ?',
  )
  const keep = database.prepare(
    `INSERT INTO notes (profile, account, about, at, text) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, about) DO UPDATE SET at = excluded.at, text = excluded.text`,
  )
  const remove = database.prepare('DELETE FROM notes WHERE profile = ? AND account = ? AND about = ?')

  return {
    /** By subject. */
    all: ({ profile, account }: PastOf): readonly Note[] =>
      rowsOf<Row>(all, profile, account).map(({ about, at, text }) => ({
        about: about as NoteAbout,
        text: noteText(text),
        at: at as Millis,
      })),
    /** The text of one; null where there is none. */
    textOf({ profile, account }: PastOf, about: NoteAbout): SafeBlock | null {
      const [row] = rowsOf<{ text: string }>(one, profile, account, about)
      return row === undefined ? null : noteText(row.text)
    },
    /** Stores one in place of the previous; durable on return. */
    keep: ({ profile, account }: PastOf, { about, at, text }: Note): void =>
      void keep.run(profile, account, about, at, text),
    remove: ({ profile, account }: PastOf, about: NoteAbout): void => void remove.run(profile, account, about),
    count: ({ profile, account }: PastOf): number => rowsOf<{ count: number }>(count, profile, account)[0]?.count ?? 0,
    /** Total size of all texts, in UTF-8. */
    bytes: ({ profile, account }: PastOf): number => rowsOf<{ bytes: number }>(bytes, profile, account)[0]?.bytes ?? 0,
  }
}
