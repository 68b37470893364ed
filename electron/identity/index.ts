/** The trader's identity: access token, wallet key and agent key of a deployment, the agent's approval, and the session as windows see it. */
export { type ImportableKind, importFromClipboard, type StoredSecret } from './clipboard-import.ts'
export { createIdentity, type Identity } from './identity.ts'
