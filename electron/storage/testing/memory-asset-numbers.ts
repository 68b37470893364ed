/** Learned asset numbers in a separate database, in memory. */
import { DatabaseSync } from 'node:sqlite'
import { createTables } from '../schema.ts'
import { type AssetNumberStore, createAssetNumberStore } from '../service-facts.ts'

export function memoryAssetNumbers(): AssetNumberStore {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createAssetNumberStore(database)
}
