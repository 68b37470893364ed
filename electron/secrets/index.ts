/** Keys and tokens: in memory, in storage, on import, and how they stay out of everything that is shown. */

export { describeToken, readAccessToken, readWalletKey, tokenExpiry } from './describe-secret.ts'
export {
  boundSecrets,
  createSecretStore,
  Secret,
  type SecretKind,
  type SecretStore,
  secretAccount,
} from './secret-store.ts'
