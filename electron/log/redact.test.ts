import { inspect } from 'node:util'
import fc from 'fast-check'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { Secret } from '../secrets/index.ts'
import { PATTERNS, redact } from './redact.ts'
import { beforeItsEnd, UNBOUNDED } from './testing/patterns.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIweDAxIn0.c2lnbmF0dXJl-_x'
const KEY = `0x${'a1b2'.repeat(16)}`
const spaced = (header: string): string =>
  `${Buffer.from(header).toString('base64url')}.${Buffer.from('{"sub":1}').toString('base64url')}.c2lnbmF0dXJl`
const PLANTED = 'planted/secret+text'

describe('a secret', () => {
  it('prints as [secret], however it is printed', () => {
    const secret = new Secret(PLANTED)
    const printed = [
      String(secret),
      `${secret}`,
      `${'' as string}${secret as unknown as string}`,
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ nested: { secret } }, { depth: 9, showHidden: true }),
      inspect(new Error('x', { cause: secret })),
      JSON.stringify(Object.entries(secret)),
      JSON.stringify({ ...secret }),
    ]
    for (const text of printed) expect(text).not.toContain('planted')
    expect(String(secret)).toBe('[secret]')
    expect(secret.reveal()).toBe(PLANTED)
  })

  it('is lost, not shown, when it is cloned to another thread or window', () => {
    expect(inspect(structuredClone(new Secret(PLANTED)), { showHidden: true })).not.toContain('planted')
  })

  it('does not get into a log line', () => {
    const lines: string[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const secret = new Secret(PLANTED)
    logger.info({ secret, err: new Error('x', { cause: secret }) }, `with ${secret}`)
    expect(lines.join('')).not.toContain('planted')
    expect(lines.join('')).toContain('[secret]')
  })

  it('equals one with the same content', () => {
    expect(new Secret('a').equals(new Secret('a'))).toBe(true)
    expect(new Secret('a').equals(new Secret('b'))).toBe(false)
    expect(new Secret('a').equals(null)).toBe(false)
  })
})

describe('redaction', () => {
  it.each([
    [`GET /v1/ws?token=${PLANTED}&x=1`, 'GET /v1/ws?token=[secret]&x=1'],
    ['wss://h/ws?access_token=abc.def#f', 'wss://h/ws?access_token=[secret]#f'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer [secret]'],
    ['{"authorization":"bearer abc"}', '{"authorization":"bearer [secret]"}'],
    ['Bearer aBcDeF', 'Bearer [secret]'],
    ['bearer abcdefghijklmnopqrstuvwxyz', 'bearer [secret]'],
    ['bearer 12345', 'bearer [secret]'],
    ['"headers":"{\\"Authorization\\":\\"Bearer plain\\"}"', '"headers":"{\\"Authorization\\":\\"Bearer [secret]\\"}"'],
    ['authorization=Bearer%20plain', 'authorization=Bearer%20[secret]'],
    [`the token ${JWT} was refused`, 'the token [secret] was refused'],
    [`key ${KEY}.`, 'key [secret].'],
    [`key ${KEY.slice(2)}.`, 'key [secret].'],
    [`"${KEY.toUpperCase()}"`, '"[secret]"'],
    [`Bearer%20${JWT}`, 'Bearer%20[secret]'],
    [`Authorization%3A%20Bearer%20${JWT}`, 'Authorization%3A%20Bearer%20[secret]'],
    ['{"access_token":"abc123","b":1}', '{"access_token":"[secret]","b":1}'],
    ['{\\"access_token\\":\\"abc123\\"}', '{\\"access_token\\":\\"[secret]\\"}'],
    ['x-api-key: abc123', 'x-api-key: [secret]'],
    ['Cookie: session=abc123; theme=dark', 'Cookie: session=[secret]; theme=dark'],
    [`key ${Buffer.alloc(32, 7).toString('base64')}`, 'key [secret]'],
    // `{ "alg"`: a space after the brace.
    [`the token ${spaced('{ "alg":"HS256"}')} was refused`, 'the token [secret] was refused'],
    [`the token ${spaced('{\n"alg":"HS256"}')} was refused`, 'the token [secret] was refused'],
    [`two: ${JWT}.${JWT}`, 'two: [secret].[secret]'],
  ])('removes a likely secret: %s', (text, clean) => {
    expect(redact(text)).toBe(clean)
  })

  it.each([
    '0x3f00000000000000000000000000000000000a91',
    '0x17a5a40306205a0c6d60c7264153781c',
    // A signature: longer than a key. Without digits of a key in another test, since live keys are searched for everywhere.
    `0x${'5c3e9'.repeat(26)}`,
    'GET /v1/book?asset=NYCTMP1 503 stale_market_data',
    'no bearer was there',
    'tokens: 3',
    'The feed wants a bearer token.',
    'Bearer authentication is required (bearer JWT).',
    'a Bearer access-token, or none',
    'keyBinding.changed at moneyIn.cents, ewer.jugs',
  ])('leaves harmless text alone: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('takes time in proportion to the text: a repetition without an upper bound ends its pattern', () => {
    for (const [{ source }] of PATTERNS) expect(beforeItsEnd(source), source).not.toMatch(UNBOUNDED)
  })

  it('removes every live secret in every form and of any content', () => {
    const odd = new Secret('my "odd" secret/+é')
    const key = new Secret(`0x${'1f'.repeat(20)}`)
    const text = [
      odd.reveal(),
      encodeURIComponent(odd.reveal()),
      JSON.stringify({ odd: odd.reveal() }),
      key.reveal(),
      key.reveal().slice(2),
    ].join('\n')
    const clean = redact(text)
    expect(clean).not.toContain('odd\\"')
    expect(clean).not.toContain('my%20')
    expect(clean).not.toContain('my "odd"')
    expect(clean).not.toContain('1f1f')
    expect(odd.equals(key)).toBe(false)
  })

  it('hides a planted secret anywhere, and is idempotent', () => {
    const secret = new Secret('PlantedSecretText')
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const clean = redact(`${before}${secret.reveal()}${after}`)
        expect(clean).not.toContain(secret.reveal())
        expect(redact(clean)).toBe(clean)
      }),
    )
  })
})
