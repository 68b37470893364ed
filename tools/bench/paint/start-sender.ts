/** Starts the sender of books, and locates the stamp on a page. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runNode } from '../../../e2e/support/processes.ts'

/** Location of the stamp in the terminal: the size of the best bid, the first line of the sizes. */
export const STAMP = '[data-book] [data-sizes="bid"]'
/** Location of the stamp on the baseline page. */
export const FLOOR_STAMP = '#row-20 span:nth-child(2)'

export interface Sender {
  readonly url: string
  /** A profile file that names the sender as its service. */
  readonly profile: string
  /** Messages per second, of all markets together. */
  setRate(rate: number): Promise<unknown>
  stop(): Promise<unknown>
}

export async function startSender(): Promise<Sender> {
  const program = runNode([join(root, 'tools', 'bench', 'paint', 'sender.ts')])
  const [line] = await program.says(/^\{.*\}$/m, 'stdout')
  const { url } = JSON.parse(line) as { url: string }
  const profile = join(mkdtempSync(join(tmpdir(), 'isotherm-bench-')), 'profile.json')
  writeFileSync(profile, JSON.stringify({ name: 'bench', baseUrl: url, network: 'practice' }))
  return {
    url,
    profile,
    setRate: (rate) => fetch(`${url}/rate`, { method: 'POST', body: JSON.stringify({ rate }) }),
    stop: () => program.stop(),
  }
}
