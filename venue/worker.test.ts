import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VenueWorkerData, VenueWorkerMessage, VenueWorkerRequest } from './worker.ts'

type Message<Kind extends string> = Extract<VenueWorkerMessage, { kind: Kind }>

/** When the venues start, independent of the machine's clock. */
const AT = Date.UTC(2026, 2, 4, 13, 10)

let folder: string
const workers: Worker[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-worker-'))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate()
  rmSync(folder, { recursive: true })
})

function start(change: Partial<VenueWorkerData> = {}) {
  const workerData: VenueWorkerData = { statePath: join(folder, 'venue.sqlite'), seed: 1, at: AT, ...change }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  workers.push(worker)
  const messages: VenueWorkerMessage[] = []
  worker.on('message', (message) => messages.push(message))
  const next = async <Kind extends string>(kind: Kind): Promise<Message<Kind>> => {
    for (;;) {
      const index = messages.findIndex((message) => message.kind === kind)
      if (index >= 0) return messages.splice(index, 1)[0] as Message<Kind>
      await once(worker, 'message')
    }
  }
  const ask = (request: VenueWorkerRequest) => worker.postMessage(request)
  const exit = once(worker, 'exit').then(([code]) => code as number)
  return { next, ask, exit, messages }
}

const wallet = async (url: string, token: string): Promise<unknown> => {
  const reply = await fetch(`${url}/v1/access/self`, { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { wallet: unknown }).wallet
}

describe('the worker', () => {
  it('creates the practice trader on the first start, and keeps it', async () => {
    const first = start()
    const { url, practice, notices, directOrder } = await first.next('ready')
    expect(notices).toEqual([])
    expect(directOrder.primaryType).toBe('ClientOrder')
    expect(privateKeyToAddress(practice.walletKey).toLowerCase()).toBe(practice.address)
    expect(await wallet(url, practice.accessToken)).toBe(practice.address)
    const money = await (await fetch(`${url}/v1/positions/${practice.address}`)).json()
    expect(money).toMatchObject({
      account: { usdc: expect.stringMatching(/^10000(\.0+)?$/), usdh: expect.stringMatching(/^1000(\.0+)?$/) },
    })

    first.ask({ kind: 'token' })
    const { accessToken } = await first.next('token')
    expect(await wallet(url, accessToken)).toBe(practice.address)

    first.ask({ kind: 'stop' })
    await first.next('stopped')
    expect(await first.exit).toBe(0)
    for (const message of first.messages)
      for (const secret of [practice.accessToken, accessToken, practice.walletKey])
        expect(JSON.stringify(message)).not.toContain(secret)

    const second = await start({ at: AT + 600_000 }).next('ready')
    expect(second.practice.address).toBe(practice.address)
    expect(second.practice.walletKey).toBe(practice.walletKey)
    expect(await wallet(second.url, practice.accessToken)).toBe(practice.address)
  })

  it('has no control routes', async () => {
    const { next } = start({ statePath: null })
    const { url } = await next('ready')
    const body = JSON.stringify({ advance_ms: 1000 })
    const answer = await fetch(`${url}/practice/clock`, { method: 'POST', body })
    expect(answer.status).toBe(404)
  })

  it('reports why it failed', async () => {
    const { next, exit } = start({ statePath: '/dev/null/venue.sqlite' })
    expect((await next('failed')).message).toMatch(/ENOTDIR|EEXIST|not a directory/i)
    expect(await exit).toBe(1)
  })
})
