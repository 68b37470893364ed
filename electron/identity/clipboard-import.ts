/** "Import from clipboard": main reads, checks, stores and clears; a window only asks and gets a masked description. */
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

/** The part of Electron's clipboard that is used. */
interface ClipboardLike {
  readText(): string | Promise<string>
  clear(): void | Promise<void>
}

export type ImportableKind = 'access-token' | 'wallet-key'

/** What is stored already where another is given, in words without a letter of it. */
export interface StoredSecret {
  readonly description: string
  /** Whether the one that is given says it is of the same owner, which nobody has verified yet. */
  readonly isRenewal: boolean
}

/** Longer texts are refused unread. */
const LONGEST = 16_384

/**
 * Takes the secret in the clipboard into the store, once `mayStore` agrees. The clipboard is cleared when it is stored, unless it holds something
 * else by then.
 * @returns what may be shown of it: `Wallet key of 0x3f…a91c`.
 * @throws CallError `bad_secret`, saying what is wrong without a letter of the text; the clipboard and the store are as before then.
 */
export async function importFromClipboard(input: {
  readonly kind: ImportableKind
  readonly clipboard: ClipboardLike
  readonly store: Pick<SecretStore, 'set'>
  /** What is stored under the deployment's name, whatever address it is for. */
  readonly stored: Pick<SecretStore, 'get'>
  /** Whether the terminal itself put this text on the clipboard. */
  readonly isOwnCopy: (text: string) => boolean
  /**
   * Not asked where the very same is stored.
   * @param given of whom it is, in words without a letter of it.
   * @throws when it may not be stored.
   */
  readonly mayStore: (given: string, stored: StoredSecret | null) => Promise<void>
  /** Name of the deployment profile. */
  readonly profile: string
  /** Service time, ms; null while it is not known: then only the service can tell that a token has expired. */
  readonly serviceTime: () => number | null
}): Promise<string> {
  const { kind, clipboard, store, stored, isOwnCopy, mayStore, profile, serviceTime } = input
  const text = await clipboard.readText()
  if (text.trim() === '') throw new CallError('bad_secret', 'The clipboard holds no text.')
  if (text.length > LONGEST) throw new CallError('bad_secret', 'The clipboard holds far too much text for a secret.')
  if (isOwnCopy(text))
    throw new CallError(
      'bad_secret',
      'The terminal itself put this text on the clipboard. Copy the secret from where you keep it, and import it then.',
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
  /** The wallet or the mail address that it is of, as far as it says so. */
  readonly owner: string | null
}

function accessToken(text: string, now: number | null): Read {
  const { token, facts } = readAccessToken(text, now)
  return { secret: new Secret(token), description: describeToken(facts), owner: facts.wallet ?? facts.email }
}

/** What is stored already, which may be of no kind that can be read. */
function describe(kind: ImportableKind, secret: Secret): Pick<Read, 'description' | 'owner'> {
  try {
    return kind === 'access-token' ? accessToken(secret.reveal(), null) : walletKey(secret.reveal())
  } catch {
    return {
      description: `${kind === 'access-token' ? 'An access token' : 'A wallet key'} that cannot be read`,
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
    throw new CallError('bad_secret', 'The 64 hex digits in the clipboard are no private key: they are out of range.')
  }
}
