import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { parseProfile } from '../service/index.ts'
import { openProfiles, withoutSharedDomain } from './profile-store.ts'

const clock = createFakeClock()
const json = (name: string, more: object = {}): string =>
  JSON.stringify({ name, baseUrl: `https://${name}.example`, network: 'testnet', ...more })

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('stored deployments', () => {
  it('survive a restart, with the chosen one', () => {
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
    ['an invalid field', json('x', { baseUrl: 'http://elsewhere.example' }), 'https', 'baseUrl'],
    ['an unknown field', json('x', { secret: 1 }), '"secret" needs a newer Isotherm', 'secret'],
    ['the practice venue’s name', json('Practice'), 'practice venue', 'name'],
    ['a name that is taken', json('Alpha'), 'already', 'name'],
  ])('%s is refused with the reason and the field', (_, text, message, about) => {
    const store = openProfiles(directory(), clock)
    store.add(json('alpha'))
    expect(() => store.add(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(message), about }))
    expect(store.all()).toHaveLength(1)
  })

  it.each(['{"profiles": [', '{"profiles": [{"name": "x"}]}'])(
    'a damaged file is set aside and reported: %s',
    (text) => {
      const where = directory()
      writeFileSync(join(where, 'profiles.json'), text)
      const store = openProfiles(where, clock)
      expect(store.setAside?.what).toBe('profiles')
      expect(store.all()).toEqual([])
      expect(readdirSync(where)[0]).toMatch(/^profiles\.damaged-/)
    },
  )
})

describe('direct orders that would be valid on another deployment', () => {
  const order = (domain: object): object => ({
    directOrder: { domain, types: { Order: [{ name: 'px', type: 'string' }] }, primaryType: 'Order' },
  })
  const DOMAIN = { name: 'Orders', version: '1', chainId: 42, verifyingContract: `0x${'ab'.repeat(20)}` }

  it.each([
    ['the identical domain', DOMAIN],
    ['the same domain in another case', { ...DOMAIN, chainId: '0x2a', verifyingContract: `0x${'AB'.repeat(20)}` }],
  ])('are refused, naming the other one: %s', (_, domain) => {
    const store = openProfiles(directory(), clock)
    store.add(json('real', order(DOMAIN)))
    expect(() => store.add(json('play', order(domain)))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('same signing domain as real (real.example)'),
        about: 'directOrder.domain',
      }),
    )
    expect(store.all().map(({ name }) => name)).toEqual(['real'])
  })

  it.each([
    ['another chain', json('play', order({ ...DOMAIN, chainId: 43 }))],
    ['no direct orders', json('play')],
    ['the same origin', json('play', { ...order(DOMAIN), baseUrl: 'https://real.example/other' })],
  ])('are allowed with %s', (_, text) => {
    const store = openProfiles(directory(), clock)
    store.add(json('real', order(DOMAIN)))
    expect(store.add(text).name).toBe('play')
  })

  it('are refused with one that is not stored, such as that of the command line', () => {
    const store = openProfiles(directory(), clock)
    const given = parseProfile(json('real', order(DOMAIN)), 'p.json')
    for (const put of [store.check, store.add]) {
      expect(() => put(json('play', order(DOMAIN)), [given])).toThrow('same signing domain as real (real.example)')
    }
    expect(store.all()).toEqual([])
  })

  it('are switched off for a deployment of the command line, with the reason', () => {
    const store = openProfiles(directory(), clock)
    store.add(json('real', order(DOMAIN)))
    const messages: string[] = []
    const given = withoutSharedDomain(parseProfile(json('play', order(DOMAIN)), 'p.json'), store.all(), (text) =>
      messages.push(text),
    )
    expect(given.directOrder).toBeNull()
    expect(messages).toEqual([
      expect.stringContaining(
        'Direct orders of play are off. "play" signs direct orders under the same signing domain',
      ),
    ])
    const alone = parseProfile(json('alone', order({ ...DOMAIN, name: 'Other' })), 'p.json')
    expect(withoutSharedDomain(alone, store.all(), (text) => messages.push(text))).toBe(alone)
    expect(messages).toHaveLength(1)
  })
})
