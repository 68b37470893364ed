/** Learned numbers of assets in a database of its own, in memory. */
import { DatabaseSync } from 'node:sqlite'
import { type AssetNumberStore, createAssetNumberStore } from '../asset-number-store.ts'
import { createTables } from '../schema.ts'

export function memoryAssetNumbers(): AssetNumberStore {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createAssetNumberStore(database)
}
