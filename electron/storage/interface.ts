/**
 * What main keeps on disk, behind interfaces so that trading can be tested without a file. All writes are durable when they return, but for
 * those that ask for less.
 */
import type { Fill, Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Hex } from '../../contract/address.ts'
import type { Money, Price, Size } from '../../contract/decimal.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { CurrentWorkspace, WorkspaceWindow } from '../../contract/workspace.ts'

/** An action with what only main needs to resume it. */
export interface StoredAction extends ActionRecord {
  /** Name of the deployment profile it belongs to. */
  readonly profile: string
  /** Address of the trader it belongs to. */
  readonly account: string
  /** The prepared action that was signed, once there is one. */
  readonly prepared: {
    readonly orderId: string
    readonly actionHash: Hex
    readonly nonce: number | null
    readonly expiresAt: number | null
    /** The expiry inside what was signed, where there is one. */
    readonly expiresAfter?: number | null
    /** The service's time when it was prepared, as the terminal knew it then: a clock that is set again later changes nothing. */
    readonly at?: number
    /** Size that the prepared action asks for, of orders whose size is the service's to work out (binary predictions). */
    readonly size?: Size | null
    /** What the account held just before a transfer was sent; its outcome is told from them when no answer comes. */
    readonly balances?: { readonly usdh: Money | null; readonly usdhOutcome: Money | null } | null
  } | null
  /** Of an order that adds exposure, how its market stood when it was about to be signed; absent before that. */
  readonly stood?: MarketStood
}

/** How a market stood as an order was about to be signed. */
export interface MarketStood {
  /** The middle of the book, or the mark; null where neither was known. */
  readonly reference: Price | null
  /** Whether the order could trade at once, by what was known. */
  readonly mayCross: boolean
}

/**
 * What a write has come through when it returns: `synced` is on the drive and outlives a power cut; `written` is with the operating system, outlives
 * the terminal however it ends, and is on the drive with the next synced write of anything.
 */
export type Durability = 'synced' | 'written'

/** The order journal: the newest state of every action and every step it took. */
export interface Journal {
  /** Inserts or replaces the action and appends its newest step, in one transaction, before returning; synced unless said otherwise. */
  write(action: StoredAction, durability?: Durability): void
  /** Whether there is such an action, readable or not: what was asked for once is never sent again under its id. */
  has(id: string): boolean
  /** Null also for one that cannot be read. */
  read(id: string): StoredAction | null
  /** Newest first. */
  recent(profile: string, limit: number): readonly StoredAction[]
  /** How many actions of the profile are in each state. */
  counts(profile: string): Readonly<Record<string, number>>
  /** Actions of the profile that are in no final state, oldest first: what a start resumes. */
  unfinished(profile: string): readonly StoredAction[]
  /** Actions of a trader that made one of these orders, whichever of its ids is given, however long ago. */
  ofOrders(profile: string, account: string, ids: readonly string[]): readonly StoredAction[]
  /** The leverage that a trader's newest action which set one for an asset has set, however long ago; null where none did. */
  leverageSet(profile: string, account: string, asset: string): number | null
  /** Which of these ids are of orders that actions of a trader made. */
  known(profile: string, account: string, ids: readonly string[]): ReadonlySet<string>
  /** Whether the service ever took an order of this terminal on a deployment. */
  hasOrdered(profile: string): boolean
  /** The ids of a trader's actions, by their own id or one of their order's. */
  find(profile: string, account: string, id: string): readonly string[]
}

/** Whose past: a deployment profile's name, and the trader's address. */
export interface PastOf {
  readonly profile: string
  readonly account: string
}

/** Every fill of a trader that was ever read. */
export interface FillStore {
  /** Keeps fills; those that were never there before, as they came. */
  add(of: PastOf, fills: readonly Fill[]): readonly Fill[]
  /** Newest first. @param since the service's time. */
  since(of: PastOf, since: number): readonly Fill[]
  /** Of one order, newest first. */
  ofOrder(of: PastOf, oid: string): readonly Fill[]
  /** The newest, newest first. */
  newest(of: PastOf, limit: number): readonly Fill[]
  /** Stretches of time of which every fill was read, oldest first; none touches another. */
  stretches(of: PastOf): readonly Stretch[]
  /** Keeps that every fill of a stretch of time was read. */
  extend(of: PastOf, stretch: Stretch): void
}

/** Every order of a trader that was ever read, as it was read last. */
export interface OrderStore {
  /** Keeps orders as they are now. */
  keep(of: PastOf, orders: readonly Order[]): void
  /** By the service's ids; of a service that begins its ids anew the newest of each. */
  ofIds(of: PastOf, oids: readonly string[]): readonly Order[]
  /** When the oldest of those was made that were open when they were read last, the service's time; null where there is none. */
  oldestOpen(of: PastOf): number | null
}

/** From and to, the service's time, ms. */
export interface Stretch {
  readonly since: number
  readonly until: number
}

/** Highest nonce handed out per signer, over all windows and restarts. */
export interface NonceStore {
  last(signer: string): number
  save(signer: string, nonce: number): void
}

export interface SettingsStore {
  readSettings(): Settings
  /** @throws Error in words when the file cannot be written; the old file is intact then. */
  saveSettings(settings: Settings): void
}

export interface LayoutStore {
  readLayout(window: string): unknown
  /** On disk within a second, and when the terminal quits. @throws Error in words when it is written at once and cannot be. */
  saveLayout(window: string, layout: unknown): void
  /** The same for several of them, in one write. */
  saveLayouts(layouts: Readonly<Record<string, unknown>>): void
  /** Tells of each write what it failed by, null when it did not: whoever saved has its answer before what waits is written. */
  watchWrites(told: (failure: Error | null) => void): void
}

/** A workspace as it is kept: its windows go back to those of the same names where they can. */
export interface StoredWorkspace {
  readonly name: string
  /** This machine's time, ms. */
  readonly savedAt: number
  readonly windows: readonly (WorkspaceWindow & { readonly window: string })[]
}

export interface WorkspaceStore {
  readonly workspaces: readonly StoredWorkspace[]
  /** By deployment. */
  readonly current: Readonly<Record<string, CurrentWorkspace>>
  /** On disk when it returns. @throws Error in words when it cannot be written; all is as before then. */
  save(change: Partial<Pick<WorkspaceStore, 'workspaces' | 'current'>>): void
}

/** A file that was damaged, or a journal of another schema, that has been set aside. */
export interface SetAside {
  /** What the file is for: `settings`, `journal`. */
  readonly what: string
  readonly movedTo: string
  readonly reason: string
  /** The schema of a journal that is sound and cannot be read; absent for what was damaged. */
  readonly schema?: number
  /** The backup whose past stands in its place; absent where there was none. */
  readonly restoredFrom?: string
}
