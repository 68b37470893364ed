import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./testing/keychain-round-trip.ts', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'isotherm-keychain-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function missing(): string | null {
  if (process.platform !== 'linux') return 'only Linux lets a test have a Secret Service of its own'
  for (const program of ['dbus-run-session', 'gnome-keyring-daemon']) {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    } catch {
      return `${program} is not installed`
    }
  }
  return null
}

/** Nothing of the user's own session: no bus, no display, no keyring files. */
const environment = {
  PATH: process.env.PATH ?? '',
  HOME: home,
  XDG_DATA_HOME: home,
  XDG_RUNTIME_DIR: home,
  NODE_NO_WARNINGS: '1',
}

async function roundTrip(command: string, args: string[], extra: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(command, args, { env: { ...environment, ...extra }, timeout: 120_000 })
  return JSON.parse(stdout)
}

const reason = missing()

describe.skipIf(reason !== null)(`with a real Secret Service${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  it('a secret is kept in the keychain, found by the next start, and deleted', async () => {
    const inSession = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$0" "$1"`
    const args = ['--', 'sh', '-c', inSession, process.execPath, script]
    expect(await roundTrip('dbus-run-session', args)).toEqual({
      before: null,
      after: 'planted-secret',
      deleted: null,
      view: { mode: 'keychain' },
    })
  })
})

describe.skipIf(process.platform !== 'linux')('without a message bus', () => {
  it('secrets are kept for the session, only in memory, and the reason is shown', async () => {
    const bus = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home}/nobody-here` }
    const result = await roundTrip(process.execPath, [script], bus)
    expect(result).toMatchObject({ before: null, after: null, deleted: null, view: { mode: 'session' } })
    expect(result).toHaveProperty(
      'view.reason',
      expect.stringMatching(/^No keychain: .+ kept for this session only\.$/),
    )
  })
})
