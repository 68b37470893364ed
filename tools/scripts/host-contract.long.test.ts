import { describe, expect, it } from 'vitest'
import { findChromium } from '../chromium-host/browser/index.ts'
import { differences, differing, expected, record } from './host-contract.mjs'

/** Timeout for a busy machine, ms. */
const PATIENT = { timeout: 200_000 }

describe('the terminal’s requirements on Electron', () => {
  it('are listed once each, with where Electron promises them', () => {
    const lines = expected.map(([line]: readonly [string]) => line)
    expect(new Set(lines).size).toBe(lines.length)
    for (const [line, , source] of expected) expect(source, line).toMatch(/\.(?:md|cc|ts)\b/)
    for (const [line, { why }] of Object.entries(differences) as [string, { why: string }][]) {
      expect(lines, line).toContain(line)
      expect(why.length, line).toBeGreaterThan(20)
    }
  })

  it.skipIf(!('path' in findChromium(process.env)))(
    'hold in the development host, except for the known differences',
    PATIENT,
    async () => {
      expect(differing(await record(false), differences)).toEqual([])
    },
  )

  it('fail for a line that differs, is absent or is not promised, and for an outdated difference', () => {
    const promised: [string, unknown][] = expected.map(([line, value]: readonly [string, unknown]) => [line, value])
    const trace = Object.fromEntries(promised)
    expect(differing(trace)).toEqual([])
    const [first = ''] = promised[0] ?? []
    expect(differing({ ...trace, [first]: 'otherwise', more: 1 })).toHaveLength(2)
    const { [first]: _gone, ...rest } = trace
    expect(differing(rest)).toHaveLength(1)
    expect(differing(trace, differences)).toHaveLength(Object.keys(differences).length)
  })
})
