import { describe, expect, it } from 'vitest'
import { parseProfile } from './profile.ts'

const MIN = { name: 'any', baseUrl: 'https://service.example', network: 'testnet' }
const parse = (more: object) => parseProfile(JSON.stringify({ ...MIN, ...more }), 'p.json')

const ORDER = { domain: { name: 'Any' }, types: { Order: [{ name: 'px', type: 'string' }] }, primaryType: 'Order' }

describe('an unknown field', () => {
  it.each([
    ['"stationColour"', { stationColour: 'red' }],
    ['"assetNumber"', { assetNumber: { NYCTMP1: 110_004 } }],
    ['"stationTimezone"', { stationTimezone: 'America/New_York' }],
    ['"routes.teleport"', { routes: { teleport: '/v1/teleport' } }],
    ['"agentDomain.salt"', { agentDomain: { name: 'Exchange', salt: '0x1' } }],
    ['"directOrder.nonceType"', { directOrder: { ...ORDER, nonceType: 'uint64' } }],
    ['"directOrder.domain.salt"', { directOrder: { ...ORDER, domain: { name: 'Any', salt: '0x1' } } }],
  ])('is refused as %s, which needs a newer Isotherm', (field, more) => {
    expect(() => parse(more)).toThrow(`profile p.json: ${field} needs a newer Isotherm`)
  })

  it('is also refused as a version of the format', () => {
    expect(() => parse({ version: 2 })).toThrow('profile p.json: "version" needs a newer Isotherm')
  })
})

describe('the address of a deployment', () => {
  it.each([
    ['https://api.real.example@other.example', 'profile p.json: '],
    ['https://api.real.example:443@other.example', 'profile p.json: '],
    ['https://@service.example', 'profile p.json: '],
    ['https://service.example?to=other', 'profile p.json: '],
    ['https://service.example?', 'profile p.json: '],
    ['https://service.example/#part', 'profile p.json: '],
    ['https://service.example/#', 'profile p.json: '],
    ['http://service.example', 'must be https'],
    ['ftp://service.example', 'baseUrl'],
    ['service', 'baseUrl'],
  ])('is refused as %s', (baseUrl, text) => {
    expect(() => parse({ baseUrl })).toThrow(text)
  })

  it.each([
    ['https://service.example/', 'https://service.example'],
    ['https://service.example:8443/api/', 'https://service.example:8443/api'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ])('is accepted as %s', (baseUrl, kept) => {
    expect(parse({ baseUrl }).baseUrl).toBe(kept)
  })
})

describe('the ping of a deployment', () => {
  it('is the keep-alive message of a socket, and none unless it is named', () => {
    expect(parse({}).ping).toBeNull()
    expect(parse({ ping: null }).ping).toBeNull()
    expect(parse({ ping: '{"op":"ping"}' }).ping).toBe('{"op":"ping"}')
  })

  it.each([[''], [5], [{ type: 'ping' }], ['x'.repeat(201)]])('is refused by its name as %o', (ping) => {
    expect(() => parse({ ping })).toThrow('profile p.json: "ping"')
  })
})

describe('the asset numbers of a deployment', () => {
  it('are none unless they are named, and exactly the named ones otherwise', () => {
    expect(parse({}).assetNumbers).toEqual({})
    expect(parse({ assetNumbers: { NYCTMP1: 110_004, NYCTMP2: 0 } }).assetNumbers).toEqual({
      NYCTMP1: 110_004,
      NYCTMP2: 0,
    })
  })

  it.each<[unknown, string]>([
    [{ NYCTMP1: -1 }, '"assetNumbers.NYCTMP1" must be a whole number from 0 to 99999999'],
    [{ NYCTMP1: 1.5 }, '"assetNumbers.NYCTMP1" must be a whole number'],
    [{ NYCTMP1: 100_000_000 }, '"assetNumbers.NYCTMP1" must be a whole number'],
    [{ NYCTMP1: '110004' }, '"assetNumbers.NYCTMP1" must be a whole number'],
    [{ NYCTMP1: null }, '"assetNumbers.NYCTMP1" must be a whole number'],
    [{ NYCTMP1: 7, NYCTMP2: 7 }, '"assetNumbers.NYCTMP2" has the number 7, which "NYCTMP1" already uses'],
    [{ '#36010': 7 }, '"assetNumbers.#36010" is an outcome coin, whose number follows from its name'],
    [{ '': 7 }, '"assetNumbers'],
    [[110_004], '"assetNumbers"'],
    [110_004, '"assetNumbers"'],
  ])('are refused with their fault: %j', (assetNumbers, text) => {
    expect(() => parse({ assetNumbers })).toThrow(`profile p.json: ${text}`)
  })
})

describe('a duplicate asset among the numbers of a deployment', () => {
  it('is refused by its name, however it is written', () => {
    const text = (numbers: string) => JSON.stringify({ ...MIN, assetNumbers: 'X' }).replace('"X"', numbers)
    for (const numbers of ['{ "NYCTMP1": 4, "NYCTMP1": 5 }', '{"NYCTMP1":4,"A":1,"NYC\\u0054MP1":4}']) {
      expect(() => parseProfile(text(numbers), 'p.json')).toThrow(
        'profile p.json: "assetNumbers.NYCTMP1" appears twice; an asset has only one number',
      )
    }
    expect(parseProfile(text('{ "NYCTMP1": 4, "NYCTMP2": 5 }'), 'p.json').assetNumbers).toHaveProperty('NYCTMP2', 5)
  })
})

describe("the station's time zone of a deployment", () => {
  it('is one of the time-zone database, and none unless it is named', () => {
    expect(parse({}).stationTimeZone).toBeNull()
    expect(parse({ stationTimeZone: null }).stationTimeZone).toBeNull()
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC']) {
      expect(parse({ stationTimeZone: zone }).stationTimeZone).toBe(zone)
    }
  })

  it.each([['New York'], ['America/Gotham'], ['+05:00'], [''], [5], [{ name: 'UTC' }]])('rejects %j', (zone) => {
    expect(() => parse({ stationTimeZone: zone })).toThrow('profile p.json: "stationTimeZone"')
  })
})

describe('an address in a deployment’s settings', () => {
  const GOOD = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const places = [
    ['agentDomain.verifyingContract', (verifyingContract: string) => ({ agentDomain: { verifyingContract } })],
    [
      'directOrder.domain.verifyingContract',
      (verifyingContract: string) => ({ directOrder: { ...ORDER, domain: { verifyingContract } } }),
    ],
  ] as const

  it.each(places)('as %s with a bad checksum is refused on loading', (field, profileWith) => {
    for (const text of [GOOD.replace('1BeAed', '1BeAeD'), GOOD.replace('5aAeb', '6aAeb')]) {
      expect(() => parse(profileWith(text))).toThrow(`profile p.json: "${field}" has a bad checksum`)
    }
    expect(() => parse(profileWith(GOOD.slice(0, -1)))).toThrow(`profile p.json: "${field}" must be an address`)
  })

  it.each([GOOD, GOOD.toLowerCase(), `0x${GOOD.slice(2).toUpperCase()}`])('is accepted unchanged: %s', (text) => {
    expect(parse({ agentDomain: { verifyingContract: text } }).agentDomain.verifyingContract).toBe(text)
  })
})

describe('the minimum order value of a deployment', () => {
  it('belongs to a family, or is none', () => {
    expect(parse({}).minimumValue).toEqual({ scalar: null, binary: null, outcome: null })
    const { minimumValue } = parse({ minimumValue: { scalar: '10', outcome: '2.50' } })
    expect(minimumValue).toEqual({ scalar: '10', binary: null, outcome: '2.50' })
  })

  it.each(['0', '-1', '1000.01', '1e1', 'ten', 10])('is refused as %s', (scalar) => {
    expect(() => parse({ minimumValue: { scalar } })).toThrow('profile p.json: "minimumValue.scalar"')
  })

  it('is refused for an unknown family', () => {
    expect(() => parse({ minimumValue: { spot: '10' } })).toThrow('"minimumValue.spot" needs a newer Isotherm')
  })
})
