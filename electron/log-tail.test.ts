import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logTail } from './report.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-report-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

it('the end of a log has complete lines, the newest of them', () => {
  const path = join(directory, 'isotherm.log')
  writeFileSync(path, 'one\ntwo\n')
  expect(logTail(path)).toEqual(['one', 'two'])
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i} ${'x'.repeat(40)}`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect(logTail(path)).toEqual(lines.slice(-200))
  const long = Array.from({ length: 100 }, (_, i) => `${i} ${'y'.repeat(2000)}`)
  writeFileSync(path, long.join('\n'))
  const read = logTail(path)
  expect(read.length).toBeGreaterThan(20)
  expect(read).toEqual(long.slice(-read.length))
})

it('a missing log is reported as missing', () => {
  expect(logTail(join(directory, 'none.log'))[0]).toMatch(/^The log could not be read: ENOENT/)
})
