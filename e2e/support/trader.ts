/** A trader of a test's own venue: a new wallet, a token, and sign-in to a running terminal through the clipboard, as a user does. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Boxes } from './boxes.ts'
import type { Bridge } from './bridge.ts'
import type { TestVenue } from './venue.ts'

export interface Trader {
  readonly address: `0x${string}`
  readonly walletKey: `0x${string}`
  readonly token: string
}

/** A message bus address without a server, so that a test never reaches the user's keychain. */
export const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nobody-is-here' }

/** A new wallet with a practice account and an access token. */
export async function newTrader(venue: TestVenue, ttlSeconds = 3600): Promise<Trader> {
  const walletKey = generatePrivateKey()
  const address = privateKeyToAccount(walletKey).address.toLowerCase() as `0x${string}`
  return withNewToken(venue, { address, walletKey }, ttlSeconds)
}

/** The same trader with another access token. */
export async function withNewToken(
  venue: TestVenue,
  { address, walletKey }: Omit<Trader, 'token'>,
  ttlSeconds = 3600,
): Promise<Trader> {
  const { accessToken } = await venue.control('session', { address, ttl_s: ttlSeconds })
  return { address, walletKey, token: accessToken as string }
}

/**
 * Imports the trader's wallet key and token through the clipboard, and arms the window: only the terminal's own practice venue trades unarmed.
 * Returns the masked descriptions.
 * @param boxes of the terminal: questions about storing or replacing them are answered with yes.
 * @throws Error with main's message for the one that was not imported.
 */
export async function importSecrets(
  bridge: Bridge,
  trader: Trader,
  boxes: Pick<Boxes, 'press'>,
  arms = true,
): Promise<string[]> {
  await boxes.press('Store', 'Replace')
  const described: string[] = []
  for (const [kind, text] of [
    ['wallet-key', trader.walletKey],
    ['access-token', trader.token],
  ] as const) {
    await bridge.copies(text)
    const answer = await bridge.press('importSecret', { kind })
    if (!answer.ok) throw new Error(`${kind}: ${answer.error.message}`)
    described.push(answer.value.description)
  }
  await boxes.press()
  if (arms) await armed(bridge)
  return described
}

/** Arms a window with a user gesture, as its button does. @throws Error with main's message otherwise */
export async function armed(bridge: Bridge): Promise<void> {
  const answer = await bridge.press('arm', { armed: true })
  if (!answer.ok) throw new Error(`the window was not armed: ${answer.error.message}`)
}

/** Adds a test's own practice venue: looked up with a gesture and a yes, and added with a gesture. @throws Error with main's message otherwise */
export async function connectTo(
  bridge: Bridge,
  boxes: Pick<Boxes, 'press'>,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<void> {
  await boxes.press('Check')
  const found = await bridge.press('lookAtService', { address, network: 'practice', name, file: null })
  await boxes.press()
  if (!found.ok) throw new Error(`${name}: ${found.error.message}`)
  const added = await bridge.press('addFoundService', { id: found.value.id })
  if (!added.ok) throw new Error(`${name}: ${added.error.message}`)
}
