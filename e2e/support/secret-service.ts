/** A test's own message bus and Secret Service, separate from the user's. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, run } from './processes.ts'

export interface SecretService {
  /** Environment variables for using only this service. */
  readonly env: NodeJS.ProcessEnv
  /** The terminal's entries, by account. */
  entries(): Promise<Map<string, string>>
  stop(): Promise<unknown>
}

/** Why it is not available here, or null. */
export function noSecretService(): string | null {
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

const READ = `
  import keytar from '@github/keytar'
  process.stdout.write(JSON.stringify(await keytar.findCredentials('isotherm')))
`

export async function startSecretService(): Promise<SecretService> {
  const home = mkdtempSync(join(tmpdir(), 'isotherm-keyring-'))
  const own = { XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: '' }
  const session =
    'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; echo "bus $DBUS_SESSION_BUS_ADDRESS $$"; exec sleep 600'
  const program = run('dbus-run-session', ['--', 'sh', '-c', session], { ...own, HOME: home })
  const [, address = '', pid = ''] = await program.says(/^bus (\S+) (\d+)$/m, 'stdout')
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: address }
  return {
    env,
    async entries() {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', READ], {
        cwd: root,
        env: { ...process.env, ...env, NODE_NO_WARNINGS: '1' },
      })
      const found = JSON.parse(stdout) as { account: string; password: string }[]
      return new Map(found.map(({ account, password }) => [account, password]))
    },
    stop() {
      // The session ends with its command, and the bus with it.
      process.kill(Number(pid))
      return program.ended
    },
  }
}
