/**
 * libsecp256k1, as the WebAssembly module of tiny-secp256k1. The file lies in the bundle (electron.vite.config.ts); nothing else makes
 * signatures, so without it nothing is signed and whoever asks is told why.
 */
import { SigningUnavailable } from './signing-error.ts'

type Library = Pick<typeof import('tiny-secp256k1'), 'pointFromScalar' | 'recover' | 'signRecoverable'>

/** Loaded before anything of this room runs; the rest of the terminal works without it. */
const loaded: Library | Error = await import('tiny-secp256k1').catch((error: unknown) =>
  error instanceof Error ? error : new Error(String(error)),
)

/** A signature with its two halves one after the other, 64 bytes, and the parity of its point. */
export interface RecoverableSignature {
  readonly signature: Uint8Array
  readonly recoveryId: number
}

/**
 * The public key of a private key, 65 bytes; null when it is none.
 * @throws SigningUnavailable when the module could not be loaded.
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array | null {
  const library = needed()
  try {
    return library.pointFromScalar(privateKey, false)
  } catch {
    return null
  }
}

/**
 * Signs with the nonce of RFC 6979 and the lower of the two values of s.
 * @throws SigningUnavailable when the module could not be loaded, and Error for what is no digest or private key.
 */
export function sign(digest: Uint8Array, privateKey: Uint8Array): RecoverableSignature {
  return needed().signRecoverable(digest, privateKey)
}

/**
 * The public key that made a signature, 65 bytes; null for bytes that no key can have signed.
 * @throws SigningUnavailable when the module could not be loaded.
 */
export function recover(digest: Uint8Array, { signature, recoveryId }: RecoverableSignature): Uint8Array | null {
  const library = needed()
  try {
    return library.recover(digest, signature, recoveryId as 0 | 1 | 2 | 3, false)
  } catch {
    return null
  }
}

function needed(): Library {
  if (!(loaded instanceof Error)) return loaded
  throw new SigningUnavailable(
    `Nothing can be signed: the signing module could not be loaded (${loaded.message}). Install the terminal again.`,
  )
}
