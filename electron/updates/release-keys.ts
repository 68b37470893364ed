/** The public keys that releases of this build are verified by: the present one, and the one that follows it. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Ed25519 keys as DER (SPKI) in base64; null where there is none. Either of them signs. */
export interface ReleaseKeys {
  readonly present: string | null
  readonly next: string | null
}

export const NO_KEYS: ReleaseKeys = { present: null, next: null }

/** @throws Error when one of them is no Ed25519 key: a build that carries it could verify nothing. */
export function readKeys({ present, next }: ReleaseKeys): readonly KeyObject[] {
  return [present, next].flatMap((text) => {
    if (text === null) return []
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('a release key is no Ed25519 key')
    return [key]
  })
}

/** Whether one of the keys made this signature (base64) over exactly these bytes. */
export function isSigned(bytes: Buffer, signature: string, keys: readonly KeyObject[]): boolean {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(signature)) return false
  const raw = Buffer.from(signature, 'base64')
  return keys.some((key) => verify(null, bytes, key, raw))
}
