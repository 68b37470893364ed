/** Access, the agent, the browser wallet and several deployments in the panel "Account". */
import { request as httpRequest } from 'node:http'
import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as ACCOUNT } from '../src/panels/account/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { ready, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

/** Copies text to the clipboard as a user would, and imports it. */
async function importToken(page: Page, token: unknown): Promise<void> {
  await bridgeOf(page).copies(String(token))
  await account(page).getByRole('button', { name: 'Import access token from clipboard' }).click()
}
const account = (page: Page) => page.getByRole('region', { name: 'Account', exact: true })
const section = (page: Page, name: string) => account(page).getByRole('region', { name, exact: true })

async function openAccount(page: Page): Promise<void> {
  await statusBar(page)
    .getByRole('button')
    .filter({ hasNotText: /Max loss, all positions and orders|watched|Notices/ })
    .first()
    .click()
  await expect(account(page)).toBeVisible()
}

/** The newest address that the terminal wanted to open in the trader's browser. */
async function walletUrl(terminal: Terminal, before: number): Promise<string> {
  await expect.poll(() => terminal.addresses().length).toBeGreaterThan(before)
  return terminal.addresses().at(-1) ?? ''
}

/** Simulates the one-time page: loads it like a browser, and posts its answer. */
async function signAt(url: string, wallet: PrivateKeyAccount): Promise<number> {
  const { hostname, port, pathname, origin } = new URL(url)
  let cookie: string | undefined
  const send = (method: string, body: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = method === 'GET' ? {} : { origin, 'content-type': 'application/json', cookie }
      const request = httpRequest({ hostname, port, method, path: pathname, headers }, (response) => {
        cookie ??= response.headers['set-cookie']?.[0]?.split(';')[0]
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      request.on('error', reject)
      request.end(body)
    })
  const page = await send('GET', '')
  const data = JSON.parse(/id="request"[^>]*>(.*?)<\/script>/s.exec(page.text)?.[1] ?? '{}')
  const signature = await wallet.signTypedData(JSON.parse(data.typedData))
  const body = JSON.stringify({ page: data.page, kind: 'signed', account: wallet.address, signature })
  return (await send('POST', body)).status
}

test.describe('the account', () => {
  let venue: TestVenue
  let terminal: Terminal
  const wallet = privateKeyToAccount(generatePrivateKey())
  const other = privateKeyToAccount(generatePrivateKey())

  test.beforeAll(async () => {
    venue = await startVenue(['--waitlist'])
    terminal = await launch({ profile: writeProfile(venue.url, { network: 'testnet' }) })
  })
  test.afterAll(async () => {
    await terminal?.quit()
    await venue?.stop()
  })

  test('access from the waitlist to an agent approved by the browser wallet, to another deployment and back', async () => {
    let { page } = terminal
    const session = async (more: object) =>
      (await venue.control('session', { address: wallet.address, ...more })).accessToken

    await terminal.boxes.press('Store', 'Replace', 'Create key')
    await openAccount(page)
    await expect(section(page, 'Access')).toContainText('Signed out')

    await importToken(page, await session({ access: 'waitlisted' }))
    await expect(section(page, 'Access')).toContainText('On the waitlist')
    const form = page.getByRole('form', { name: 'Request access' })
    await form.getByLabel('Email').fill('not-an-address')
    await form.getByLabel('Note (optional)').fill('I trade weather.')
    await form.getByRole('button', { name: 'Request access' }).click()
    await expect(form.getByRole('alert')).toContainText('e-mail address')
    await expect(form.getByLabel('Note (optional)')).toHaveValue('I trade weather.')
    await form.getByLabel('Email').fill('trader@example.com')
    await form.getByRole('button', { name: 'Request access' }).click()
    await expect(form.getByRole('status')).toContainText('Venue status: received')

    await importToken(page, await session({ access: 'revoked' }))
    await expect(section(page, 'Access')).toContainText('Access revoked')

    await importToken(page, await session({ access: 'allowed', ttl_s: 240 }))
    await expect(section(page, 'Access')).toContainText('Trading allowed')
    await expect(statusBar(page)).toContainText(BARS.tokenEnds(''))
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Access token expires at')
    await importToken(page, await session({ access: 'allowed' }))
    await expect(statusBar(page)).not.toContainText(BARS.tokenEnds(''))

    // The ticket names the missing item, and links to where to get it.
    const wayOut = page.getByRole('region', { name: 'Order ticket' }).getByRole('button', { name: 'Open Account' })
    await expect(wayOut).toBeVisible()
    const agent = section(page, 'Agent wallet')
    await agent.getByRole('button', { name: ACCOUNT.approveAgent }).click()
    await expect(page.getByRole('status', { name: 'Waiting for your browser wallet' })).toContainText('Agent address')
    expect(await signAt(await walletUrl(terminal, 0), wallet)).toBe(200)
    await expect(agent).toContainText('Approved, expires in')
    await expect(wayOut).toHaveCount(0)
    const before = await agent.getByRole('definition').textContent()

    await agent.getByRole('button', { name: ACCOUNT.rotateKey }).click()
    expect(await signAt(await walletUrl(terminal, 1), other)).toBe(422)
    await expect(agent).toContainText('It was discarded')
    await expect(agent.getByRole('definition')).toHaveText(before ?? '')
    await agent.getByRole('button', { name: ACCOUNT.rotateKey }).click()
    expect(await signAt(await walletUrl(terminal, 2), wallet)).toBe(200)
    await expect(agent.getByRole('definition')).not.toHaveText(before ?? '')
    await expect(agent).toContainText('Approved, expires in')

    const deployments = section(page, 'Deployments')
    await deployments.getByText('Advanced: profile as JSON').click()
    await deployments
      .getByLabel('Profile as JSON')
      .fill('{ "name": "second", "baseUrl": "http://elsewhere.example", "network": "testnet" }')
    await deployments.getByRole('button', { name: 'Check profile…' }).click()
    await expect(deployments.getByRole('alert')).toContainText('baseUrl')
    await expect(deployments.getByLabel('Profile as JSON')).toHaveValue(/second/)

    const opening = terminal.nextPage()
    await deployments.getByRole('button', { name: 'Use practice' }).click()
    page = await opening
    await ready(page)
    const shown = await page.evaluate(() => document.documentElement.innerText.toLowerCase())
    expect(shown).not.toContain(wallet.address.slice(2, 8).toLowerCase())
    await expect(page.getByRole('banner')).toContainText('Practice')

    const back = terminal.nextPage()
    await openAccount(page)
    await section(page, 'Deployments').getByRole('button', { name: 'Use e2e' }).click()
    page = await back
    await openAccount(page)
    await expect(section(page, 'Agent wallet')).toContainText('Approved, expires in')
    await expect(section(page, 'Access')).toContainText(wallet.address.toLowerCase())
  })
})
