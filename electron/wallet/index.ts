/** The trader's own wallet: signatures by a key in the keychain, or by the browser's wallet through a one-time page on loopback. */
export { type BrowserSigner, createBrowserSigner } from './browser-signer.ts'
export { createOpenExternal, type OpenExternal } from './open-external.ts'
export { domainText, fieldsOf, keySigner, type UserSigner, UserSigningError } from './user-signer.ts'
