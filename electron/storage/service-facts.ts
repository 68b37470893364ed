/** What was learned of the service of each deployment: the numbers of its assets, and in which form it takes amounts. */
import type { DatabaseSync } from 'node:sqlite'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { Millis } from '../../contract/time.ts'
import { rowsOf } from './database.ts'

/** Whose numbers: the origin of the service and the network it trades on, whatever its profile is called. */
export interface NumbersOf {
  readonly origin: string
  readonly network: string
}

/** A number that the reads told of. */
export interface KeptNumber {
  readonly asset: string
  readonly number: number
  /** Null: it is the asset's. Else the asset in which what was signed under it showed up. */
  readonly shownAs: string | null
  readonly at: Millis
}

/** The trader's word on a number, for one action. */
export interface NumberWord {
  readonly actionId: string
  readonly asset: string
  /** What the market list said; null for nothing. */
  readonly listed: number | null
  readonly number: number
  readonly at: Millis
}

/**
 * How a word ended: its order was seen in the asset, or in another; it was given twice for other numbers; another asset has the number; the
 * action did nothing, or nothing that shows a number.
 */
export type WordOutcome = 'verified' | 'disproved' | 'ambiguous' | 'conflict' | 'nothing'

/** Every write is durable on return. */
export interface AssetNumberStore {
  kept(of: NumbersOf): readonly KeptNumber[]
  /** @throws Error when the asset has another number, or another asset this one. */
  keep(of: NumbersOf, number: KeptNumber): void
  /** Whether there was such a number to forget. */
  forget(of: NumbersOf, asset: string, number: number): boolean
  /** A second word for the same action on another number makes both ambiguous: neither is learned from. */
  keepWord(of: NumbersOf, word: NumberWord): void
  /** Words of which the reads have told nothing yet, newest first, at most 200. */
  openText(of: NumbersOf): readonly NumberWord[]
  /** Nothing happens where the action has no word that is open. */
  endWord(actionId: string, outcome: WordOutcome): void
  /** Told of every number that is kept or forgotten, whichever deployment did it. */
  readonly onChange: Listen
}

/** The exchange's numbers of assets that were learned, and the trader's words that they are learned from, in the journal's database. */
export function createAssetNumberStore(database: DatabaseSync): AssetNumberStore {
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
  const keepWord = database.prepare(
    `INSERT INTO asset_number_words (action_id, origin, network, asset, listed, number, at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (action_id) DO UPDATE SET
       outcome = CASE WHEN number = excluded.number THEN outcome ELSE 'ambiguous' END, number = excluded.number`,
  )
  const openText = database.prepare(
    `SELECT action_id AS actionId, asset, listed, number, at FROM asset_number_words
     WHERE origin = ? AND network = ? AND outcome IS NULL ORDER BY at DESC, rowid DESC LIMIT 200`,
  )
  const endWord = database.prepare('UPDATE asset_number_words SET outcome = ? WHERE action_id = ? AND outcome IS NULL')
  const changes = new Listeners()
  return {
    kept: ({ origin, network }) => rowsOf<KeptNumber>(kept, origin, network),
    keep({ origin, network }, { asset, number, shownAs, at }) {
      keep.run(origin, network, asset, number, shownAs, at)
      changes.notify()
    },
    forget({ origin, network }, asset, number) {
      const isForgotten = forget.run(origin, network, asset, number).changes > 0
      if (isForgotten) changes.notify()
      return isForgotten
    },
    onChange: changes.on,
    keepWord: ({ origin, network }, { actionId, asset, listed, number, at }) =>
      void keepWord.run(actionId, origin, network, asset, listed, number, at),
    openText: ({ origin, network }) => rowsOf<NumberWord>(openText, origin, network),
    endWord: (actionId, outcome) => void endWord.run(outcome, actionId),
  }
}

/** Text, or a JSON number. */
export type AmountForm = 'text' | 'number'

export interface AmountFormStore {
  /** By route and field. */
  all(profile: string): ReadonlyMap<string, AmountForm>
  /** Durable on return. @throws Error when the disk is full */
  keep(profile: string, field: string, form: AmountForm): void
}

/** In which form each deployment takes amounts, where that is not the published one (docs/service/reading-the-wire.md#amounts). */
export function createAmountFormStore(database: DatabaseSync): AmountFormStore {
  const all = database.prepare('SELECT field, form FROM amount_forms WHERE profile = ?')
  const keep = database.prepare('INSERT OR REPLACE INTO amount_forms (profile, field, form) VALUES (?, ?, ?)')
  return {
    all: (profile) =>
      new Map(rowsOf<{ field: string; form: AmountForm }>(all, profile).map(({ field, form }) => [field, form])),
    keep: (profile, field, form) => void keep.run(profile, field, form),
  }
}
