import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openLog, openRotatingFile } from './log.ts'

const logModule = new URL('./log.ts', import.meta.url).href

describe('the log', () => {
  it('does not feed on itself when nobody reads stderr any more', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    const program = `
      import { openLog } from ${JSON.stringify(logModule)}
      const log = openLog(${JSON.stringify(directory)})
      process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))
      process.stdin.once('data', () => {
        log.error({}, 'first')
        setTimeout(() => {
          log.error({}, 'second')
          setTimeout(() => process.exit(0), 100)
        }, 100)
      })`
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', program],
      {
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    )
    child.stderr.destroy()
    child.stdin.end('go')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    const lines = readFileSync(join(directory, 'isotherm.log'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second'])
  })

  const written = (write: (log: ReturnType<typeof openLog>) => void) => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    const log = openLog(directory)
    write(log)
    log.flush()
    return vi.waitFor(() => {
      const lines = readFileSync(join(directory, 'isotherm.log'), 'utf8').trim().split('\n')
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    })
  }

  it('cuts a line of more than 16 KB before it is redacted, and states its length', async () => {
    const [line] = await written((log) => log.info({ text: '-eyJaaaa'.repeat(500_000) }, 'a service said'))
    expect(line).toMatchObject({ level: 30, msg: expect.stringMatching(/^a line of 4000\d{3} characters was cut$/) })
    expect(String(line?.start)).toContain('-eyJaaaa')
    expect(JSON.stringify(line).length).toBeLessThan(16_384)
  })

  it('counts a repeated line instead of writing it', async () => {
    const lines = await written((log) => {
      for (let i = 0; i < 37; i += 1) log.warn({ what: 'window.open' }, 'navigation refused')
      log.info({}, 'another')
    })
    expect(lines.map(({ msg }) => msg)).toEqual([
      'navigation refused',
      'the line before came 10 times more',
      'the line before came 36 times more',
      'another',
    ])
  })

  it('starts over at start-up when it has grown too large, and keeps the previous one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    writeFileSync(join(directory, 'isotherm.log'), 'x'.repeat(5_000_001))
    openLog(directory).flush()
    expect(readFileSync(join(directory, 'isotherm.log.1'), 'utf8')).toHaveLength(5_000_001)
  })

  it('takes no more space than four files however much is written while it runs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    const log = openLog(directory, 10_000)
    for (let line = 0; line < 1000; line += 1) log.info({ line }, 'x'.repeat(200))
    log.flush()
    const files = () => readdirSync(directory).sort()
    expect(files()).toEqual(['isotherm.log', 'isotherm.log.1', 'isotherm.log.2', 'isotherm.log.3'])
    const text = (name: string) => readFileSync(join(directory, name), 'utf8')
    await vi.waitFor(() => expect(text('isotherm.log')).toContain('"line":999,'))
    for (const name of files()) expect(text(name).length).toBeLessThan(10_500)
    // No line is lost between two files: together they are the newest ones, in order.
    const lines = ['isotherm.log.3', 'isotherm.log.2', 'isotherm.log.1', 'isotherm.log'].flatMap((name) =>
      text(name)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).line as number),
    )
    expect(lines).toEqual(Array.from(lines, (_, index) => 1000 - lines.length + index))
  })

  it('continues when its file could not be written for a while', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    const path = join(directory, 'isotherm.log')
    mkdirSync(path)
    const file = openRotatingFile({ path, largest: 10_000, old: 3 })
    file.write('lost\n')
    rmdirSync(path)
    file.write('kept\n')
    file.end()
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe('kept\n'))
  })
})
