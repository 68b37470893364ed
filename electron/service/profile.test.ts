import { describe, expect, it } from 'vitest'
import { parseProfile } from './profile.ts'

const LEAST = { name: 'any', baseUrl: 'https://service.example', network: 'testnet' }
const parse = (more: object) => parseProfile(JSON.stringify({ ...LEAST, ...more }), 'p.json')

const ORDER = { domain: { name: 'Any' }, types: { Order: [{ name: 'px', type: 'string' }] }, primaryType: 'Order' }

describe('a field that the terminal does not know', () => {
  it.each([
    ['"stationColour"', { stationColour: 'red' }],
    ['"routes.teleport"', { routes: { teleport: '/v1/teleport' } }],
    ['"agentDomain.salt"', { agentDomain: { name: 'Exchange', salt: '0x1' } }],
    ['"directOrder.nonceType"', { directOrder: { ...ORDER, nonceType: 'uint64' } }],
    ['"directOrder.domain.salt"', { directOrder: { ...ORDER, domain: { name: 'Any', salt: '0x1' } } }],
  ])('is refused as %s, which needs a newer Isotherm', (field, more) => {
    expect(() => parse(more)).toThrow(`profile p.json: ${field} needs a newer Isotherm`)
  })

  it('is refused also as a version of the form', () => {
    expect(() => parse({ version: 2 })).toThrow('profile p.json: "version" needs a newer Isotherm')
  })
})

describe('the ping of a profile', () => {
  it('is the text that a socket is kept alive with, and none unless it is named', () => {
    expect(parse({}).ping).toBeNull()
    expect(parse({ ping: null }).ping).toBeNull()
    expect(parse({ ping: '{"op":"ping"}' }).ping).toBe('{"op":"ping"}')
  })

  it.each([[''], [5], [{ type: 'ping' }], ['x'.repeat(201)]])('is refused by its name as %o', (ping) => {
    expect(() => parse({ ping })).toThrow('profile p.json: "ping"')
  })
})

describe('an address in a profile', () => {
  const GOOD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const places = [
    ['agentDomain.verifyingContract', (verifyingContract: string) => ({ agentDomain: { verifyingContract } })],
    [
      'directOrder.domain.verifyingContract',
      (verifyingContract: string) => ({ directOrder: { ...ORDER, domain: { verifyingContract } } }),
    ],
  ] as const

  it.each(places)('as %s with a bad checksum is refused when it is loaded', (field, profileWith) => {
    for (const text of [GOOD.replace('1BeAed', '1BeAeD'), GOOD.replace('5aAeb', '6aAeb')]) {
      expect(() => parse(profileWith(text))).toThrow(`profile p.json: "${field}" has a bad checksum`)
    }
    expect(() => parse(profileWith(GOOD.slice(0, -1)))).toThrow(`profile p.json: "${field}" must be an address`)
  })

  it.each([GOOD, GOOD.toLowerCase(), `0x${GOOD.slice(2).toUpperCase()}`])('is taken as it is: %s', (text) => {
    expect(parse({ agentDomain: { verifyingContract: text } }).agentDomain.verifyingContract).toBe(text)
  })
})
