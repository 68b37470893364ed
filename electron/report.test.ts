import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeBlock, safeText } from '../contract/safe-text.ts'
import { DEFAULT_SETTINGS } from '../contract/settings-table.ts'
import { runs, SEED } from '../contract/testing/property-runs.ts'
import { millis } from '../contract/time.ts'
import { beforeItsEnd, UNBOUNDED } from './log/testing/patterns.ts'
import { problemReport, REPORT_PATTERNS, type ReportFacts, redactReport } from './report.ts'

const FACTS: ReportFacts = {
  at: '2026-03-04T13:10:00.000Z',
  version: '1.2.3',
  system: 'linux 6.1, x64',
  runtime: ['electron 45.0.0', 'node 24.0.0'],
  deployment: ['connection live'],
  settings: { ...DEFAULT_SETTINGS, theme: 'light' },
  actions: { done: 12, refused: 1 },
  notices: [],
  log: [],
  homes: ['/home/jane'],
}
const line = (facts: object): string =>
  JSON.stringify({ level: 40, time: '2026-03-04T13:09:00.000Z', ...facts, msg: 'an order was refused' })

describe('a problem report', () => {
  it('has the system, changed settings, the limits, the actions by state, notices and the log', () => {
    const text = problemReport({ ...FACTS, log: [line({})] }, false)
    for (const message of [
      'version 1.2.3',
      'connection live',
      'Theme: Light',
      'orderValue: 250000',
      'done 12',
      'refused 1',
    ])
      expect(text).toContain(message)
    expect(text).toContain('2026-03-04T13:09:00.000Z warn an order was refused')
  })

  it('names no order unless the trader wants the details', () => {
    const figure = fc.integer({ min: 100_000, max: 999_999 }).map((number) => `${number}.25`)
    fc.assert(
      fc.property(figure, figure, (price, size) => {
        const err = {
          type: 'Error',
          message: `Buy ${size} at ${price}`,
          stack: `Error: ${size}\n    at f (main.js:1:2)`,
        }
        const facts = {
          ...FACTS,
          notices: [
            {
              level: 'warning' as const,
              title: safeText(`Sold ${size} of NYCTMP1`),
              detail: safeBlock(`at ${price}`),
              at: millis(0),
            },
          ],
          log: [line({ err, price, body: { size } }), `no JSON ${price}`],
        }
        const bare = problemReport(facts, false)
        expect(bare).not.toContain(price)
        expect(bare).not.toContain(size)
        expect(bare).toContain('at f (main.js:1:2)')
        expect(problemReport(facts, true)).toContain(`Sold ${size} of NYCTMP1: at ${price}`)
      }),
      { numRuns: runs(50, 1000), seed: SEED },
    )
  })

  it('has secrets removed from every part of it', () => {
    const key = 'ab12'.repeat(16)
    const facts = {
      ...FACTS,
      deployment: [`refused for ${key}`],
      notices: [{ level: 'error' as const, title: safeText(key), detail: safeBlock(`Bearer ${key}`), at: millis(0) }],
      log: [line({ key, path: '/home/jane/x' })],
    }
    for (const details of [true, false]) {
      const text = problemReport(facts, details)
      expect(text).not.toContain(key)
      expect(text).not.toContain('jane')
    }
  })

  it('is never longer than its limit, and drops the oldest lines of the log first', () => {
    const many = Array.from({ length: 3000 }, (_, i) => line({ i }))
    const notices = Array.from({ length: 90 }, () => ({
      ...{ level: 'info' as const, title: safeText('Long'), at: millis(0) },
      detail: safeBlock('word. '.repeat(2000)),
    }))
    const text = problemReport({ ...FACTS, notices, log: [...many, line({ last: 'kept' })] }, true)
    expect(text.length).toBeLessThanOrEqual(120_000)
    expect(text).toContain('"last":"kept"')
    expect(text).not.toContain('"i":0,')
    expect(text).toContain('older lines omitted')
  })
})

const HOMES = ['/home/jane', '/home/jane/.config/Isotherm', 'C:\\Users\\jane']
const clean = (text: string): string => redactReport(text, HOMES)

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const base64url = (least: number) =>
  fc
    .string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'),
      minLength: least,
      maxLength: 90,
    })
    .map((text) => `a${text}7`)
const label = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 8 })

/** Texts that must be removed, and their possible forms. */
const SECRETS = {
  'a private key': hex(64).map((key) => [key, `0x${key}`]),
  'a token of three parts': fc
    .tuple(base64url(10), base64url(30), base64url(30))
    .map(([a, b, c]) => [`${b}.${c}`, `eyJ${a}.${b}.${c}`]),
  'a bearer header': base64url(8).map((token) => [token, `Authorization: Bearer ${token}`]),
  'a wallet’s phrase': fc
    .array(label, { minLength: 12, maxLength: 24 })
    .map((terms) => [terms.join(' '), terms.join(' ')]),
  'a wallet’s phrase as a list': fc
    .array(label, { minLength: 12, maxLength: 24 })
    .map((terms) => [terms.slice(1, -1).join('","'), JSON.stringify(terms)]),
  'a wallet’s phrase with numbers': fc
    .array(label, { minLength: 12, maxLength: 24 })
    .map((terms) => [terms.at(-2) ?? '', terms.map((one, i) => `${i + 1}. ${one.toUpperCase()}`).join(' ')])
    .map(([last, written]) => [`. ${(last ?? '').toUpperCase()} `, written ?? '']),
  'a key in groups of hex': hex(64).map((key) => {
    const groups = (key.match(/.{8}/g) ?? []).join(' ')
    return [groups, groups]
  }),
  'a key as a list of bytes': fc
    .array(fc.integer({ min: 0, max: 255 }), { minLength: 32, maxLength: 32 })
    .map((bytes) => [bytes.join(','), JSON.stringify(bytes)]),
  'an access token of few characters': base64url(8).map((token) => [token, `"access_token": "${token}"`]),
  'the password of a URL': base64url(8).map((secret) => [secret, `https://jane:${secret}@alpha.example/v1`]),
  'the path of a webhook': base64url(8).map((secret) => [secret, `https://hooks.example/services/T0/${secret}`]),
  'the query of a URL': base64url(8).map((secret) => [secret, `wss://alpha.example/ws?key=${secret}`]),
  'the topic of ntfy': label.map((topic) => [`/${topic}`, `https://ntfy.example/${topic}`]),
  'a long value': base64url(32).map((secret) => [secret, secret]),
  'the middle of an address': hex(40).map((address) => [address.slice(4, 36), `0x${address}`]),
  'a mail address': fc.tuple(label, label).map(([name, host]) => [`${name}@`, `${name}@${host}.example`]),
} as const

describe('the redaction of a report', () => {
  for (const [what, secrets] of Object.entries(SECRETS)) {
    it(`removes ${what} anywhere`, () => {
      const around = fc.constantFrom('', ' ', '"', "'", '(', '{"a":"', 'at=', '\n')
      const behind = fc.constantFrom(' ', '"', "'", ')', '"}', '\n')
      fc.assert(
        fc.property(secrets, around, behind, ([secret = '', written = ''], before, after) => {
          expect(clean(`12${before === '' ? ' ' : before}${written}${after} and on`)).not.toContain(secret)
        }),
        { numRuns: runs(300, 5000), seed: SEED },
      )
    })
  }

  it('removes the location of the user’s files, with any slashes', () => {
    expect(clean('at /home/jane/.config/Isotherm/log and /home/jane/x')).toBe('at ~/log and ~/x')
    expect(clean('at C:\\Users\\jane\\x, "C:\\\\Users\\\\jane\\\\x", C:/Users/jane/x')).toBe('at ~\\x, "~\\\\x", ~/x')
  })

  it.each([
    'NYCTMP1 at 535.679, 10,000.00 USDC, 2026-03-04T13:10:00.000Z',
    'action 7d3f0a1e-2b4c-4d5e-8f60-718293a4b5c6 was refused',
    'The order is worth 250 USDC; this terminal’s limit for one order is 100 USDC.',
    'wss://api.alpha.example:8443 closed with 1006',
    'at readPast (main.js:41949:12)',
  ])('removes nothing of: %s', (text) => {
    expect(clean(text)).toBe(text)
  })

  it('keeps the host of a URL, and the ends of an address', () => {
    expect(clean('https://alpha.example:8443/v1/orders?x=1')).toBe('https://alpha.example:8443/[removed]')
    expect(clean('of 0x1234567890123456789012345678901234567890')).toBe('of 0x1234…7890')
  })

  it('takes time in proportion to the text: a repetition without an upper bound ends its pattern', () => {
    for (const [{ source }] of REPORT_PATTERNS) expect(beforeItsEnd(source), source).not.toMatch(UNBOUNDED)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(SECRETS)), ([, written = '']) => {
        expect(clean(clean(`x ${written} y`))).toBe(clean(`x ${written} y`))
      }),
      { numRuns: runs(300, 5000), seed: SEED },
    )
  })
})
