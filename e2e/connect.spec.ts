/** Connecting to a deployment by its address: typed, looked up, shown, added as found, and used. Nothing is saved before. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { violations } from './support/axe.ts'
import { bridgeOf } from './support/bridge.ts'
import { check, chooseInView, openPanel, ready, showPanel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Connect to a deployment' })
const inDialog = (page: Page) => violations(page, `document.querySelector('[role="dialog"]')`)

test.describe('connecting to a deployment', () => {
  let venue: TestVenue
  let terminal: Terminal
  let page: Page
  /** Redirects every client to the venue, or never answers. */
  let hostile: Server
  let hostileAt = ''
  const folder = mkdtempSync(join(tmpdir(), 'isotherm-connect-'))

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    hostile = createServer(({ url = '' }, response) => {
      if (url.startsWith('/slow')) return
      response.writeHead(302, { location: `${venue.url}${url}` }).end()
    }).listen(0, '127.0.0.1')
    await once(hostile, 'listening')
    hostileAt = `127.0.0.1:${(hostile.address() as AddressInfo).port}`
    terminal = await launch({ size: '1280x800', env: NO_KEYCHAIN })
    page = terminal.page
    await ready(page)
  })
  test.afterAll(async () => {
    await terminal?.quit()
    await venue?.stop()
    hostile?.closeAllConnections()
    hostile?.close()
    rmSync(folder, { recursive: true })
  })

  const profiles = (): string => {
    const file = join(terminal.userDataDir, 'profiles.json')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  const type = async (address: string, network: string | null): Promise<void> => {
    await form(page).getByRole('textbox', { name: 'Address' }).fill(address)
    if (network !== null) await check(form(page).getByRole('radio', { name: network }))
  }
  const look = () => form(page).getByRole('button', { name: 'Check', exact: true })

  test('starts in Account, where only the practice venue is listed, and shows an error at its field', async () => {
    const account = await openPanel(page, 'Account')
    await account.getByRole('button', { name: 'Connect to a deployment…' }).click()
    await expect(form(page).getByRole('textbox', { name: 'Address' })).toBeFocused()
    await expect(look()).toBeDisabled()
    expect(await inDialog(page)).toEqual([])

    await type('http://api.real.example', null)
    await look().click()
    await expect(form(page).getByRole('alert')).toContainText('Choose the network')
    await type('http://api.real.example', 'Testnet')
    await page.keyboard.press('Enter')
    await look().click()
    await expect(form(page).getByRole('alert')).toContainText('Use https://')

    await terminal.boxes.press('Check')
    await type(hostileAt, 'Practice')
    await look().click()
    await expect(form(page).getByRole('alert')).toContainText(
      `redirects to ${new URL(venue.url).host} (302). Isotherm does not follow redirects`,
    )
    expect(await inDialog(page)).toEqual([])

    await type(`${hostileAt}/slow`, null)
    await look().click()
    await expect(form(page).getByRole('status')).toContainText('Checking')
    await form(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(look()).toBeEnabled()
    await expect(form(page).getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form(page)).toHaveCount(0)
    expect(profiles()).toBe('')
  })

  test('shows a service before anything is saved, adds it as found, and uses it', async () => {
    await chooseInView(page, /^Connect to a deployment/)
    await type(new URL(venue.url).host, 'Practice')
    await page.keyboard.press('Tab')
    await form(page).getByRole('textbox', { name: 'Name in this terminal' }).fill('mine')
    await page.keyboard.press('Enter')

    const found = page.getByRole('dialog', { name: 'Add mine?' })
    await expect(found.locator('strong').first()).toHaveText(new URL(venue.url).host)
    await expect(found.getByRole('list', { name: 'Check carefully' })).toContainText('not encrypted')
    const markets = found.getByRole('list', { name: 'Markets' })
    for (const family of ['Scalar', 'Binary', 'Outcomes']) {
      await expect(markets.getByRole('listitem').filter({ hasText: family })).toContainText(/\d markets?/)
    }
    await expect(found).toContainText('Off: direct orders need a profile file')
    await expect(found).toContainText(/\d days behind this computer’s/)
    expect(await inDialog(page)).toEqual([])
    expect(profiles()).toBe('')
    // The page's own claims about it are ignored.
    expect(await bridgeOf(page).call('addFoundService', { id: 'service-999' })).toMatchObject({
      error: { code: 'look_again' },
    })

    const file = join(folder, 'from-the-venue.json')
    const profile = { name: 'other', baseUrl: venue.url, network: 'practice', directOrder: venue.directOrder }
    writeFileSync(file, JSON.stringify(profile))
    await terminal.boxes.open(file)
    await found.getByRole('button', { name: 'Choose a profile file…' }).click()
    await expect(form(page).getByRole('textbox', { name: 'Address' })).toHaveValue(venue.url)
    await expect(form(page)).toContainText('from-the-venue.json')
    await expect(form(page).getByRole('textbox', { name: 'Name in this terminal' })).toHaveValue('mine')
    await look().click()
    await expect(found.getByRole('term').filter({ hasText: 'Chain' })).toBeVisible()
    await expect(found).toContainText('On: your wallet signs them for this domain')
    expect(await inDialog(page)).toEqual([])

    await found.getByRole('button', { name: 'Add deployment' }).click()
    const added = page.getByRole('dialog', { name: 'mine was added' })
    await expect(added).toContainText('Not signed in there yet')
    expect(JSON.parse(profiles())).toMatchObject({ profiles: [{ ...profile, name: 'mine' }] })
    await terminal.boxes.open(null)

    const opening = terminal.nextPage()
    await added.getByRole('button', { name: 'Use it in this window' }).click()
    page = await opening
    await expect(page.getByRole('banner')).toContainText('Practice, mine')
    await expect(statusBar(page)).toContainText(BARS.live)
    await importSecrets(bridgeOf(page), await newTrader(venue), terminal.boxes)
    await ready(page)
    const account = await showPanel(page, 'Account')
    const deployments = account.getByRole('region', { name: 'Deployments' })
    await expect(deployments.getByRole('listitem').filter({ hasText: 'mine' })).toContainText('In this window')
  })

  test('contacts no address named by a window without a user gesture and the trader’s yes in a dialog', async () => {
    const before = (await terminal.boxes.shown()).length
    // The last gesture is too long ago, or was used for something else.
    await bridgeOf(page).call('lookAtService', { address: venue.url, network: 'practice', name: 'x', file: null })
    const answer = await bridgeOf(page).call('lookAtService', {
      ...{ address: venue.url, network: 'practice', name: 'third', file: null },
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'not_by_hand' } })
    // A page cannot even trigger the question.
    expect(await terminal.boxes.shown()).toHaveLength(before)
    await terminal.boxes.press()
    expect(
      await bridgeOf(page).press('lookAtService', { address: venue.url, network: 'practice', name: 'x', file: null }),
    ).toMatchObject({ ok: false, error: { code: 'declined' } })
    const [request] = (await terminal.boxes.shown()).slice(before)
    expect(request?.message).toBe(`Check what ${new URL(venue.url).host} offers?`)
    expect(request?.detail).toContain(`Host: ${new URL(venue.url).host}\nNetwork: practice`)
  })
})
