import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { createKillStore } from './safety-stores.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kill-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const clock = { now: () => millis(1_000) }
const store = () => createKillStore(directory, clock)
const files = () => readdirSync(directory)
const only = () => join(directory, files()[0] ?? '')

describe('a stored kill', () => {
  it('is separate for each deployment, even for names that differ only in case, and survives', () => {
    store().keep('Live', millis(5))
    expect(store().read('Live')).toEqual({ isKilled: true, at: 5, trouble: null })
    expect(store().read('live')).toEqual({ isKilled: false })
    store().keep('Live', null)
    expect(store().read('Live')).toEqual({ isKilled: false })
    expect(files()).toHaveLength(1)
  })

  it.each([
    '',
    '{',
    '[]',
    '{"profile":"Live","killedAt":"x"}',
    '{"profile":"other","killedAt":null}',
    '{"killedAt":null}',
  ])('counts as killed where the file says %j', (text) => {
    store().keep('Live', null)
    writeFileSync(only(), text)
    expect(store().read('Live')).toMatchObject({
      isKilled: true,
      at: null,
      trouble: expect.stringMatching(/so trading stays stopped\.$/),
    })
    // Lifted by the trader, and the original is kept beside it.
    store().keep('Live', null)
    expect(store().read('Live')).toEqual({ isKilled: false })
    const aside = files().find((name) => name.includes('.damaged-')) ?? ''
    expect(readFileSync(join(directory, aside), 'utf8')).toBe(text)
  })

  it('counts as killed where the file cannot be read, and fails with a reason where it cannot be written', () => {
    const gone = createKillStore(join(directory, 'nowhere'), clock)
    expect(() => gone.keep('Live', millis(1))).toThrow(/could not be saved/)
    store().keep('Live', null)
    rmSync(only())
    expect(store().read('Live')).toEqual({ isKilled: false })
  })
})
