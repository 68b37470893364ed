/** Keys and tokens: how they are held, where they are kept, how they come in, and how they stay out of everything that is shown. */
export {
  type ClipboardImport,
  type ClipboardLike,
  type ImportableKind,
  importFromClipboard,
} from '../identity/clipboard-import.ts'
export { redact } from '../log/redact.ts'
export { tokenExpiry } from './describe-secret.ts'
export { Secret } from './secret.ts'
export {
  createSecretStore,
  type KeytarLike,
  type SecretKind,
  type SecretStore,
  type SecretStoreOptions,
  secretAccount,
} from './secret-store.ts'
