import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const started: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A process whose output can be awaited. */
function start(folder: string, code: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const look of listeners) look()
    })
  }
  const ended = once(child, 'exit').then(([exitCode]) => exitCode as number | null)
  const says = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (what.test(output)) resolve()
      }
      listeners.add(look)
      look()
      void ended.then(() => reject(new Error(`ended without ${what}: ${output}`)))
    })
  return { child, says, ended, said: () => output }
}

/** @param address where the lock listens, as code; omitted for this system's default. */
const hold = (address = 'undefined') => `
const { oneAtATime } = await import(${JSON.stringify(new URL('./one-at-a-time.mjs', import.meta.url).href)})
const say = (text) => process.stderr.write(text + '\\n')
await oneAtATime({ folder: process.cwd(), work: 'packages', what: 'it installs packages', say, address: ${address} }, async () => {
  say('begins')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  say('is done')
})
process.exit(0)`

describe('work that one command of a clone does at a time', () => {
  const clone = () => mkdtempSync(join(tmpdir(), 'isotherm-turns-'))

  it('waits for the other command, names its work, and continues when it is done', async () => {
    const folder = clone()
    const first = start(folder, hold())
    await first.says(/begins/)
    const second = start(folder, hold())
    await second.says(/waiting for another command in this folder: it installs packages \(process \d+\)/)
    expect(second.said()).toContain(`(process ${first.child.pid})`)
    expect(second.said()).not.toContain('begins')
    first.child.stdin.write('go')
    expect(await first.ended).toBe(0)
    await second.says(/begins/)
    second.child.stdin.write('go')
    expect(await second.ended).toBe(0)
  })

  it.each([
    ["at the system's default address", undefined],
    ['left behind as a socket file', "process.cwd() + '/lock.sock'"],
  ])('is taken over from a process that was killed during it, %s', async (_what, address) => {
    const folder = clone()
    const first = start(folder, hold(address))
    await first.says(/begins/)
    const second = start(folder, hold(address))
    await second.says(/waiting/)
    first.child.kill('SIGKILL')
    await second.says(/begins/)
    second.child.kill('SIGKILL')
    await second.ended
    const third = start(folder, hold(address))
    await third.says(/begins/)
    expect(third.said()).not.toContain('waiting')
  })

  it('does not block another clone', async () => {
    const [first, second] = [start(clone(), hold()), start(clone(), hold())]
    await Promise.all([first.says(/begins/), second.says(/begins/)])
    expect(first.said() + second.said()).not.toContain('waiting')
  })
})

/** An installation that takes until the pipe `go` is written to, and leaves what npm and its packages leave. */
const NPM = `#!/bin/sh
echo installed >> installations
read line < go
mkdir -p node_modules/node/bin
cp package-lock.json node_modules/.package-lock.json
touch node_modules/node/bin/node
`

describe.skipIf(process.platform === 'win32')('two simultaneous commands of a fresh clone', () => {
  it('install its packages once: the second waits, reports it, and finds them installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-clone-'))
    mkdirSync(join(folder, 'tools', 'scripts'), { recursive: true })
    for (const file of ['setup.mjs', 'packages.mjs', 'one-at-a-time.mjs'])
      copyFileSync(join(import.meta.dirname, file), join(folder, 'tools', 'scripts', file))
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }')
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin', 'npm'), NPM, { mode: 0o755 })
    execFileSync('mkfifo', [join(folder, 'go')])
    const code = `
const { ensurePackages } = await import('./tools/scripts/setup.mjs')
await ensurePackages()
console.log('ready')`
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
    const first = start(folder, code, env)
    await first.says(/installing packages/)
    const second = start(folder, code, env)
    await second.says(/waiting for another command in this folder: it installs packages/)
    expect(second.said()).not.toContain('ready')
    writeFileSync(join(folder, 'go'), 'now\n')
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
    expect(second.said()).toMatch(/ready/)
    expect(second.said()).not.toContain('installing packages')
    expect(readFileSync(join(folder, 'installations'), 'utf8')).toBe('installed\n')
  })
})
