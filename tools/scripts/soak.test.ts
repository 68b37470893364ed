import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const soak = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'soak.mjs'), ...args], { encoding: 'utf8' })

describe('npm run soak', () => {
  it('lists its parts, with what each runs and how long', () => {
    const { status, stdout } = soak('--list')
    expect(status).toBe(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['hours', 'sessions', 'kill', 'weight']),
    )
    for (const line of lines) expect(line).toMatch(/^\w+ +\S.*\(about \d+ \w+\)$/)
  })

  it('has a part that measures the terminal’s memory for eight hours', () => {
    expect(soak('--list').stdout).toMatch(/^weight +.*memory must stay flat \(about 8 hours\)$/m)
  })

  it('refuses an unknown part in one line, before any set-up', () => {
    const { status, stdout, stderr } = soak('sessions', 'centuries')
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^isotherm: there is no soak part "centuries"; there are .*\n$/)
  })
})
