import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

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

  it('begins anew at a start when it has grown too large, and keeps the one before', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isotherm-log-'))
    writeFileSync(join(directory, 'isotherm.log'), 'x'.repeat(10_000_001))
    const { openLog } = await import('./log.ts')
    openLog(directory).flush()
    expect(readFileSync(join(directory, 'isotherm.log.old'), 'utf8')).toHaveLength(10_000_001)
  })
})
