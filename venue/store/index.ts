/** The practice venue's book-keeping on disk (SQLite), which survives a restart. */
export { AccountKeeper } from './account-keeper.ts'
export { GroupCommit } from './group-commit.ts'
export type { CodeRow } from './referral-rows.ts'
export {
  type AccessLevel,
  openStore,
  VenueStore,
} from './store.ts'
