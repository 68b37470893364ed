/** What markets are called, kept beside the figures of the past: a coin has no name any more once its market is not listed. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

export interface PastNames {
  /** Keeps names of assets, by asset. */
  keepNames(profile: string, names: ReadonlyMap<string, string>): void
}

export function createPastNames(database: DatabaseSync): PastNames {
  const keep = database.prepare(
    `INSERT INTO past_assets (profile, asset, name) VALUES (?, ?, ?)
     ON CONFLICT (profile, asset) DO UPDATE SET name = excluded.name WHERE name IS NOT excluded.name`,
  )
  return {
    keepNames: (profile, names) =>
      // What a power cut takes of it is written again.
      inTransaction(database, () => names.forEach((name, asset) => void keep.run(profile, asset, name)), 'written'),
  }
}
