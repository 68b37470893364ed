/** A test's own practice venue, in a separate process, with the control routes. */
import { join } from 'node:path'
import { MOMENT, SEED } from './moment.ts'
import { CLOCKED, type Program, root, runNode } from './processes.ts'

export interface TestVenue {
  readonly url: string
  /** The venue's direct-order signing parameters for a profile. */
  readonly directOrder: unknown
  readonly program: Program
  /** Calls a control route, e.g. `control('clock', { advance_ms: 1000 })`. */
  control(
    route: 'session' | 'deposit' | 'clock' | 'market' | 'oracle' | 'faults' | 'quirks' | 'limit',
    body: object,
  ): Promise<Record<string, unknown>>
  /** Reads a route like any service's, with an access token if required. */
  read<T>(path: string, token?: string): Promise<T>
  stop(signal?: NodeJS.Signals): Promise<unknown>
}

/**
 * Starts a venue, with a fixed start time and seed unless the flags name others. `port` restarts one at its old address; by default a free one is
 * used.
 */
export async function startVenue(flags: readonly string[] = [], port = 0): Promise<TestVenue> {
  const fixed = ['--at', MOMENT, '--seed', SEED]
  const program = runNode([
    ...CLOCKED,
    join(root, 'venue', 'cli.ts'),
    '--port',
    String(port),
    '--control',
    ...fixed,
    ...flags,
  ])
  const [line] = await program.says(/^\{.*\}$/m, 'stdout')
  const { url, directOrder } = JSON.parse(line) as { url: string; directOrder: unknown }
  return {
    url,
    directOrder,
    program,
    async control(route, body) {
      const response = await fetch(`${url}/practice/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    },
    async read(path, token) {
      const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const response = await fetch(`${url}${path}`, { headers })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    stop: (signal) => program.stop(signal),
  }
}
