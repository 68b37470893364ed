/** A practice venue of the test's own, in a process of its own, with the control routes on. */
import { join } from 'node:path'
import { freePort, type Program, root, runNode } from './processes.ts'

export interface TestVenue {
  readonly url: string
  readonly program: Program
  /** Calls a control route, e.g. `control('clock', { advance_ms: 1000 })`. */
  control(route: 'session' | 'clock' | 'market' | 'oracle' | 'faults', body: object): Promise<Record<string, unknown>>
  /** Reads a route as a service of the specification. */
  read<T>(path: string): Promise<T>
  stop(signal?: NodeJS.Signals): Promise<unknown>
}

/** Starts a venue. `port` lets a test bring one back where it was. */
export async function startVenue(flags: readonly string[] = [], port?: number): Promise<TestVenue> {
  const at = port ?? (await freePort())
  const program = runNode([join(root, 'venue', 'cli.ts'), '--port', String(at), '--control', ...flags])
  const [line] = await program.says(/^\{.*\}$/m, 'stdout')
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
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
    async read(path) {
      const response = await fetch(`${url}${path}`)
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    stop: (signal) => program.stop(signal),
  }
}
