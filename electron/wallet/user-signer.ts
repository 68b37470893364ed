/** Payloads of the trader's own wallet, and their signer: a key in the keychain, or a wallet in the trader's browser. */
import type { KnownCode } from '../../contract/action-code.ts'
import type { Address, Hex } from '../../contract/address.ts'
import type { Secret } from '../secrets/index.ts'
import type { UserAction } from '../service/index.ts'
import { addressOf, signUserAction } from '../signing/index.ts'

/** Verified EIP-712 typed data that waits for its signature. */
export type UserTypedData = Pick<UserAction, 'domain' | 'types' | 'primaryType' | 'message'>

/** A signature request to the trader's wallet. */
export interface UserSignatureRequest {
  readonly typedData: UserTypedData
  /** The required signer. */
  readonly signer: Address
  /** Description of what is signed. */
  readonly title: string
  /** Everything that is signed, field by field. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** Creates signatures of the trader's own wallet. */
export interface UserSigner {
  /** How it signs, for the text on screen. */
  readonly kind: 'key' | 'browser'
  /**
   * 65 bytes as 0x hex that recover to `signer`; anything else is never returned.
   * @throws UserSigningError with a message for the trader.
   */
  sign(request: UserSignatureRequest): Promise<Hex>
}

/** Why there is no signature. Nothing was sent. */
export class UserSigningError extends Error {
  override readonly name = 'UserSigningError'
  readonly code: KnownCode

  constructor(code: KnownCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A message field by field, as it is signed: `[{ name: 'size', value: '1.5' }, …]`. */
export const fieldsOf = (message: UserTypedData['message']): UserSignatureRequest['fields'] =>
  Object.entries(message).map(([name, value]) => ({
    name,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }))

/**
 * The system that a signature is valid for, from its EIP-712 domain: `Exchange, version 1, chain 1337, contract 0x…`. Missing fields are omitted; an
 * empty domain binds the signature to nothing, and the text says so.
 */
export function domainText({ name, version, chainId, verifyingContract }: UserTypedData['domain']): string {
  const parts = [
    name,
    version === undefined ? undefined : `version ${version}`,
    chainId === undefined ? undefined : `chain ${chainId}`,
    verifyingContract === undefined || /^0x0+$/.test(verifyingContract) ? undefined : `contract ${verifyingContract}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'anything (empty domain)' : parts.join(', ')
}

/** Signs with a wallet key in the keychain. */
export function keySigner(privateKey: Secret): UserSigner {
  return {
    kind: 'key',
    async sign({ typedData, signer }) {
      let owner: Address
      try {
        owner = addressOf(privateKey)
      } catch (error) {
        throw new UserSigningError('bad_wallet_key', wordsOf(error))
      }
      if (owner !== signer) {
        throw new UserSigningError(
          'wallet_mismatch',
          `The wallet key belongs to ${owner}, but the access token to ${signer}.`,
        )
      }
      try {
        return await signUserAction({ privateKey, action: typedData, signer })
      } catch (error) {
        throw new UserSigningError('not_signed', wordsOf(error))
      }
    },
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
