/** The practice venue's storage on disk (SQLite), which survives a restart. */
export { AccountKeeper, GroupCommit } from './account-keeper.ts'
export type { CodeRow } from './database.ts'
export {
  type AccessLevel,
  openStore,
  VenueStore,
} from './store.ts'
