import { inspect } from 'node:util'
import fc from 'fast-check'
import { sign as signInJavaScript } from 'viem/accounts'
import { recoverAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { Address, Hex } from '../../contract/address.ts'
import { Secret } from '../secrets/index.ts'
import { agentDigest, connectionIdOf, sourceOf } from './agent-message.ts'
import { addressOf, generateAgentKey, isSignedBy, signAgentAction, signUserAction, userActionDigest } from './sign.ts'
import { recoversTo, SigningError, signatureOf, signingKeyOf } from './signing-key.ts'
import vectors from './signing-vectors.json' with { type: 'json' }
import { benchCheckAndSign } from './testing/bench.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const AGENT_DOMAIN = { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO }
const USER_DOMAIN = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 0x66eee,
  verifyingContract: ZERO,
} as const

const joined = ({ r, s, v }: { r: string; s: string; v: number }): string =>
  `0x${r.slice(2)}${s.slice(2)}${v.toString(16)}`

describe('signing with the agent wallet', () => {
  it.each(vectors.agentSigned.map((v) => [v.name, v] as const))(
    'matches the published vector: %s',
    async (_, vector) => {
      const { action, nonce, expiresAfter, expected } = vector
      const connectionId = connectionIdOf({
        action,
        nonce,
        vaultAddress: vector.vaultAddress as Hex | null,
        expiresAfter,
      })
      const message = { source: sourceOf(vector.isTestnet ? 'testnet' : 'mainnet'), connectionId }
      expect(agentDigest(AGENT_DOMAIN, message)).toBe(expected.eip712Digest)
      const privateKey = new Secret(vector.privateKey)
      const signature = await signAgentAction({ privateKey, domain: AGENT_DOMAIN, message })
      expect(signature).toBe(joined(expected.signature))
      expect(await isSignedBy(expected.eip712Digest as Hex, signature, addressOf(privateKey))).toBe(true)
    },
  )

  it('hashes a domain with fewer fields as EIP-712 requires', () => {
    const message = { source: 'b', connectionId: `0x${'11'.repeat(32)}` } as const
    const types = {
      Agent: [
        { name: 'source', type: 'string' },
        { name: 'connectionId', type: 'bytes32' },
      ],
    }
    for (const domain of [
      {},
      { name: 'X' },
      { version: '2', chainId: 42161 },
      { name: 'X', verifyingContract: ZERO },
    ]) {
      expect(agentDigest(domain, message)).toBe(
        userActionDigest({ actionHash: '0x', domain, types, primaryType: 'Agent', message }),
      )
    }
  })

  it('refuses a connection id that is not 32 bytes', () => {
    const message = { source: 'b', connectionId: '0x1234' } as const
    expect(() => agentDigest(AGENT_DOMAIN, message)).toThrow(RangeError)
  })

  it('signs nothing with a key that belongs to another signer', async () => {
    const message = { source: 'b', connectionId: `0x${'11'.repeat(32)}` } as const
    const signer = addressOf(generateAgentKey())
    const signing = signAgentAction({ privateKey: generateAgentKey(), domain: AGENT_DOMAIN, message, signer })
    await expect(signing).rejects.toThrow(SigningError)
  })
})

describe('signing with the user wallet', () => {
  it.each(vectors.userSigned.map((v) => [v.name, v] as const))(
    'matches the published vector: %s',
    async (_, vector) => {
      const action = {
        actionHash: '0x' as Hex,
        domain: USER_DOMAIN,
        types: { [vector.primaryType]: vector.fields },
        primaryType: vector.primaryType,
        message: vector.action,
      }
      expect(userActionDigest(action)).toBe(vector.expected.eip712Digest)
      const privateKey = new Secret(vector.privateKey)
      expect(await signUserAction({ privateKey, action })).toBe(joined(vector.expected.signature))
    },
  )

  it('reports that a message does not match its types, and signs nothing', async () => {
    const action = {
      actionHash: '0x' as Hex,
      domain: USER_DOMAIN,
      types: { 'HyperliquidTransaction:X': [{ name: 'nonce', type: 'uint64' }] },
      primaryType: 'HyperliquidTransaction:X',
      message: { nonce: 'soon' },
    }
    await expect(signUserAction({ privateKey: generateAgentKey(), action })).rejects.toThrow(SigningError)
  })
})

describe('a private key', () => {
  it('has its address, in lower case', () => {
    const { privateKey } = vectors.agentSigned[0]!
    expect(addressOf(new Secret(privateKey))).toBe('0x14791697260e4c9a71f18484c9f997b308e59325')
  })

  it('that is invalid is refused without being quoted', async () => {
    const bad = ['hello', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, '11'.repeat(32), `0x${'11'.repeat(31)}`]
    for (const text of bad) {
      let error: unknown
      try {
        addressOf(new Secret(text))
      } catch (caught) {
        error = caught
      }
      expect(error).toBeInstanceOf(SigningError)
      expect(inspect(error)).not.toContain(text)
    }
  })

  it('is different each time it is generated', () => {
    expect(addressOf(generateAgentKey())).not.toBe(addressOf(generateAgentKey()))
  })
})

describe('a signature', () => {
  it('equals another implementation of RFC 6979 bit by bit for any key and digest', async () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
    await fc.assert(
      fc.asyncProperty(bytes32, bytes32, async (key, hash) => {
        // Below the curve's order, and not zero.
        key.set([0x7f, key[1]! | 1])
        const [privateKey, digest] = [key, hash].map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
        expect(signatureOf(new Secret(privateKey!), digest!)).toBe(
          await signInJavaScript({ hash: digest!, privateKey: privateKey!, to: 'hex' }),
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe('the check after signing', () => {
  it('agrees with recovery for every signature, and detects every changed bit', async () => {
    const privateKey = generateAgentKey()
    const key = signingKeyOf(privateKey)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(519), async (bytes, bit) => {
        const connectionId = `0x${Buffer.from(bytes).toString('hex')}` as Hex
        const message = { source: 'b', connectionId } as const
        const digest = agentDigest(AGENT_DOMAIN, message)
        const signature = await signAgentAction({ privateKey, domain: AGENT_DOMAIN, message })
        expect((await recoverAddress({ hash: digest, signature })).toLowerCase()).toBe(key.address)
        const changed = Buffer.from(signature.slice(2), 'hex')
        changed[bit >> 3]! ^= 1 << (bit & 7)
        expect(recoversTo(key, digest, `0x${changed.toString('hex')}`)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it('refuses the signature of another key, the mirrored one, and invalid bytes', async () => {
    const message = { source: 'b', connectionId: `0x${'11'.repeat(32)}` } as const
    const digest = agentDigest(AGENT_DOMAIN, message)
    const [one, other] = [generateAgentKey(), generateAgentKey()]
    const signature = await signAgentAction({ privateKey: one, domain: AGENT_DOMAIN, message })
    expect(recoversTo(signingKeyOf(one), digest, signature)).toBe(true)
    expect(recoversTo(signingKeyOf(other), digest, signature)).toBe(false)
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (n - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const mirrored = `${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
    expect(await isSignedBy(digest, mirrored, addressOf(one))).toBe(true)
    expect(recoversTo(signingKeyOf(one), digest, mirrored)).toBe(false)
    expect(recoversTo(signingKeyOf(one), digest, `0x${'00'.repeat(64)}1b`)).toBe(false)
    expect(await isSignedBy(digest, '0x1234', addressOf(one))).toBe(false)
    expect(await isSignedBy(digest, signature, addressOf(other) as Address)).toBe(false)
  })
})

describe('the benchmark', () => {
  it('returns a median and a 95th percentile in ms', async () => {
    const { p50, p95 } = await benchCheckAndSign(8)
    expect(p50).toBeGreaterThan(0)
    expect(p95).toBeGreaterThanOrEqual(p50)
  })
})
