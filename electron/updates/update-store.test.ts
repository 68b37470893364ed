import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { readRelease } from './release.ts'
import { openUpdateStore, withSeen } from './update-store.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-updates-'))
})
afterEach(() => rmSync(directory, { recursive: true }))
const names = [...Array(20).keys()].values()
const opened = () =>
  openUpdateStore({ directory, clock: createFakeClock(), newName: () => `terminal ${names.next().value}` })

it('keeps the seen versions of each channel, and the name of the terminal, across restarts', () => {
  const store = opened()
  const { terminal } = store.value
  store.change(withSeen(store.value, 'stable', '1.2.0'))
  store.change(withSeen(store.value, 'beta', '1.3.0-beta.1'))
  const again = opened()
  expect(again.value).toMatchObject({ terminal, highestSeen: { stable: '1.2.0', beta: '1.3.0-beta.1' } })
})

it('has one name from the first change on', () => {
  opened().change({ checkedAt: 5 })
  expect(opened().value.terminal).toBe(opened().value.terminal)
})

it.each(['', '{', '{"terminal":"a","highestSeen":{"stable":"newest"}}'])('sets %j aside, and starts over', (text) => {
  writeFileSync(join(directory, 'updates.json'), text)
  const store = opened()
  expect([store.setAside?.what, store.value.highestSeen.stable]).toEqual(['updates', null])
  expect(readdirSync(directory).filter((name) => name.startsWith('updates.damaged-'))).toHaveLength(1)
})

it('makes the text of its file safe', () => {
  const kept = { terminal: 'a', highestSeen: {}, notes: { version: '1.2.0', text: 'New:\n\u202Efast\u0007' } }
  const failed = { version: '1.2.0', reason: 'No\nroom\u202E' }
  writeFileSync(join(directory, 'updates.json'), JSON.stringify({ ...kept, failed }))
  const { value } = opened()
  expect([value.notes?.text, value.failed?.reason]).toEqual(['New:\n fast', 'No room'])
})

it('makes the notes of a release safe, and refuses longer ones than are shown', () => {
  const files = [{ url: 'a-1.2.0.zip', sha512: `${'a'.repeat(86)}==`, size: 1 }]
  const feed = { version: '1.2.0', feed: 'latest.yml', expires: '2027-01-01T00:00:00Z', files }
  const notesOf = (notes?: string): string => readRelease({ ...feed, notes }, 'latest.yml').notes
  expect(notesOf('New:\n\u202Efast\u0007')).toBe('New:\n fast')
  expect(notesOf()).toBe('')
  expect(() => notesOf('x'.repeat(8_001))).toThrow('"notes"')
})
