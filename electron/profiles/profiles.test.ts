import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { openProfiles } from './profile-store.ts'

const clock = createFakeClock()
const json = (name: string, more: object = {}): string =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, network: 'testnet', ...more })

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('stored profiles', () => {
  it('survive a restart, with the one that was chosen', () => {
    const where = directory()
    const first = openProfiles(where, clock)
    first.add(json('alpha', { routes: { history: null } }))
    first.add(json('beta'))
    first.choose('alpha')
    first.remove('beta')
    const second = openProfiles(where, clock)
    expect(second.all().map(({ name }) => name)).toEqual(['alpha'])
    expect(second.active()).toBe('alpha')
    expect(second.find('alpha')?.routes.history).toBeNull()
  })

  it.each([
    ['text that is not JSON', '{', 'not JSON', null],
    ['a field that is wrong', json('x', { baseUrl: 'http://elsewhere.example' }), 'https', 'baseUrl'],
    ['a field nobody knows', json('x', { secret: 1 }), '"secret" needs a newer Isotherm', 'secret'],
    ['the practice venue’s name', json('Practice'), 'practice venue', 'name'],
    ['a name that is taken', json('Alpha'), 'already', 'name'],
  ])('%s is refused in words, with the field', (_, text, words, about) => {
    const store = openProfiles(directory(), clock)
    store.add(json('alpha'))
    expect(() => store.add(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(words), about }))
    expect(store.all()).toHaveLength(1)
  })

  it.each(['{"profiles": [', '{"profiles": [{"name": "x"}]}'])('a damaged file is set aside and said: %s', (text) => {
    const where = directory()
    writeFileSync(join(where, 'profiles.json'), text)
    const store = openProfiles(where, clock)
    expect(store.setAside?.what).toBe('profiles')
    expect(store.all()).toEqual([])
    expect(readdirSync(where)[0]).toMatch(/^profiles\.damaged-/)
  })
})
