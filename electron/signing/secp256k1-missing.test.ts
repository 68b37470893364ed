/** A terminal whose signing module cannot be loaded. In a separate worker: the module is replaced. */
import { expect, it, vi } from 'vitest'
import { Secret } from '../secrets/index.ts'

vi.mock('tiny-secp256k1', () => {
  throw new Error('no such file')
})

it('reports that nothing can be signed, and why, instead of signing by other means', async () => {
  const { addressOf, generateAgentKey, signAgentAction, SigningUnavailable } = await import('./index.ts')
  const privateKey = generateAgentKey()
  expect(() => addressOf(privateKey)).toThrow(SigningUnavailable)
  expect(() => addressOf(privateKey)).toThrow(/^Nothing can be signed: the signing module could not be loaded/)
  const message = { source: 'b', connectionId: `0x${'11'.repeat(32)}` } as const
  const signing = signAgentAction({ privateKey, domain: { name: 'X' }, message })
  await expect(signing).rejects.toThrow(/the signing module could not be loaded/)
  expect(() => addressOf(new Secret('hello'))).toThrow('Not a private key for this wallet type.')
})
