import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { parseProfile } from '../service/index.ts'
import { startVenueProcess } from '../service/testing/venue-process.ts'
import { createConnections } from './connections.ts'

type Fetch = Parameters<typeof createConnections>[0]['http']

const window = {}
const MIB = 1024 * 1024
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-connect-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function setUp({ http = fetch as Fetch } = {}) {
  const clock = createFakeClock(Date.parse('2026-03-04T13:10:00Z'))
  const added: string[] = []
  const connections = createConnections({
    ...{ http, clock, reach: () => null },
    check: (json) => parseProfile(json, 'as typed'),
    add(json) {
      added.push(json)
      return { name: (JSON.parse(json) as { name: string }).name }
    },
    known: () => [],
  })
  const look = (address: string, more: object = {}) =>
    connections.look(window, { address, network: 'practice', name: '', file: null, ...more })
  return { clock, added, connections, look }
}

/** A server on loopback with scripted answers. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const CONFIG = { waitlist_enabled: false, outcomes_enabled: false }

/** A service that answers each path with a text, and the others with 404. */
function service(paths: Readonly<Record<string, string>>, requests: string[] = []): Promise<string> {
  return serve((request, response) => {
    const { url = '', headers } = request
    requests.push(`${request.method} ${url}${headers.authorization === undefined ? '' : ' with a token'}`)
    const text = paths[url]
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text ?? 'not found')
  })
}

describe('an inspection of the practice venue', () => {
  it('reports what it is and what it offers, and stores nothing', async () => {
    const venue = await startVenueProcess()
    onTestFinished(venue.stop)
    const { look, added } = setUp()
    const found = await look(venue.url, { name: 'mine' })
    expect(found).toMatchObject({
      ...{ name: 'mine', network: 'practice', url: venue.url, waitlist: false, file: null, off: [] },
      directOrders: { on: false, reason: expect.stringContaining('profile file') },
      odd: ['It runs on this computer.', expect.stringContaining('not encrypted')],
    })
    expect(found.families.map(({ family, state }) => `${family} ${state}`)).toEqual([
      'scalar offered',
      'binary offered',
      'outcome offered',
    ])
    for (const { markets } of found.families) expect(markets).toBeGreaterThan(0)
    // The venue began at this clock's time.
    expect(Math.abs(found.clockAheadMs ?? Number.NaN)).toBeLessThan(60_000)
    expect(added).toEqual([])
  })

  it('reports hidden families, and those that require sign-in, with the service’s message', async () => {
    const venue = await startVenueProcess('--mode', 'scalar', '--waitlist')
    onTestFinished(venue.stop)
    const { families, waitlist } = await setUp().look(venue.url)
    expect(waitlist).toBe(true)
    expect(families).toMatchObject([
      { family: 'scalar', state: 'offered', reason: null },
      { family: 'binary', state: 'absent', markets: null },
      { family: 'outcome', state: 'closed', reason: expect.stringContaining('access token') },
    ])
  })
})

describe('an inspection', () => {
  it('requests everything in the interface once, without a token', async () => {
    const requests: string[] = []
    const url = await service(
      { '/v1/runtime-config': JSON.stringify(CONFIG), '/v1/markets': '{"markets":[]}' },
      requests,
    )
    const { families } = await setUp().look(url)
    expect(requests.sort()).toEqual([
      'GET /v1/binary/bucket',
      'GET /v1/binary/markets',
      'GET /v1/bucket',
      'GET /v1/markets',
      'GET /v1/runtime-config',
    ])
    expect(families).toEqual([
      { family: 'scalar', state: 'offered', markets: 0, reason: null },
      { family: 'binary', state: 'absent', markets: null, reason: expect.stringContaining('404') },
      {
        family: 'outcome',
        state: 'absent',
        markets: null,
        reason: expect.stringContaining('reports outcome markets as off'),
      },
    ])
  })

  it('continues where one family cannot be read, and names the field', async () => {
    const url = await service({
      '/v1/runtime-config': JSON.stringify({ data: CONFIG }),
      '/v1/markets': '{"markets":[{"asset":"A","status":7}]}',
      '/v1/binary/markets': '<html>',
    })
    const { families } = await setUp().look(url)
    expect(families.slice(0, 2)).toMatchObject([
      { state: 'unread', reason: expect.stringContaining('markets[0].status') },
      { state: 'unread', reason: expect.stringContaining('not JSON') },
    ])
  })

  it.each([
    ['no service of this kind', {}, 'is not a venue that Isotherm supports'],
    ['a page', { '/v1/runtime-config': '<!doctype html>' }, 'is not JSON'],
    ['no object', { '/v1/runtime-config': '[1]' }, 'should be an object'],
    [
      'a field of the wrong type',
      { '/v1/runtime-config': '{"waitlist_enabled":"yes"}' },
      'waitlist_enabled should be true or false',
    ],
    ['a field that is missing', { '/v1/runtime-config': '{"waitlist_enabled":true}' }, 'outcomes_enabled is missing'],
    ['an answer without end', { '/v1/runtime-config': `"${'x'.repeat(5 * MIB)}"` }, 'larger than 4 MiB'],
  ])('that finds %s reports that, and nothing can be added', async (_, paths, text) => {
    const { look, connections } = setUp()
    await expect(look(await service(paths))).rejects.toMatchObject({
      ...{ code: 'not_found_there', about: 'address' },
      message: expect.stringContaining(text),
    })
    expect(() => connections.add(window, 'service-1')).toThrow('Check the venue again')
  })

  it('follows no redirect, and names its target', async () => {
    const followed: string[] = []
    const goal = await service({ '/v1/runtime-config': JSON.stringify(CONFIG) }, followed)
    const url = await serve((_, response) => response.writeHead(302, { location: `${goal}/v1/runtime-config` }).end())
    await expect(setUp().look(url)).rejects.toThrow(
      `redirects to ${new URL(goal).host} (302). Isotherm does not follow redirects`,
    )
    expect(followed).toEqual([])
  })

  it('waits no longer than its time limit for a missing answer', async () => {
    const { look, clock } = setUp()
    const request = Promise.withResolvers<void>()
    const url = await serve(() => request.resolve())
    const failed = expect(look(url)).rejects.toThrow('did not answer within 10 s')
    await request.promise
    await clock.advanceAsync(10_000)
    await failed
    expect(clock.waiting).toBe(0)
  })

  it.each([
    ['its own time limit', 0, 10_000],
    ['the time limit of the inspection', 9_000, 6_000],
  ])('reports a family that came too late by %s, and what it knows of the others', async (_, first, ms) => {
    const { look, clock } = setUp()
    const waiting = Promise.withResolvers<void>()
    const request = Promise.withResolvers<() => void>()
    let waits = 0
    const url = await serve(({ url: path }, response) => {
      if (path === '/v1/runtime-config') request.resolve(() => response.end(JSON.stringify(CONFIG)))
      else {
        // A body that begins, and drips.
        response.writeHead(200).write('{')
        waits += 1
        if (waits === 4) waiting.resolve()
      }
    })
    const looking = look(url)
    const answer = await request.promise
    await clock.advanceAsync(first)
    answer()
    await waiting.promise
    await clock.advanceAsync(ms)
    const { families, answeredInMs } = await looking
    const text = `within ${(first + ms) / 1000} s`
    expect(families.slice(0, 2)).toMatchObject([
      { state: 'unread', reason: expect.stringContaining(text) },
      { state: 'unread', reason: expect.stringContaining(text) },
    ])
    expect(families[2]).toMatchObject({ state: 'absent' })
    expect(answeredInMs).toBe(first)
    expect(clock.waiting).toBe(0)
  })

  it('ends when it is aborted, and requests nothing more', async () => {
    const { look, connections, clock } = setUp()
    const requests: string[] = []
    const isAsked = Promise.withResolvers<void>()
    const isCut = Promise.withResolvers<void>()
    const url = await serve((request) => {
      requests.push(request.url ?? '')
      request.socket.once('close', () => isCut.resolve())
      isAsked.resolve()
    })
    const failed = expect(look(url)).rejects.toMatchObject({ code: 'cancelled' })
    await isAsked.promise
    connections.cancel(window)
    await failed
    await isCut.promise
    expect(requests).toEqual(['/v1/runtime-config'])
    expect(clock.waiting).toBe(0)
    // Nothing is under way: that is not an error.
    connections.cancel(window)
  })

  it('is aborted for another one of the same window', async () => {
    const { look, clock } = setUp()
    const silent = await serve(() => undefined)
    const first = expect(look(silent)).rejects.toMatchObject({ code: 'cancelled' })
    const url = await service({ '/v1/runtime-config': JSON.stringify(CONFIG) })
    expect((await look(url)).url).toBe(url)
    await first
    expect(clock.waiting).toBe(0)
  })

  it('reports a missing answer, and a cut connection', async () => {
    const gone = createTcp().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    await expect(setUp().look(`http://127.0.0.1:${port}`)).rejects.toThrow('the connection was refused')
    const url = await serve((request) => request.socket.destroy())
    await expect(setUp().look(url)).rejects.toThrow('dropped before the answer was complete')
  })

  it.each([
    ['CERT_HAS_EXPIRED', 'it has expired (CERT_HAS_EXPIRED). Nothing was sent to it.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'it is self-signed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'it is for another host'],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of real.example is not trusted: its issuer is unknown to this computer (UNABLE_TO_VERIFY_LEAF_SIGNATURE). Nothing was sent to it.',
    ],
    ['ENOTFOUND', 'Host real.example not found (ENOTFOUND). Check the spelling and your network connection.'],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'real.example does not use https there (ERR_SSL_WRONG_VERSION_NUMBER). Check the address and port.',
    ],
    [
      'EHOSTUNREACH',
      'The connection to real.example dropped before the answer was complete (EHOSTUNREACH). Check the address and your network connection.',
    ],
  ])('explains %s', async (code, text) => {
    const http = (() => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } }))) as Fetch
    await expect(setUp({ http }).look('real.example', { network: 'testnet' })).rejects.toThrow(text)
  })

  it('shows the service’s text on one line, cut to a maximum length', async () => {
    const detail = `Down.\n\u202e${'x'.repeat(1000)}`
    const url = await serve((_, response) => response.writeHead(500).end(JSON.stringify({ detail })))
    const failed = await setUp()
      .look(url)
      .catch((error: Error) => error.message)
    expect(failed).toMatch(/answers with an error \(500\): Down\. x+…$/)
    expect(String(failed).length).toBeLessThan(320)
  })

  it.each([
    [{ address: 'http://real.example' }, 'address', 'Use https://'],
    [{ address: 'real.example', network: 'practice' }, 'network', 'on this computer'],
    [{ address: 'real.example', network: 'mainnet', name: '!' }, undefined, '"name"'],
  ])('of %j is refused before any request', async (request, about, text) => {
    const http = (() => Promise.reject(new Error('was asked'))) as Fetch
    const { look } = setUp({ http })
    const failed = look('', request).catch((error: unknown) => error)
    expect(await failed).toMatchObject({ message: expect.stringContaining(text), ...(about && { about }) })
  })
})

describe('an added service', () => {
  it('is exactly the last inspection of that window, once', async () => {
    const { look, connections, added } = setUp()
    const paths = { '/v1/runtime-config': JSON.stringify(CONFIG) }
    const [one, two] = await Promise.all([service(paths), service(paths)])
    const first = await look(one, { name: 'one' })
    const second = await look(`${two}/`, { name: ' two ' })
    expect(() => connections.add(window, first.id)).toThrow('Check the venue again')
    expect(() => connections.add({}, second.id)).toThrow('Check the venue again')
    expect(connections.add(window, second.id)).toEqual({ name: 'two' })
    expect(added.map((json) => JSON.parse(json))).toEqual([{ name: 'two', baseUrl: two, network: 'practice' }])
    expect(() => connections.add(window, second.id)).toThrow('Check the venue again')
  })

  it('is none once a later inspection has failed', async () => {
    const { look, connections } = setUp()
    const { id } = await look(await service({ '/v1/runtime-config': JSON.stringify(CONFIG) }))
    await look('').catch(() => undefined)
    expect(() => connections.add(window, id)).toThrow('Check the venue again')
  })

  it('can be added again where it could not be stored', async () => {
    const { look, connections, added } = setUp()
    const { id } = await look(await service({ '/v1/runtime-config': JSON.stringify(CONFIG) }))
    const { push } = added
    added.push = () => {
      throw new Error('the disk is full')
    }
    expect(() => connections.add(window, id)).toThrow('the disk is full')
    added.push = push
    expect(connections.add(window, id).name).toMatch(/^127\.0\.0\.1-\d+$/)
  })
})

describe('a deployment file', () => {
  const DOMAIN = { name: 'Orders', chainId: 42, verifyingContract: `0x${'ab'.repeat(20)}` }
  const directOrder = { domain: DOMAIN, types: { Order: [{ name: 'px', type: 'string' }] }, primaryType: 'Order' }
  const write = (value: unknown): string => {
    const path = join(folder, 'real.json')
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
    return path
  }

  it('provides the domain of direct orders and its routes, under the typed name', async () => {
    const url = await service({ '/v1/runtime-config': JSON.stringify(CONFIG), '/other': '[]' })
    const { connections, look, added } = setUp()
    const routes = { binaryMarkets: '/other', history: null, fees: null }
    const path = write(
      `\uFEFF${JSON.stringify({ name: 'real', baseUrl: url, network: 'practice', directOrder, routes })}`,
    )
    const file = await connections.takeFile(window, path)
    expect(file).toEqual({ id: file.id, file: 'real.json', name: 'real', network: 'practice', url })
    const found = await look(url, { name: 'mine', file: file.id })
    expect(found.directOrders).toEqual({
      on: true,
      domain: [
        { name: 'Name', value: 'Orders' },
        { name: 'Chain', value: '42' },
        { name: 'Contract', value: DOMAIN.verifyingContract },
      ],
    })
    expect(found).toMatchObject({
      file: 'real.json',
      off: [expect.stringMatching(/^Price history: off/), expect.stringMatching(/^Fee rates: off/)],
    })
    expect(found.families[1]).toMatchObject({ state: 'offered', markets: 0 })
    connections.add(window, found.id)
    expect(JSON.parse(added[0] ?? '')).toEqual({ name: 'mine', baseUrl: url, network: 'practice', directOrder, routes })
  })

  it.each([
    [
      { baseUrl: 'https://other.example', network: 'testnet' },
      'address',
      'real.json is for other.example, not for this address',
    ],
    [{ network: 'testnet' }, 'network', 'real.json is for testnet'],
  ])('of %j does not apply to another service', async (change, about, text) => {
    const { connections, look } = setUp()
    const path = write(Object.assign({ name: 'real', baseUrl: 'http://127.0.0.1:1', network: 'practice' }, change))
    const { id } = await connections.takeFile(window, path)
    await expect(look('http://127.0.0.1:1', { file: id })).rejects.toMatchObject({
      ...{ about, message: expect.stringContaining(text) },
    })
  })

  it.each([
    ['no JSON', '{', 'real.json is not JSON'],
    [
      'an unknown field',
      { name: 'x', baseUrl: 'https://x.example', network: 'mainnet', secret: 1 },
      '"secret" needs a newer Isotherm',
    ],
    ['an oversized text', ' '.repeat(100_001), 'is too large for a profile'],
  ])('of %s is refused by its name', async (_, value, text) => {
    await expect(setUp().connections.takeFile(window, write(value))).rejects.toMatchObject({
      ...{ about: 'file', message: expect.stringContaining(text) },
    })
  })

  it('that is pasted is read like a chosen one, and contacts nobody before an inspection', async () => {
    const { connections } = setUp()
    const json = JSON.stringify({ name: 'real', baseUrl: 'https://real.example', network: 'mainnet' })
    const pasted = connections.takeText(window, json)
    expect(pasted).toMatchObject({ file: 'the pasted profile', url: 'https://real.example', network: 'mainnet' })
    const request = { address: pasted.url, network: 'mainnet', name: '', file: pasted.id } as const
    expect(connections.profileOf(window, request)).toMatchObject({ baseUrl: 'https://real.example' })
    expect(() => connections.takeText(window, '{')).toThrow('the pasted profile is not JSON')
    expect(() => connections.takeText(window, json.replace('mainnet', 'practice'))).toThrow(
      'must not be practice: that is for a practice venue on this computer',
    )
  })

  it('that is invalid or missing is refused, and an earlier one is not used in its place', async () => {
    const { connections, look } = setUp()
    await expect(connections.takeFile(window, folder)).rejects.toThrow('is not a file')
    await expect(connections.takeFile(window, join(folder, 'none.json'))).rejects.toThrow('none.json could not be read')
    const path = write({ name: 'real', baseUrl: 'http://127.0.0.1:1', network: 'practice' })
    const { id } = await connections.takeFile(window, path)
    await connections.takeFile(window, path)
    await expect(look('http://127.0.0.1:1', { file: id })).rejects.toThrow(
      'Another profile file was chosen in the meantime. Choose this one again.',
    )
  })
})
