import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from './testing/socket-client.ts'
import { startTestVenue, type TestVenue } from './testing/test-venue.ts'

/** Callers: nobody, an e-mail address only, or a wallet at each level. */
const CALLERS = ['nobody', 'email', 'allowed', 'waitlisted', 'revoked'] as const
type Who = (typeof CALLERS)[number]
/** Result of a route for each of them: `in`, or the code of the refusal. */
type Row = readonly [nobody: string, email: string, allowed: string, waitlisted: string, revoked: string]

const OPEN: Row = ['in', 'in', 'in', 'in', 'in']
const ANY_TOKEN: Row = ['bad_token', 'in', 'in', 'in', 'in']
const ANY_WALLET: Row = ['bad_token', 'wallet_required', 'in', 'in', 'in']
const GUARDED: Row = ['bad_token', 'in', 'in', 'not_allowlisted', 'access_revoked']
const TRADERS: Row = ['bad_token', 'wallet_required', 'in', 'not_allowlisted', 'access_revoked']

/** Routes, and who is admitted without and with a waitlist. */
const table: [method: 'GET' | 'POST', path: string, without: Row, withIt: Row][] = [
  ['GET', '/v1/runtime-config', OPEN, OPEN],
  ['GET', '/v1/markets', OPEN, OPEN],
  ['GET', '/v1/bucket', OPEN, OPEN],
  ['GET', '/v1/book?asset=NYCTMP1', OPEN, OPEN],
  ['GET', '/v1/binary/markets', OPEN, OPEN],
  ['GET', '/v1/positions/:address', OPEN, OPEN],
  ['GET', '/v1/access/self', ANY_TOKEN, ANY_TOKEN],
  ['POST', '/v1/access/request', ANY_TOKEN, ANY_TOKEN],
  ...[
    '/v1/predict',
    '/v1/orders',
    '/v1/orders/prepare',
    '/v1/orders/submit',
    '/v1/orders/cancel/prepare',
    '/v1/orders/cancel/submit',
    '/v1/leverage/prepare',
    '/v1/leverage/submit',
    '/v1/agent/approve',
    '/v1/close',
    '/v1/binary/setup',
    '/v1/binary/predict',
    '/v1/binary/close',
    '/v1/outcomes/transfer/prepare',
    '/v1/outcomes/transfer/submit',
    '/v1/outcomes/orders/prepare',
    '/v1/outcomes/orders/submit',
    '/v1/outcomes/cancel/prepare',
    '/v1/outcomes/cancel/submit',
    '/v1/outcomes/conversions/prepare',
    '/v1/outcomes/conversions/submit',
  ].map((path): ['POST', string, Row, Row] => ['POST', path, ANY_WALLET, TRADERS]),
  ['GET', '/v1/outcomes/meta', OPEN, GUARDED],
  ['GET', '/v1/outcomes/price-history?coins=%2320260', OPEN, GUARDED],
  ['GET', '/v1/outcomes/orders/open/:address', ANY_TOKEN, GUARDED],
  ['POST', '/v1/outcomes/order-status', ANY_TOKEN, GUARDED],
  ['GET', '/v1/outcomes/conversions/history', ANY_WALLET, ANY_WALLET],
]

const REFUSALS = ['bad_token', 'wallet_required', 'not_allowlisted', 'access_revoked']
const STATUS: Record<string, number> = {
  bad_token: 401,
  wallet_required: 403,
  not_allowlisted: 403,
  access_revoked: 403,
}
const ADDRESS = `0x${'cd'.repeat(20)}`

describe.each([false, true])('with the waitlist on: %s', (waitlist) => {
  let venue: TestVenue
  const tokens: Partial<Record<Who, string>> = {}
  beforeAll(async () => {
    venue = await startTestVenue({ waitlist, requestsPerWindow: 1e6 })
    tokens.email = await venue.issueToken({ email: 'ada@isotherm.example' })
    for (const access of ['allowed', 'waitlisted', 'revoked'] as const) {
      const { address } = await venue.trader()
      tokens[access] = await venue.issueToken({ address, access })
    }
  })
  afterAll(() => venue.close())

  it.each(table)('%s %s admits the right callers', async (method, path, without, withIt) => {
    for (const [i, who] of CALLERS.entries()) {
      const at = path.replace(':address', ADDRESS)
      const reply = method === 'GET' ? await venue.get(at, tokens[who]) : await venue.post(at, {}, tokens[who])
      const verdict = REFUSALS.includes(reply.body.code) ? reply.body.code : 'in'
      expect([who, verdict]).toEqual([who, (waitlist ? withIt : without)[i]])
      if (verdict !== 'in') expect(reply.status).toBe(STATUS[verdict])
    }
  })

  it('the WebSocket accepts a token in the header and a short-lived one in the query', async () => {
    const expected = waitlist ? [401, 101, 101, 403, 403] : [101, 101, 101, 101, 101]
    for (const [i, who] of CALLERS.entries()) {
      const token = tokens[who]
      const ways = [
        new Client(venue.wsUrl, token === undefined ? {} : { authorization: `Bearer ${token}` }),
        new Client(venue.wsUrl + (token === undefined ? '' : `?token=${token}`)),
      ]
      for (const client of ways) {
        expect([who, await client.status()]).toEqual([who, expected[i]])
        client.socket.terminate()
      }
    }
  })

  it('no token appears in the log', () => {
    const text = venue.logged.join('\n')
    for (const token of Object.values(tokens)) expect(text).not.toContain(token)
  })
})
