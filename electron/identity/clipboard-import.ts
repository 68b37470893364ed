/** "Import from clipboard": main reads, checks, stores and clears; a window only asks and gets a masked description. */
import { shortAddress } from '../../contract/address.ts'
import { CallError } from '../errors/index.ts'
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

/** Longer texts are refused unread. */
const LONGEST = 16_384

/**
 * Takes the secret in the clipboard into the store. The clipboard is cleared once it is stored, unless it holds something else by then.
 * @returns what may be shown of it: `Wallet key of 0x3f…a91c`.
 * @throws CallError `bad_secret`, saying what is wrong without a letter of the text; the clipboard and the store are as before then.
 */
export async function importFromClipboard(input: {
  readonly kind: ImportableKind
  readonly clipboard: ClipboardLike
  readonly store: Pick<SecretStore, 'set'>
  /** Name of the deployment profile. */
  readonly profile: string
  /** Service time, ms; null while it is not known: then only the service can tell that a token has expired. */
  readonly serviceTime: () => number | null
}): Promise<string> {
  const { kind, clipboard, store, profile, serviceTime } = input
  const text = await clipboard.readText()
  if (text.trim() === '') throw new CallError('bad_secret', 'The clipboard holds no text.')
  if (text.length > LONGEST) throw new CallError('bad_secret', 'The clipboard holds far too much text for a secret.')
  const { secret, description } = kind === 'access-token' ? accessToken(text, serviceTime()) : walletKey(text)
  await store.set(secretAccount(profile, kind), secret)
  if ((await clipboard.readText()) === text) await clipboard.clear()
  return description
}

function accessToken(text: string, now: number | null): { secret: Secret; description: string } {
  const { token, facts } = readAccessToken(text, now)
  return { secret: new Secret(token), description: describeToken(facts) }
}

function walletKey(text: string): { secret: Secret; description: string } {
  const secret = new Secret(readWalletKey(text))
  try {
    return { secret, description: `Wallet key of ${shortAddress(addressOf(secret))}` }
  } catch {
    throw new CallError('bad_secret', 'The 64 hex digits in the clipboard are no private key: they are out of range.')
  }
}
