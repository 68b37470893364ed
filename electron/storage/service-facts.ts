/** Learned facts about the service of each deployment: its asset numbers, and the form in which it accepts amounts. */
import type { DatabaseSync } from 'node:sqlite'
import { Listeners } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import { rowsOf } from './database.ts'

/** Owner of the numbers: the origin of the service and its network, regardless of the deployment's name. */
export interface NumbersOf {
  readonly origin: string
  readonly network: string
}

/** A number that reads have shown. */
export interface StoredNumber {
  readonly asset: string
  readonly number: number
  /** Null: it belongs to the asset. Otherwise the asset in which an order signed under it appeared. */
  readonly shownAs: string | null
  readonly at: Millis
}

/** The trader's confirmation of a number, for one action. */
export interface NumberConfirmation {
  readonly actionId: string
  readonly asset: string
  /** The listed number; null for none. */
  readonly listed: number | null
  readonly number: number
  readonly at: Millis
}

/**
 * Outcome of a confirmation: its order was seen in the asset, or in another; two different numbers were confirmed; another asset has the number; the
 * action did nothing, or nothing that shows a number.
 */
export type ConfirmationOutcome = 'verified' | 'disproved' | 'ambiguous' | 'conflict' | 'nothing'

/** Every write is durable on return. */
export type AssetNumberStore = ReturnType<typeof createAssetNumberStore>

/** Learned asset numbers of the exchange, and the trader's confirmations that they are learned from, in the journal's database. */
export function createAssetNumberStore(database: DatabaseSync) {
  const kept = database.prepare(
    `SELECT asset, number, shown_as AS shownAs, at FROM asset_numbers WHERE origin = ? AND network = ? ORDER BY asset, number`,
  )
  const keep = database.prepare(
    `INSERT INTO asset_numbers (origin, network, asset, number, shown_as, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (origin, network, asset, number) DO UPDATE SET shown_as = excluded.shown_as, at = excluded.at`,
  )
  const forget = database.prepare(
    'DELETE FROM asset_numbers WHERE origin = ? AND network = ? AND asset = ? AND number = ?',
  )
  const saveConfirmation = database.prepare(
    `INSERT INTO asset_number_words (action_id, origin, network, asset, listed, number, at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (action_id) DO UPDATE SET
       outcome = CASE WHEN number = excluded.number THEN outcome ELSE 'ambiguous' END, number = excluded.number`,
  )
  const openConfirmations = database.prepare(
    `SELECT action_id AS actionId, asset, listed, number, at FROM asset_number_words
     WHERE origin = ? AND network = ? AND outcome IS NULL ORDER BY at DESC, rowid DESC LIMIT 200`,
  )
  const endConfirmation = database.prepare(
    'UPDATE asset_number_words SET outcome = ? WHERE action_id = ? AND outcome IS NULL',
  )
  const changes = new Listeners()
  return {
    kept: ({ origin, network }: NumbersOf): readonly StoredNumber[] => rowsOf<StoredNumber>(kept, origin, network),
    /** @throws Error when the asset has another number, or another asset this one. */
    keep({ origin, network }: NumbersOf, { asset, number, shownAs, at }: StoredNumber): void {
      keep.run(origin, network, asset, number, shownAs, at)
      changes.notify()
    },
    /** Returns whether there was such a number. */
    forget({ origin, network }: NumbersOf, asset: string, number: number): boolean {
      const isForgotten = forget.run(origin, network, asset, number).changes > 0
      if (isForgotten) changes.notify()
      return isForgotten
    },
    /** Fires for every number that is stored or forgotten, for any deployment. */
    onChange: changes.on,
    /** A second confirmation of another number for the same action makes both ambiguous: neither is learned from. */
    saveConfirmation: (
      { origin, network }: NumbersOf,
      { actionId, asset, listed, number, at }: NumberConfirmation,
    ): void => void saveConfirmation.run(actionId, origin, network, asset, listed, number, at),
    /** Confirmations that no read has settled yet, newest first, at most 200. */
    openConfirmations: ({ origin, network }: NumbersOf): readonly NumberConfirmation[] =>
      rowsOf<NumberConfirmation>(openConfirmations, origin, network),
    /** Does nothing where the action has no open confirmation. */
    endConfirmation: (actionId: string, outcome: ConfirmationOutcome): void =>
      void endConfirmation.run(outcome, actionId),
  }
}

/** Text, or a JSON number. */
export type AmountForm = 'text' | 'number'

export type AmountFormStore = ReturnType<typeof createAmountFormStore>

/** The form in which each deployment accepts amounts, where it differs from the published one (docs/service/reading-the-wire.md#amounts). */
export function createAmountFormStore(database: DatabaseSync) {
  const all = database.prepare('SELECT field, form FROM amount_forms WHERE profile = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO amount_forms (profile, field, form) VALUES (?, ?, ?)')
  return {
    /** By route and field. */
    all: (profile: string): ReadonlyMap<string, AmountForm> =>
      new Map(rowsOf<{ field: string; form: AmountForm }>(all, profile).map(({ field, form }) => [field, form])),
    /** Durable on return. @throws Error when the disk is full */
    keep: (profile: string, field: string, form: AmountForm): void => void keep.run(profile, field, form),
  }
}
