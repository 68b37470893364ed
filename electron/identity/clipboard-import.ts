/** "Import from clipboard": main reads, checks, stores and clears; a window only makes the request and gets a masked description. */
import { shortAddress } from '../../contract/address.ts'
import { CallError } from '../errors.ts'
import {
  describeToken,
  readAccessToken,
  readWalletKey,
  Secret,
  type SecretStore,
  secretAccount,
} from '../secrets/index.ts'
import { addressOf } from '../signing/index.ts'

/** The used part of Electron's clipboard. */
interface ClipboardLike {
  readText(): string | Promise<string>
  clear(): void | Promise<void>
}

export type ImportableKind = 'access-token' | 'wallet-key'

/** The stored secret that a new one would replace, described without any character of it. */
export interface StoredSecret {
  readonly description: string
  /** Whether the new one claims the same owner, which nobody has verified yet. */
  readonly isRenewal: boolean
}

/** Longest text that is parsed, characters. */
const LONGEST = 16_384

/**
 * Stores the secret in the clipboard once `mayStore` agrees. The clipboard is then cleared, unless it has changed meanwhile.
 * @returns a masked description: `Wallet key of 0x3f…a91c`.
 * @throws CallError `bad_secret` with the fault, without any character of the text; clipboard and store are then unchanged.
 */
export async function importFromClipboard(input: {
  readonly kind: ImportableKind
  readonly clipboard: ClipboardLike
  readonly store: Pick<SecretStore, 'set'>
  /** The secrets stored under the deployment's name, for any address. */
  readonly stored: Pick<SecretStore, 'get'>
  /** Whether the terminal itself put this text on the clipboard. */
  readonly isOwnCopy: (text: string) => boolean
  /**
   * Not called where the same secret is stored already.
   * @param given its owner, described without any character of it.
   * @throws when it may not be stored.
   */
  readonly mayStore: (given: string, stored: StoredSecret | null) => Promise<void>
  /** Name of the deployment. */
  readonly profile: string
  /** Service time, ms; null while unknown: only the service then knows whether a token has expired. */
  readonly serviceTime: () => number | null
}): Promise<string> {
  const { kind, clipboard, store, stored, isOwnCopy, mayStore, profile, serviceTime } = input
  const text = await clipboard.readText()
  if (text.trim() === '') throw new CallError('bad_secret', 'The clipboard has no text.')
  if (text.length > LONGEST) throw new CallError('bad_secret', 'The text in the clipboard is too long for a secret.')
  if (isOwnCopy(text))
    throw new CallError(
      'bad_secret',
      'Isotherm itself put this text on the clipboard. Copy the secret again from where you keep it, then import it.',
    )
  const { secret, description, owner } = kind === 'access-token' ? accessToken(text, serviceTime()) : walletKey(text)
  const account = secretAccount(profile, kind)
  const before = await stored.get(account)
  if (before === null) await mayStore(description, null)
  else if (!before.equals(secret)) {
    const replaced = describe(kind, before)
    const isRenewal = owner !== null && replaced.owner === owner
    await mayStore(description, { description: replaced.description, isRenewal })
  }
  await store.set(account, secret)
  if ((await clipboard.readText()) === text) await clipboard.clear()
  return description
}

interface Read {
  readonly secret: Secret
  readonly description: string
  /** The wallet or the mail address of its owner, where it contains one. */
  readonly owner: string | null
}

function accessToken(text: string, now: number | null): Read {
  const { token, facts } = readAccessToken(text, now)
  return { secret: new Secret(token), description: describeToken(facts), owner: facts.wallet ?? facts.email }
}

/** A stored secret, which may be unreadable. */
function describe(kind: ImportableKind, secret: Secret): Pick<Read, 'description' | 'owner'> {
  try {
    return kind === 'access-token' ? accessToken(secret.reveal(), null) : walletKey(secret.reveal())
  } catch {
    return {
      description: kind === 'access-token' ? 'An access token that cannot be read' : 'A wallet key that cannot be read',
      owner: null,
    }
  }
}

function walletKey(text: string): Read {
  const secret = new Secret(readWalletKey(text))
  try {
    const address = addressOf(secret)
    return { secret, description: `Wallet key of ${shortAddress(address)}`, owner: address }
  } catch {
    throw new CallError('bad_secret', 'The 64 hex digits in the clipboard are not a valid private key.')
  }
}
