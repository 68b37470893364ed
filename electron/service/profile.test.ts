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
