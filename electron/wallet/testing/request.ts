/** A signature request for the trader's wallet, as tests make it. */
import { randomBytes } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from '../../../contract/address.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { userActionDigest } from '../../signing/index.ts'
import { createBrowserSigner } from '../browser-signer.ts'
import type { UserSignatureRequest } from '../user-signer.ts'

export const KEY: Hex = `0x${'42'.repeat(32)}`
export const OTHER_KEY: Hex = `0x${'43'.repeat(32)}`
const addressFor = (key: Hex): Address => privateKeyToAccount(key).address.toLowerCase() as Address
export const SIGNER = addressFor(KEY)
const TYPE = 'HyperliquidTransaction:ApproveAgent'

export const REQUEST: UserSignatureRequest = {
  signer: SIGNER,
  title: 'Approve the agent wallet <b>of</b> Isotherm',
  fields: [
    { name: 'Agent address', value: `0x${'ab'.repeat(20)}` },
    { name: 'Agent name', value: 'isotherm' },
  ],
  typedData: {
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: 0x66eee,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    },
    types: {
      [TYPE]: [
        { name: 'hyperliquidChain', type: 'string' },
        { name: 'agentAddress', type: 'address' },
        { name: 'agentName', type: 'string' },
        { name: 'nonce', type: 'uint64' },
      ],
    },
    primaryType: TYPE,
    message: { hyperliquidChain: 'Testnet', agentAddress: `0x${'ab'.repeat(20)}`, agentName: 'isotherm', nonce: 7 },
  },
}
export const DIGEST = userActionDigest(REQUEST.typedData)

/** A request under way: its address, and its result. */
export async function ask() {
  const clock = createFakeClock()
  const opened = Promise.withResolvers<string>()
  const signer = createBrowserSigner({
    clock,
    openExternal: async (url) => opened.resolve(url),
    randomText: (bytes) => randomBytes(bytes).toString('base64url'),
  })
  const end = signer.sign(REQUEST).then(
    (signature) => ({ signature, code: null, message: null }),
    (error: Error & { code: string }) => ({ signature: null, code: error.code, message: error.message }),
  )
  return { clock, signer, end, url: await opened.promise }
}
