/** The practice venue's book-keeping on disk (SQLite), which survives a restart. */
export { AccountKeeper } from './account-keeper.ts'
export { GroupCommit, type GroupCommitOptions } from './group-commit.ts'
export type { CodeRow, ReferralRow } from './referral-rows.ts'
export {
  type AccessLevel,
  type AgentRow,
  type IdentityRow,
  openStore,
  PRACTICE_KEY_NOTE,
  type SavedAccount,
  type SubmissionRow,
  VenueStore,
} from './store.ts'
