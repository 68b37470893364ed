import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { FLAGS, readOptions, UsageError } from './cli-options.ts'
import { QUIRKS } from './quirks.ts'

const running: ChildProcess[] = []
const folders: string[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Runs the real command line: its output, and a promise of its exit code. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args])
  running.push(child)
  const wrote = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    wrote.out += data
  })
  child.stderr.on('data', (data) => {
    wrote.err += data
  })
  const exit = once(child, 'close').then(([code]) => code as number)
  /** Rejects when it exits without the line: otherwise the loop would wait forever. */
  const line = async (): Promise<Record<string, never>> => {
    const ended = exit.then((code): never => {
      throw new Error(`the venue ended with ${code} before its line: ${wrote.err}`)
    })
    ended.catch(() => undefined)
    while (!wrote.out.includes('\n')) await Promise.race([once(child.stdout, 'data'), ended])
    return JSON.parse(wrote.out)
  }
  return { child, wrote, exit, line }
}

describe('the command line', () => {
  it('prints one JSON line, serves, keeps tokens out of its log, and exits with 0 on SIGTERM', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-cli-'))
    folders.push(folder)
    const state = join(folder, 'venue.sqlite')
    writeFileSync(state, 'damaged')
    const { child, wrote, exit, line } = run('--port', '0', '--seed', '7', '--control', '--state', state)
    const { url, ws, directOrder } = await line()
    expect(ws).toBe(`${String(url).replace('http', 'ws')}/v1/ws`)
    expect(directOrder).toMatchObject({ primaryType: 'ClientOrder' })
    const session = await fetch(`${url}/practice/session`, {
      method: 'POST',
      body: JSON.stringify({ address: `0x${'ab'.repeat(20)}` }),
    })
    const { accessToken } = (await session.json()) as { accessToken: string }
    const self = await fetch(`${url}/v1/access/self`, { headers: { authorization: `Bearer ${accessToken}` } })
    expect(self.status).toBe(200)
    const book = (await (await fetch(`${url}/v1/book?asset=NYCTMP1`)).json()) as { levels: unknown[] }
    expect(book.levels).toHaveLength(2)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(wrote.out.trim().split('\n')).toHaveLength(1)
    expect(wrote.err).toContain('set aside')
    expect(wrote.err).toContain('GET /v1/access/self 200')
    expect(wrote.err).not.toContain(accessToken)
  })

  it('exits with 2 and one line when the port is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void holder.close())
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const { line, exit, wrote } = run('--port', String(port))
    await expect(line()).rejects.toThrow('ended with 2 before its line')
    expect(await exit).toBe(2)
    expect(wrote).toEqual({ out: '', err: `venue: port ${port} is in use\n` })
  })

  it('starts its own clock at --at: markets, tokens and log use it, and a later state is refused with its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-cli-'))
    folders.push(folder)
    const state = join(folder, 'venue.sqlite')
    const at = '2028-02-29T23:59:30Z'
    const start = Date.parse(at)
    const { child, wrote, exit, line } = run('--control', '--state', state, '--at', at)
    const { url } = await line()
    const { server_time, current } = (await (await fetch(`${url}/v1/bucket`)).json()) as {
      server_time: number
      current: { start: number; end: number }
    }
    expect(server_time - start).toBeGreaterThanOrEqual(0)
    expect(server_time - start).toBeLessThan(30_000)
    expect(current).toMatchObject({ start: Date.UTC(2028, 1, 29, 22), end: Date.UTC(2028, 2, 1) })
    const session = await fetch(`${url}/practice/session`, {
      method: 'POST',
      body: JSON.stringify({ address: `0x${'ab'.repeat(20)}`, ttl_s: 60 }),
    })
    const { accessToken } = (await session.json()) as { accessToken: string }
    const { iat, exp } = decodeJwt(accessToken)
    expect((iat ?? 0) * 1000 - start).toBeGreaterThanOrEqual(0)
    expect((iat ?? 0) * 1000 - start).toBeLessThan(30_000)
    expect((exp ?? 0) - (iat ?? 0)).toBe(60)
    const self = () => fetch(`${url}/v1/access/self`, { headers: { authorization: `Bearer ${accessToken}` } })
    expect((await self()).status).toBe(200)
    // An advance extends a token, so that it stays valid as long in real time.
    await fetch(`${url}/practice/clock`, { method: 'POST', body: JSON.stringify({ advance_ms: 60_000 }) })
    expect((await self()).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(wrote.err).toMatch(/^2028-02-29T23:59:\d\d\.\d{3}Z GET \/v1\/bucket 200/m)
    expect(wrote.err).toMatch(/^2028-03-01T00:0\d:\d\d\.\d{3}Z GET \/v1\/access\/self 200/m)

    const earlier = run('--state', state, '--at', at)
    expect(await earlier.exit).toBe(2)
    expect(earlier.wrote.out).toBe('')
    expect(earlier.wrote.err).toMatch(
      /^venue: --state \S+venue\.sqlite was saved at 2028-03-01T\S+Z, which is later than --at 2028-02-29T23:59:30\.000Z: [^\n]+\n$/,
    )
    const later = run('--state', state, '--at', '2028-03-01T06:00:00Z')
    expect(await later.line()).toHaveProperty('url')
  })

  it('prints every flag and every quirk for --help, and exits with 0', async () => {
    const { wrote, exit } = run('--help')
    expect(await exit).toBe(0)
    for (const flag of Object.keys(FLAGS)) expect(wrote.out).toContain(`  --${flag}`)
    for (const quirk of Object.keys(QUIRKS)) expect(wrote.out).toContain(`  ${quirk}`)
    expect(wrote.err).toBe('')
  })

  it('starts with the given quirks', async () => {
    const { url } = await run('--quirks', 'no-server-time').line()
    expect(await (await fetch(`${url}/v1/bucket`)).json()).not.toHaveProperty('server_time')
  })

  it('exits with 2 and one line for an invalid flag', async () => {
    const { wrote, exit } = run('--prot', '1')
    expect(await exit).toBe(2)
    expect(wrote.out).toBe('')
    expect(wrote.err).toMatch(/^venue: [^\n]*--prot[^\n]*\n$/)
  })
})

describe('flags', () => {
  it('default to those of the service', () => {
    expect(readOptions([])).toEqual({
      port: 0,
      seed: 'isotherm',
      at: null,
      bucketMinutes: 120,
      speed: 1,
      waitlist: false,
      mode: 'all',
      outcomes: true,
      control: false,
      wire: 'venue',
      quirks: [],
      state: null,
    })
  })

  it('are parsed', () => {
    const args =
      '--port 8080 --seed 9 --bucket-minutes 5 --speed 60 --waitlist --no-outcomes --mode all --control --wire upstream --quirks lagging-reads,minimum-value=25 --at 2024-02-29T23:58:00+01:00'
    expect(readOptions(args.split(' '))).toMatchObject({
      port: 8080,
      seed: '9',
      at: Date.UTC(2024, 1, 29, 22, 58),
      bucketMinutes: 5,
      speed: 60,
      waitlist: true,
      mode: 'all',
      control: true,
      wire: 'upstream',
      quirks: ['lagging-reads=5', 'minimum-value=25'],
    })
  })

  it.each([
    ['--port', '65536'],
    ['--port', 'x'],
    ['--port', '1.5'],
    ['--speed', '0'],
    ['--speed', '-1'],
    ['--speed', '1e9'],
    ['--bucket-minutes', '0'],
    ['--bucket-minutes', '7'],
    ['--bucket-minutes', '2.5'],
    ['--mode', 'fast'],
    ['--wire', 'downstream'],
    ['--quirks', 'lagging'],
    ['--quirks', 'strict-types=2'],
    ['--quirks', 'minimum-value=0'],
    ['--state', ''],
    ['--seed', ''],
    ['--at', ''],
    ['--at', 'now'],
    ['--at', '1782907830000'],
    ['--at', '2026-03-04'],
    ['--at', '2026-03-04T13:10:00'],
    ['--at', '2026-02-29T13:10:00Z'],
    ['--at', '2026-03-04T24:10:00Z'],
    ['--at', '1999-12-31T23:59:59Z'],
    ['--at', '2100-01-01T00:00:00Z'],
  ])('%s %j is refused in one line that names it', (flag, value) => {
    const refusal = (() => {
      try {
        readOptions([`${flag}=${value}`])
        return null
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(UsageError)
    expect((refusal as Error).message).toContain(flag)
    expect((refusal as Error).message).not.toContain('\n')
  })

  it.each([['--host=0.0.0.0'], ['extra'], ['--waitlist=yes'], ['--port']])('%s is refused', (arg) => {
    expect(() => readOptions([arg])).toThrow(UsageError)
  })
})
