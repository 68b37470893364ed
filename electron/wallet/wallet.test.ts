import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Address, Hex } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { Secret } from '../secrets/index.ts'
import { isSignedBy, userActionDigest } from '../signing/index.ts'
import { createBrowserSigner } from './browser-signer.ts'
import { createOpenExternal } from './open-external.ts'
import { domainWords, keySigner, type UserSignatureRequest } from './user-signer.ts'

const KEY: Hex = `0x${'42'.repeat(32)}`
const OTHER_KEY: Hex = `0x${'43'.repeat(32)}`
const addressFor = (key: Hex): Address => privateKeyToAccount(key).address.toLowerCase() as Address
const SIGNER = addressFor(KEY)
const ZERO = `0x${'0'.repeat(40)}`
const TYPE = 'HyperliquidTransaction:ApproveAgent'

const REQUEST: UserSignatureRequest = {
  signer: SIGNER,
  title: 'Approve the agent wallet <b>of</b> Isotherm',
  fields: [
    { name: 'Agent address', value: `0x${'ab'.repeat(20)}` },
    { name: 'Agent name', value: 'isotherm' },
  ],
  typedData: {
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: 0x66eee,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    },
    types: {
      [TYPE]: [
        { name: 'hyperliquidChain', type: 'string' },
        { name: 'agentAddress', type: 'address' },
        { name: 'agentName', type: 'string' },
        { name: 'nonce', type: 'uint64' },
      ],
    },
    primaryType: TYPE,
    message: { hyperliquidChain: 'Testnet', agentAddress: `0x${'ab'.repeat(20)}`, agentName: 'isotherm', nonce: 7 },
  },
}
const DIGEST = userActionDigest(REQUEST.typedData)

/** A request under way: its address, and how it ends. */
async function ask() {
  const clock = createFakeClock()
  const opened = Promise.withResolvers<string>()
  const signer = createBrowserSigner({
    clock,
    openExternal: async (url) => opened.resolve(url),
    randomText: (bytes) => randomBytes(bytes).toString('base64url'),
  })
  const end = signer.sign(REQUEST).then(
    (signature) => ({ signature, code: null, message: null }),
    (error: Error & { code: string }) => ({ signature: null, code: error.code, message: error.message }),
  )
  return { clock, signer, end, url: await opened.promise }
}

describe('signing in the browser wallet', () => {
  let browser: Browser
  const pages: Page[] = []

  beforeAll(async () => {
    const executablePath = process.env.ISOTHERM_CHROMIUM ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
  })
  afterAll(() => browser.close())

  /**
   * A page with a wallet in it, as an extension puts one there. `offers` is the account it gives, `signs` the key it really signs with;
   * `beside` is a page of the browser that it opens in, which is a browser of its own without.
   */
  async function walletPage(
    wallet: { offers?: Hex; signs?: Hex; refuses?: boolean; announced?: boolean },
    beside?: Page,
  ): Promise<Page> {
    const { offers = KEY, signs = KEY, refuses = false, announced = true } = wallet
    const page = await (beside?.context() ?? (await browser.newContext())).newPage()
    page.setDefaultTimeout(120_000)
    pages.push(page)
    const asked: unknown[] = []
    await page.exposeFunction('walletRequest', async ({ method, params }: { method: string; params?: string[] }) => {
      asked.push(method)
      if (method === 'eth_requestAccounts') return [privateKeyToAccount(offers).address]
      if (method === 'eth_chainId') return '0x66eee'
      if (method !== 'eth_signTypedData_v4') throw new Error(`no ${method}`)
      if (refuses) return { refused: { code: 4001, message: 'User rejected the request.' } }
      const data = JSON.parse(params?.[1] ?? '')
      return privateKeyToAccount(signs).signTypedData(data)
    })
    await page.addInitScript((announces) => {
      const provider = {
        request: async (input: unknown) => {
          const answer = await (window as unknown as { walletRequest(i: unknown): Promise<unknown> }).walletRequest(
            input,
          )
          const refused = (answer as { refused?: object } | null)?.refused
          if (refused !== undefined) throw refused
          return answer
        },
      }
      if (!announces) {
        Object.assign(window, { ethereum: provider })
        return
      }
      addEventListener('eip6963:requestProvider', () => {
        const info = { uuid: 'u-1', name: 'Test Wallet', icon: 'data:,', rdns: 'test.wallet' }
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
      })
    }, announced)
    return page
  }

  it('shows what is signed, takes one signature of the right wallet, and serves nothing afterwards', async () => {
    const { url, end, signer } = await ask()
    const goodFor = { name: 'Good for', value: 'HyperliquidSignTransaction, version 1, chain 421614' }
    expect(signer.pending()).toMatchObject({ title: REQUEST.title, fields: [...REQUEST.fields, goodFor], note: null })
    const page = await walletPage({})
    const violations: string[] = []
    page.on('console', (line) => void (line.type() === 'error' && violations.push(line.text())))
    await page.goto(url)
    expect(await page.locator('h1').textContent()).toBe(REQUEST.title)
    for (const { value } of [...REQUEST.fields, goodFor])
      expect(await page.locator('table').textContent()).toContain(value)
    expect(await page.locator('table').textContent()).toContain(SIGNER)
    await page.getByRole('button', { name: 'Sign with Test Wallet' }).click()
    await page.getByText('you can close this page').waitFor()
    const { signature } = await end
    expect(await isSignedBy(DIGEST, signature as Hex, SIGNER)).toBe(true)
    expect(signer.pending()).toBeNull()
    expect(violations).toEqual([])
    await expect(fetch(url)).rejects.toThrow()
  })

  it('finds a wallet that is only injected', async () => {
    const { url, end } = await ask()
    const page = await walletPage({ announced: false })
    await page.goto(url)
    await page.getByRole('button', { name: 'Sign with the wallet of this browser' }).click()
    expect((await end).signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  it('says in the page and in the terminal that the wallet offers another account, and goes on with the right one', async () => {
    const { url, end, signer } = await ask()
    const wrong = await walletPage({ offers: OTHER_KEY })
    await wrong.goto(url)
    await wrong.getByRole('button').click()
    await wrong.getByText(`this has to be signed by ${SIGNER}`).waitFor()
    expect(signer.pending()?.note?.toLowerCase()).toContain(addressFor(OTHER_KEY))
    const right = await walletPage({}, wrong)
    await right.goto(url)
    await right.getByRole('button').click()
    expect((await end).signature).not.toBeNull()
  })

  it('throws a signature of another key away, whatever account the wallet claims', async () => {
    const { url, end } = await ask()
    const page = await walletPage({ signs: OTHER_KEY })
    await page.goto(url)
    await page.getByRole('button').click()
    await page.getByText('It was thrown away').waitFor()
    expect(await end).toMatchObject({ signature: null, code: 'wrong_signature' })
  })

  it('ends when the trader declines in the wallet', async () => {
    const { url, end } = await ask()
    const page = await walletPage({ refuses: true })
    await page.goto(url)
    await page.getByRole('button').click()
    await page.getByText('You declined in your wallet').waitFor()
    expect(await end).toMatchObject({ code: 'wallet_rejected' })
  })

  it('a closed page ends by the time there is for it, or when it is given up in the terminal', async () => {
    const late = await ask()
    const page = await walletPage({})
    await page.goto(late.url)
    await page.close()
    await late.clock.advanceAsync(5 * 60_000 - 1)
    expect(late.signer.pending()).not.toBeNull()
    await late.clock.advanceAsync(1)
    expect(await late.end).toMatchObject({ code: 'wallet_timeout' })
    const given = await ask()
    given.signer.cancel()
    expect(await given.end).toMatchObject({ code: 'wallet_cancelled' })
    await expect(fetch(given.url)).rejects.toThrow()
  })

  it('a page of another origin cannot reach it, nor frame it', async () => {
    const { url, end, signer } = await ask()
    const page = await walletPage({})
    const frame = `<iframe src="${url}"></iframe>`
    await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: frame }))
    await page.goto('http://evil.example/')
    const reached = await page.evaluate(async (target) => {
      const send = (mode: RequestMode) =>
        fetch(target, { method: 'POST', mode, headers: { 'content-type': 'text/plain' }, body: '{}' }).then(
          () => 'sent',
          () => 'refused',
        )
      return [await send('cors'), await send('no-cors')]
    }, url)
    expect(reached[0]).toBe('refused')
    expect(await page.frames()[1]?.locator('#wallets').count()).toBe(0)
    expect(signer.pending()).not.toBeNull()
    signer.cancel()
    await end
  })
})

describe('the one-time address', () => {
  /** What a browser keeps of the address, as it came with the first load. */
  let kept: string | undefined
  beforeEach(() => {
    kept = undefined
  })
  /** Speaks HTTP by itself: `fetch` would not let a test lie about host and origin. */
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
    ['a foreign origin', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
    ['no origin', { method: 'POST', headers: { 'content-type': 'application/json' } }, 403],
    ['a script of another site', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }, 403],
    ['another method', { method: 'PUT' }, 405],
    ['a frame', { headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } }, 403],
  ] as const)('turns away %s', async (_, more, status) => {
    const { url, end, signer } = await ask()
    expect((await speak(url, more)).status).toBe(status)
    expect(signer.pending()).not.toBeNull()
    signer.cancel()
    await end
  })

  it('listens only to the newest page, and takes only what the page sends', async () => {
    const { url, end, signer } = await ask()
    const first = markOf((await speak(url, {})).text)
    const second = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    expect((await post(url, { page: first, kind: 'signed', account: SIGNER, signature })).status).toBe(409)
    expect((await post(url, { page: second, kind: 'anything' })).status).toBe(400)
    expect((await post(url, { page: second }, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(signer.pending()).not.toBeNull()
    // Wallets that give the parity as 0 or 1 are understood.
    const odd = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`
    expect((await post(url, { page: second, kind: 'signed', account: SIGNER, signature: odd })).status).toBe(200)
    expect((await end).signature).toBe(signature)
  })

  it('section 7: who reads the address elsewhere, after the trader or before, sees and answers nothing in the trader’s place', async () => {
    const { url, end, signer } = await ask()
    const page = markOf((await speak(url, {})).text)
    for (const headers of [{ cookie: '' }, { cookie: 'isotherm=guess' }, { cookie: `isotherm=${'x'.repeat(32)}` }]) {
      const looked = await speak(url, { headers })
      expect(looked.status).toBe(409)
      expect(looked.text).not.toContain('typedData')
      expect((await post(url, { page, kind: 'rejected', message: 'no' }, headers)).status).toBe(409)
    }
    expect(signer.pending()).not.toBeNull()
    // The trader's own page was not made void by any of it, and may be loaded again.
    const again = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    expect((await post(url, { page: again, kind: 'signed', account: SIGNER, signature })).status).toBe(200)
    expect((await end).signature).toBe(signature)
  })

  it('section 7: a note of the page is one line without marks that turn it round', async () => {
    const { url, end, signer } = await ask()
    const page = markOf((await speak(url, {})).text)
    const message = 'first\r\nsecond\u0000 \u202ethird\u2066'
    expect((await post(url, { page, kind: 'note', message })).status).toBe(200)
    expect(signer.pending()?.note).toBe('first second third')
    signer.cancel()
    await end
  })

  it('takes one signature of two that come at once', async () => {
    const { url, end } = await ask()
    const page = markOf((await speak(url, {})).text)
    const signature = await privateKeyToAccount(KEY).sign({ hash: DIGEST })
    const message = { page, kind: 'signed', account: SIGNER, signature }
    const answers = await Promise.allSettled([post(url, message), post(url, message)])
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'closed'))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await end).signature).toBe(signature)
  })

  it('one request at a time', async () => {
    const { end, signer } = await ask()
    await expect(signer.sign(REQUEST)).rejects.toMatchObject({ code: 'wallet_busy' })
    signer.cancel()
    await end
  })
})

describe('C4: for whom a signature is good', () => {
  it.each([
    [{ name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO }, 'Exchange, version 1, chain 1337'],
    [{ name: 'Orders', chainId: '0x66eee' }, 'Orders, chain 0x66eee'],
    [{ verifyingContract: SIGNER }, `contract ${SIGNER}`],
    [{}, 'anything: its domain is empty'],
  ])('is said in words: %j', (domain, words) => {
    expect(domainWords(domain as never)).toBe(words)
  })
})

describe('signing with the key in the keychain', () => {
  it('gives a signature of the wallet, and none for another wallet', async () => {
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
