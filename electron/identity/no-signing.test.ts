/** The agent wallet of a terminal whose signing module cannot be loaded. In a separate worker: the module is replaced. */
import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { Secret } from '../secrets/index.ts'
import { deploymentProfile, type PreparedAction } from '../service/index.ts'
import { createAgent } from './agent.ts'
import { memoryAgentRecords } from './testing/memory-agent-records.ts'

vi.mock('tiny-secp256k1', () => {
  throw new Error('no such file')
})

it('a sound agent key is neither reported as damaged nor replaced when nothing can be signed, and the reason is shown', async () => {
  const kept: Secret[] = []
  const agent = createAgent({
    service: { profile: deploymentProfile.parse({ name: 'model', baseUrl: 'http://127.0.0.1:1', network: 'testnet' }) },
    records: memoryAgentRecords(),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: createFakeClock(),
    onChange: () => {},
    wallet: () => '0x5975c152fe58cdcb7e25586a3c9b994a16dbb615',
    store: async (key: Secret) => void kept.push(key),
  } as unknown as Parameters<typeof createAgent>[0])
  agent.use(new Secret(`0x${'34'.repeat(32)}`), null)
  expect(() => agent.sign({} as PreparedAction)).toThrow(
    /^Nothing can be signed: the signing module could not be loaded/,
  )
  const message = expect.stringMatching(/^Nothing can be signed: the signing module could not be loaded/)
  expect(await agent.approve()).toMatchObject({ kind: 'refused', refusal: { message } })
  expect(kept).toEqual([])
})
