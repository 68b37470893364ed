import { request as httpRequest } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../secrets/index.ts'
import { isSignedBy } from '../signing/index.ts'
import { createOpenExternal } from './open-external.ts'
import { ask, DIGEST, KEY, OTHER_KEY, REQUEST, SIGNER } from './testing/request.ts'
import { domainText, keySigner } from './user-signer.ts'

const ZERO = `0x${'0'.repeat(40)}`

describe('the one-time address', () => {
  /** A browser's cookie for the address, from the first load. */
  let kept: string | undefined
  beforeEach(() => {
    kept = undefined
  })
  /** Plain HTTP: `fetch` would not let a test forge host and origin. */
  const speak = (
    url: string,
    more: { method?: string; headers?: Record<string, string>; path?: string; body?: string },
  ) =>
    new Promise<{ status: number; text: string; csp: string }>((resolve, reject) => {
      const { hostname, port, pathname } = new URL(url)
      const { method = 'GET', path = pathname, body = '' } = more
      const headers = { ...(kept === undefined ? {} : { cookie: kept }), ...more.headers }
      const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
        const [cookie] = response.headers['set-cookie'] ?? []
        if (cookie !== undefined) {
          expect(cookie).toMatch(/^isotherm=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/sign\/[\w-]{43}$/)
          kept ??= cookie.split(';')[0]
        }
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        const csp = String(response.headers['content-security-policy'])
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, csp }))
      })
      request.on('error', reject)
      request.end(body)
    })
  const markOf = (html: string): string => /"page":"([\w-]+)"/.exec(html)?.[1] ?? ''
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    speak(url, {
      method: 'POST',
      headers: { origin: new URL(url).origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  it('is on loopback, cannot be guessed, and comes under a policy that allows nothing else', async () => {
    const { url, end, signer } = await ask()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign\/[\w-]{43}$/)
    const { status, csp } = await speak(url, {})
    expect(status).toBe(200)
    expect(csp).toMatch(/^default-src 'none'; script-src 'nonce-[\w-]+'; style-src 'nonce-[\w-]+'; connect-src 'self'/)
    signer.cancel()
    await end
  })

  it.each([
    ['another host', { headers: { host: 'evil.example' } }, 421],
    ['localhost by name', { headers: { host: 'localhost' } }, 421],
    ['another path', { path: '/sign/guess' }, 404],
    ['an external origin', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['no origin', { method: 'POST', headers: { 'content-type': 'application/json' } }, 403],
    ['a script of another site', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }, 403],
    ['another method', { method: 'PUT' }, 405],
    ['a frame', { headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } }, 403],
  ] as const)('refuses %s', async (_, more, status) => {
    const { url, end, signer } = await ask()
    expect((await speak(url, more)).status).toBe(status)
    expect(signer.pending()).not.toBeNull()
    signer.cancel()
    await end
  })

  it('accepts only the newest page, and only its messages', async () => {
    const { url, end, signer } = await ask()
    const first = markOf((await speak(url, {})).text)
    const second = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    expect((await post(url, { page: first, kind: 'signed', account: SIGNER, signature })).status).toBe(409)
    expect((await post(url, { page: second, kind: 'anything' })).status).toBe(400)
    expect((await post(url, { page: second }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(signer.pending()).not.toBeNull()
    // Wallets that return the parity as 0 or 1 are accepted.
    const odd = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`
    expect((await post(url, { page: second, kind: 'signed', account: SIGNER, signature: odd })).status).toBe(200)
    expect((await end).signature).toBe(signature)
  })

  it('shows and answers nothing to another reader of the address, after the trader or before', async () => {
    const { url, end, signer } = await ask()
    const page = markOf((await speak(url, {})).text)
    for (const headers of [{ cookie: '' }, { cookie: 'isotherm=guess' }, { cookie: `isotherm=${'x'.repeat(32)}` }]) {
      const looked = await speak(url, { headers })
      expect(looked.status).toBe(409)
      expect(looked.text).not.toContain('typedData')
      expect((await post(url, { page, kind: 'rejected', message: 'no' }, headers)).status).toBe(409)
    }
    expect(signer.pending()).not.toBeNull()
    // The trader's own page was not invalidated by any of it, and may be loaded again.
    const again = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    expect((await post(url, { page: again, kind: 'signed', account: SIGNER, signature })).status).toBe(200)
    expect((await end).signature).toBe(signature)
  })

  it('shows a note of the page on one line without direction marks', async () => {
    const { url, end, signer } = await ask()
    const page = markOf((await speak(url, {})).text)
    const message = 'first\r\nsecond\u0000 \u202ethird\u2066'
    expect((await post(url, { page, kind: 'note', message })).status).toBe(200)
    expect(signer.pending()?.note).toBe('first second third')
    signer.cancel()
    await end
  })

  it('accepts one signature of two that come at once', async () => {
    const { url, end } = await ask()
    const page = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    const message = { page, kind: 'signed', account: SIGNER, signature }
    const answers = await Promise.allSettled([post(url, message), post(url, message)])
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'closed'))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await end).signature).toBe(signature)
  })

  it('handles one request at a time', async () => {
    const { end, signer } = await ask()
    await expect(signer.sign(REQUEST)).rejects.toMatchObject({ code: 'wallet_busy' })
    signer.cancel()
    await end
  })
})

describe('the system that a signature is valid for', () => {
  it.each([
    [{ name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO }, 'Exchange, version 1, chain 1337'],
    [{ name: 'Orders', chainId: '0x66eee' }, 'Orders, chain 0x66eee'],
    [{ verifyingContract: SIGNER }, `contract ${SIGNER}`],
    [{}, 'anything (empty domain)'],
  ])('is described: %j', (domain, text) => {
    expect(domainText(domain as never)).toBe(text)
  })
})

describe('signing with the key in the keychain', () => {
  it('returns a signature of the wallet, and none for another wallet', async () => {
    const signature = await keySigner(new Secret(KEY)).sign(REQUEST)
    expect(await isSignedBy(DIGEST, signature, SIGNER)).toBe(true)
    await expect(keySigner(new Secret(OTHER_KEY)).sign(REQUEST)).rejects.toMatchObject({ code: 'wallet_mismatch' })
  })
})

describe('opening addresses', () => {
  const loopback = 'http://127.0.0.1:4000/sign/abc'

  function setUp({ display = true, hosts = ['docs.example'] } = {}) {
    const opened: string[] = []
    const printed: string[] = []
    const open = createOpenExternal({
      open: async (url) => void opened.push(url),
      print: (line) => void printed.push(line),
      display,
      hosts,
    })
    return { open, opened, printed }
  }

  it.each(['https://docs.example/a?b', loopback])('opens %s', async (url) => {
    const { open, opened } = setUp()
    await open(url, loopback)
    expect(opened).toEqual([url])
  })

  it.each([
    'http://docs.example/',
    'https://docs.example.evil.example/',
    'https://docs.example:8443/',
    'https://user@docs.example/',
    'http://127.0.0.1:4000/other',
    'http://127.0.0.1:4001/sign/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not an address',
  ])('refuses %s', async (url) => {
    const { open, opened } = setUp()
    await expect(open(url, loopback)).rejects.toMatchObject({ name: 'RefusedUrl' })
    expect(opened).toEqual([])
  })

  it('prints the address where there is no display', async () => {
    const { open, opened, printed } = setUp({ display: false, hosts: [] })
    await open(loopback, loopback)
    expect([printed, opened]).toEqual([[`open this in your browser: ${loopback}`], []])
  })
})
