/** What goes wrong when something is signed. */

/** A signature that could not be made, or that does not recover to its signer. Holds no key. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
}

/** Nothing can be signed at all, by any key: that says nothing of the key. */
export class SigningUnavailable extends SigningError {}
