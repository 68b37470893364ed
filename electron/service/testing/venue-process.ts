/** The practice venue as a separate program on loopback, for tests that need the real one; none of its code is used. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Address } from '../../../contract/address.ts'

export interface VenueProcess {
  readonly url: string
  /** Calls a control route. */
  control(route: 'session' | 'clock' | 'market' | 'oracle' | 'quirks', body: object): Promise<Record<string, unknown>>
  /** An access token for a wallet. */
  tokenFor(address: Address): Promise<string>
  stop(): Promise<void>
}

/** When the venues of these tests start: in the middle of a bucket, independent of the machine's clock. */
const MOMENT = '2026-03-04T13:10:00Z'

/** Starts one with these flags, and resolves when it accepts connections. */
export async function startVenueProcess(...flags: readonly string[]): Promise<VenueProcess> {
  const program = fileURLToPath(new URL('../../../venue/cli.ts', import.meta.url))
  const child = spawn(process.execPath, [program, '--port', '0', '--control', '--at', MOMENT, ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    ended.then(([code]) => Promise.reject(new Error(`the venue ended with ${code}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  const control: VenueProcess['control'] = async (route, body) => {
    const response = await fetch(`${url}/practice/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  return {
    url,
    control,
    tokenFor: async (address) => String((await control('session', { address })).accessToken),
    async stop() {
      child.kill()
      await ended
    },
  }
}
