import { expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { parseJson } from './json.ts'
import { walletReads } from './reads.ts'
import type { Routes } from './routes.ts'
import { Wire } from './wire.ts'

it('an account counts from the time of the request: later changes may be missing from the answer', async () => {
  const clock = createFakeClock()
  const read = async (): Promise<Wire> => {
    await clock.advanceAsync(800)
    return new Wire({ route: 'GET /v1/positions', status: 200 }, parseJson('{"positions":[]}'))
  }
  const request = clock.now()
  const account = walletReads({ read } as unknown as Routes, clock).account('0x01' as Address)
  expect((await account).readAt).toBe(request)
  expect(clock.now()).toBe(request + 800)
})
