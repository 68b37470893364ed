/**
 * The venue's storage: accounts, identities, agents, nonces, submissions, practice keys. Every write is durable on return, or, after `groupWrites`,
 * when `commit` returns.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Account } from '../market/index.ts'
import type { ApprovedAgent, Submission } from '../signing/index.ts'
import { type CodeRow, openDatabase, type ReferralRow } from './database.ts'
import { History } from './history.ts'

export type AccessLevel = 'allowed' | 'waitlisted' | 'revoked'

/** The identity of a token. */
export interface IdentityRow {
  /** The wallet address, or the e-mail address of an identity without one. */
  subject: string
  wallet: Account | null
  email: string | null
  access: AccessLevel
}

export interface SavedAccount {
  address: Account
  /** State exported by the core. */
  saved: unknown
}

/** The note next to every practice key. */
const PRACTICE_KEY_NOTE = 'practice key: play money only'

/** One venue's file. */
export class VenueStore {
  readonly #database: DatabaseSync
  readonly #history: History
  readonly #statements = new Map<string, StatementSync>()
  #firstWrite: (() => void) | null = null

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#history = new History(database)
  }

  /** From now on writes wait for `commit`. @param firstWrite called at the first write after each commit. */
  groupWrites(firstWrite: () => void): void {
    this.#firstWrite = firstWrite
  }

  /** Whether writes wait for `commit`. */
  get uncommitted(): boolean {
    return this.#database.isTransaction
  }

  /** Writes everything to disk. @throws when that fails; the writes stay pending. */
  commit(): void {
    if (this.#database.isTransaction) this.#database.exec('COMMIT')
  }

  /** Commits, and makes every later write durable on return. */
  endGroups(): void {
    this.commit()
    this.#firstWrite = null
  }

  /** The saved accounts, the most recently saved last. */
  accounts(): SavedAccount[] {
    return this.#all<{ address: Account; saved: string }>('SELECT address, saved FROM account ORDER BY saved_at').map(
      (row) => ({
        address: row.address,
        saved: this.#history.giveBack(row.address, JSON.parse(row.saved)),
      }),
    )
  }

  /** Writes the accounts, all or none. @param time venue time, ms. */
  saveAccounts(accounts: readonly SavedAccount[], time: number): void {
    const own = this.#firstWrite === null
    if (own) this.#database.exec('BEGIN IMMEDIATE')
    try {
      for (const { address, saved } of accounts) {
        this.#run(
          'INSERT OR REPLACE INTO account VALUES (?, ?, ?)',
          address,
          time,
          JSON.stringify(this.#history.take(address, saved)),
        )
      }
      this.saveSetting(VENUE_TIME, String(time))
      if (own) this.#database.exec('COMMIT')
    } catch (error) {
      if (own) this.#database.exec('ROLLBACK')
      this.#history.reread()
      throw error
    }
  }

  /** Venue time of the last account write, ms; null before the first. A venue must not start earlier. */
  venueTime(): number | null {
    const text = this.setting(VENUE_TIME)
    return text === null ? null : Number(text)
  }

  identity(subject: string): IdentityRow | null {
    return this.#one<IdentityRow>('SELECT subject, wallet, email, access FROM identity WHERE subject = ?', subject)
  }

  saveIdentity({ subject, wallet, email, access }: IdentityRow): void {
    this.#run('INSERT OR REPLACE INTO identity VALUES (?, ?, ?, ?)', subject, wallet, email, access)
  }

  saveAccessRequest(subject: string, email: string, note: string | null, time: number): void {
    this.#run('INSERT OR REPLACE INTO access_request VALUES (?, ?, ?, ?)', subject, email, note, time)
  }

  agentOf(wallet: Account): ApprovedAgent | null {
    return this.#one<ApprovedAgent>(`${AGENTS} WHERE wallet = ?`, wallet)
  }

  /** The approval of this agent, for any wallet. */
  approvalOf(agent: Account): ApprovedAgent | null {
    return this.#one<ApprovedAgent>(`${AGENTS} WHERE agent = ?`, agent)
  }

  /** Replaces the wallet's agent. */
  saveAgent({ wallet, agent, name, expiresAt }: ApprovedAgent): void {
    this.#run('INSERT OR REPLACE INTO agent VALUES (?, ?, ?, ?)', wallet, agent, name, expiresAt)
  }

  /** The last direct-order nonce the wallet used, −1 when none. */
  lastNonce(wallet: Account): number {
    return this.#one<{ last: number }>('SELECT last FROM nonce WHERE wallet = ?', wallet)?.last ?? -1
  }

  saveNonce(wallet: Account, last: number): void {
    this.#run('INSERT OR REPLACE INTO nonce VALUES (?, ?)', wallet, last)
  }

  submission(orderId: string): Submission | null {
    return this.#one<Submission>('SELECT wallet, oid, refusal FROM submission WHERE order_id = ?', orderId)
  }

  saveSubmission(orderId: string, { wallet, oid, refusal }: Submission): void {
    this.#run('INSERT OR REPLACE INTO submission VALUES (?, ?, ?, ?)', orderId, wallet, oid, refusal)
  }

  codeOf(wallet: Account): CodeRow | null {
    return this.#one<CodeRow>(`${CODES} WHERE wallet = ?`, wallet)
  }

  /** The owner of a code. */
  codeRow(code: string): CodeRow | null {
    return this.#one<CodeRow>(`${CODES} WHERE code = ?`, code)
  }

  /** @throws when the wallet has one already, or the code is another's. */
  saveCode({ wallet, code, time }: CodeRow): void {
    this.#run('INSERT INTO referral_code VALUES (?, ?, ?)', wallet, code, time)
  }

  /** The wallet's referrer, or null. */
  referralOf(wallet: Account): ReferralRow | null {
    return this.#one<ReferralRow>(`${REFERRALS} WHERE wallet = ?`, wallet)
  }

  /** The wallets referred by this one, oldest first. */
  referredBy(referrer: Account): ReferralRow[] {
    return this.#all<ReferralRow>(`${REFERRALS} WHERE referrer = ? ORDER BY time, wallet`, referrer)
  }

  /** Written once. @throws when the wallet has a referrer already. */
  saveReferral({ wallet, referrer, code, time }: ReferralRow): void {
    this.#run('INSERT INTO referral VALUES (?, ?, ?, ?)', wallet, referrer, code, time)
  }

  setting(name: string): string | null {
    return this.#one<{ value: string }>('SELECT value FROM setting WHERE name = ?', name)?.value ?? null
  }

  saveSetting(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, value)
  }

  /** The practice trader's wallet key, null before the first start. */
  practiceKey(): { address: Account; privateKey: `0x${string}` } | null {
    return this.#one('SELECT address, private_key AS privateKey FROM practice_key')
  }

  savePracticeKey(address: Account, privateKey: `0x${string}`): void {
    this.#run('INSERT OR REPLACE INTO practice_key VALUES (?, ?, ?)', address, privateKey, PRACTICE_KEY_NOTE)
  }

  close(): void {
    this.#database.close()
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#database.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }

  #all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  #one<Row>(sql: string, ...values: Value[]): Row | null {
    return (this.#statement(sql).get(...values) as Row | undefined) ?? null
  }

  #run(sql: string, ...values: Value[]): void {
    if (this.#firstWrite !== null && !this.#database.isTransaction) {
      this.#database.exec('BEGIN IMMEDIATE')
      this.#firstWrite()
    }
    this.#statement(sql).run(...values)
  }
}

const VENUE_TIME = 'venue_time'
type Value = string | number | null
const CODES = 'SELECT wallet, code, time FROM referral_code'
const REFERRALS = 'SELECT wallet, referrer, code, time FROM referral'
const AGENTS = 'SELECT wallet, agent, name, expires_at AS expiresAt FROM agent'

/**
 * Opens the store in a file, or in memory for `:memory:`.
 * @param now real time in ms.
 * @returns the store, and notices for the user when a file had to be set aside.
 * @throws when the file cannot be opened, or another venue has it.
 */
export function openStore(path: string, now: number): { store: VenueStore; notices: string[] } {
  const { database, notices } = openDatabase(path, now)
  return { store: new VenueStore(database), notices }
}
