/** The page of a browser wallet in a real browser. */
import { type Browser, chromium, type Page } from 'playwright'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../contract/address.ts'
import { isSignedBy } from '../signing/index.ts'
import { ask, DIGEST, KEY, OTHER_KEY, REQUEST, SIGNER } from './testing/request.ts'

describe('signing in the browser wallet', () => {
  let browser: Browser
  const pages: Page[] = []

  beforeAll(async () => {
    const executablePath = process.env.ISOTHERM_CHROMIUM ?? '/usr/bin/chromium'
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
  })
  afterAll(() => browser.close())

  /**
   * A page with a wallet in it, as an extension injects one. `offers` is its account, `signs` the key it really signs with; `beside` is a page of the
   * browser that it opens in, default a separate browser.
   */
  async function walletPage(
    wallet: { offers?: Hex; signs?: Hex; refuses?: boolean; announced?: boolean },
    beside?: Page,
  ): Promise<Page> {
    const { offers = KEY, signs = KEY, refuses = false, announced = true } = wallet
    const page = await (beside?.context() ?? (await browser.newContext())).newPage()
    page.setDefaultTimeout(120_000)
    pages.push(page)
    const requests: unknown[] = []
    await page.exposeFunction('walletRequest', async ({ method, params }: { method: string; params?: string[] }) => {
      requests.push(method)
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
    const goodFor = { name: 'Valid for', value: 'HyperliquidSignTransaction, version 1, chain 421614' }
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
    await page.getByRole('button', { name: "Sign with this browser's wallet" }).click()
    expect((await end).signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  it('reports in the page and in the terminal that the wallet offers another account, and continues with the right one', async () => {
    const { url, end, signer } = await ask()
    const wrong = await walletPage({ offers: OTHER_KEY })
    await wrong.goto(url)
    await wrong.getByRole('button').click()
    await wrong.getByText(`this request must be signed by ${SIGNER}`).waitFor()
    expect(signer.pending()?.note?.toLowerCase()).toContain(privateKeyToAccount(OTHER_KEY).address.toLowerCase())
    const right = await walletPage({}, wrong)
    await right.goto(url)
    await right.getByRole('button').click()
    expect((await end).signature).not.toBeNull()
  })

  it('discards a signature of another key, for any account the wallet claims', async () => {
    const { url, end } = await ask()
    const page = await walletPage({ signs: OTHER_KEY })
    await page.goto(url)
    await page.getByRole('button').click()
    await page.getByText('It was discarded').waitFor()
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

  it('ends for a closed page by its time limit, or when it is canceled in the terminal', async () => {
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

  it('cannot be reached or framed by a page of another origin', async () => {
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
