/** The practice venue's storage on disk (SQLite), which survives a restart. */
export { AccountRegistry, GroupCommit } from './account-registry.ts'
export type { CodeRow } from './database.ts'
export {
  type AccessLevel,
  type IdentityRow,
  openStore,
  VenueStore,
} from './store.ts'
