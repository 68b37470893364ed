/** What the trader's own wallet signs, and who makes the signature: a key in the keychain, or a wallet in the trader's browser. */
import type { KnownCode } from '../../contract/action-code.ts'
import type { Address, Hex } from '../../contract/address.ts'
import type { Secret } from '../secrets/index.ts'
import type { UserAction } from '../service/index.ts'
import { addressOf, signUserAction } from '../signing/index.ts'

/** EIP-712 typed data that was checked before and only waits for its signature. */
export type UserTypedData = Pick<UserAction, 'domain' | 'types' | 'primaryType' | 'message'>

/** A signature that is asked of the trader's wallet. */
export interface UserSignatureRequest {
  readonly typedData: UserTypedData
  /** Whose signature it has to be. */
  readonly signer: Address
  /** What is signed, in words. */
  readonly title: string
  /** Everything that is signed, field by field. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** Makes signatures of the trader's own wallet. */
export interface UserSigner {
  /** How it signs, for words on screen. */
  readonly kind: 'key' | 'browser'
  /**
   * 65 bytes as 0x hex that recover to `signer`; nothing else is ever given out.
   * @throws UserSigningError in words for the trader.
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
 * For which system a signature is good, as its EIP-712 domain says: `Exchange, version 1, chain 1337, contract 0x…`. What is not in the domain is
 * not told; one without any of it binds the signature to nothing, and says so.
 */
export function domainText({ name, version, chainId, verifyingContract }: UserTypedData['domain']): string {
  const parts = [
    name,
    version === undefined ? undefined : `version ${version}`,
    chainId === undefined ? undefined : `chain ${chainId}`,
    verifyingContract === undefined || /^0x0+$/.test(verifyingContract) ? undefined : `contract ${verifyingContract}`,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'anything: its domain is empty' : parts.join(', ')
}

/** Signs with a wallet key held in the keychain. */
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
          `The wallet key is of ${owner}, but the access token is of ${signer}.`,
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
