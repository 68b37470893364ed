/** Remote notifications: confirmed in a native dialog, sent like local ones, forgotten, and the final message of a terminal that quits. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { violations } from './support/axe.ts'
import { type Listener, listen } from './support/listener.ts'
import { writeProfile } from './support/profile.ts'
import { check, showPanel, statusBar } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

test.describe('remote notifications', () => {
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let terminal: Terminal
  let page: Page
  let elsewhere: Listener
  let degrees = 0

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '1440'])
    terminal = await launch({ profile: writeProfile(venue.url), env: NO_KEYCHAIN })
    elsewhere = await listen()
    page = terminal.page
    await expect(statusBar(page)).toContainText(BARS.live)
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    degrees = Number(mark) - 500
  })
  test.afterAll(async () => {
    await terminal.quit()
    await venue.stop()
    elsewhere.close()
  })

  const dialog = (): Locator => page.getByRole('dialog', { name: 'Remote notifications' })
  const place = (name: string): Locator => dialog().getByRole('region', { name, exact: true })
  async function open(): Promise<void> {
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('button', { name: 'Remote notifications…' }).click()
    await expect(place('Webhook')).toBeVisible()
  }
  async function close(): Promise<void> {
    await page.keyboard.press('Escape')
    await expect(dialog()).toHaveCount(0)
  }

  /** Fires an alert on the temperature, one degree further each time. */
  async function fireAlert(): Promise<void> {
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
    await check(alerts.getByRole('radio', { name: 'Rises to' }))
    await alerts.getByRole('textbox', { name: 'Value' }).fill((degrees + 1).toFixed(1))
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    const row = alerts.getByRole('row', { name: new RegExp(`rises to ${(degrees + 1).toFixed(1)}`) })
    await expect(row).toContainText('On')
    degrees += 2
    await venue.control('oracle', { temperature_f: Number(degrees.toFixed(2)) })
    await expect(row).toContainText('Fired')
  }

  test('refuse an address with a message, and use one only after a yes in a dialog that names just its host', async () => {
    await open()
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await place('Webhook').getByRole('button', { name: 'Set up: Webhook' }).click()
    const field = place('Webhook').getByLabel('Webhook address')
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill('http://hooks.example/planted-path')
    await field.press('Enter')
    await expect(place('Webhook').getByRole('alert')).toContainText('must start with https://')
    expect(await terminal.boxes.shown()).toEqual([])

    await field.fill(`${elsewhere.url}/planted-path`)
    await field.press('Enter')
    await expect(place('Webhook').getByRole('alert')).toContainText('You canceled')
    const host = new URL(elsewhere.url).host
    expect((await terminal.boxes.shown()).at(-1)?.message).toBe(`Send notifications to ${host}?`)

    await terminal.boxes.press('Send notifications')
    await place('Webhook').getByRole('button', { name: 'Use address…' }).click()
    await expect(place('Webhook')).toContainText(`Sends to ${host}`)
    await terminal.boxes.press()
    await expect(field).toHaveCount(0)
    expect(await page.content()).not.toContain('planted-path')
    expect(JSON.stringify(await terminal.boxes.shown())).not.toContain('planted-path')
  })

  test('report the result of a test', async () => {
    const button = place('Webhook').getByRole('button', { name: 'Send a test: Webhook' })
    await button.click()
    await expect(place('Webhook')).toContainText('accepted it.')
    expect(elsewhere.notified.at(-1)).toMatchObject({
      ...{ method: 'POST', path: '/planted-path' },
      body: { source: 'isotherm', title: 'Test from Isotherm' },
    })
    elsewhere.answer(404)
    await button.click()
    await expect(place('Webhook')).toContainText('The test failed')
    await expect(place('Webhook')).toContainText('answered 404')
    elsewhere.answer(200)
    await button.click()
    await expect(place('Webhook')).toContainText('accepted it.')
    await close()
  })

  test('send a fired alert, without its figures', async () => {
    const before = elsewhere.notified.length
    await fireAlert()
    await expect
      .poll(() => elsewhere.notified.slice(before).map(({ body }) => body?.title))
      .toEqual(['Temperature rises to … °F'])
    expect(elsewhere.notified.at(-1)?.body).not.toHaveProperty('detail')
  })

  test("include the alert's text when details are chosen", async () => {
    await open()
    await dialog()
      .getByRole('checkbox', { name: /^Include details/ })
      .click()
    await expect(dialog().getByRole('checkbox', { name: /^Include details/ })).toBeChecked()
    await close()
    const before = elsewhere.notified.length
    await fireAlert()
    await expect
      .poll(() => elsewhere.notified.slice(before).map(({ body }) => body?.detail))
      .toEqual([expect.stringMatching(/rose to .* °F/)])
  })

  test('send nothing to a forgotten address', async () => {
    await open()
    await terminal.boxes.press('Forget')
    await place('Webhook').getByRole('button', { name: 'Forget: Webhook' }).click()
    await expect(place('Webhook')).toContainText('Not set up')
    await terminal.boxes.press()
    await close()
    const before = elsewhere.notified.length
    await fireAlert()
    // Another target receives it, which shows that the first would have by now.
    await open()
    await terminal.boxes.press('Send notifications')
    await place('ntfy').getByRole('button', { name: 'Set up: ntfy' }).click()
    await place('ntfy').getByLabel('Server', { exact: true }).fill(elsewhere.url)
    await place('ntfy').getByLabel('Topic').fill('planted-topic')
    await place('ntfy').getByRole('button', { name: 'Use address…' }).click()
    await expect(place('ntfy')).toContainText('Sends to')
    await terminal.boxes.press()
    await close()
    await fireAlert()
    await expect
      .poll(() => elsewhere.notified.slice(before).map(({ path, body }) => [path, body?.topic]))
      .toEqual([['/', 'planted-topic']])
  })

  test('send a heartbeat as soon as automated orders are active, and a final message when the terminal quits', async () => {
    await open()
    await terminal.boxes.press('Send heartbeats')
    await place('Heartbeat').getByRole('button', { name: 'Set up: Heartbeat' }).click()
    await place('Heartbeat').getByLabel('Ping address').fill(`${elsewhere.url}/planted-ping`)
    await place('Heartbeat').getByRole('button', { name: 'Use address…' }).click()
    await expect(place('Heartbeat')).toContainText('idle: nothing is watched')
    await close()
    const pings = () => elsewhere.notified.filter(({ path }) => path === '/planted-ping')
    expect(pings()).toEqual([])
    const alerts = await showPanel(page, 'Alerts')
    await alerts.getByRole('combobox', { name: 'When' }).selectOption('Temperature, °F')
    await alerts.getByRole('textbox', { name: 'Value' }).fill('199')
    await alerts.getByRole('button', { name: 'Add alert' }).click()
    await expect.poll(() => pings().map(({ method, body }) => [method, body])).toEqual([['GET', null]])
    await open()
    await expect(place('Heartbeat')).toContainText('Pings 127.0.0.1')
    await expect(place('Heartbeat')).toContainText('Last ping delivered')
    await close()

    const before = elsewhere.notified.length
    await terminal.quit()
    expect(elsewhere.notified.slice(before).map(({ body }) => [body?.title, body?.message])).toEqual([
      [
        'Isotherm closed with active exits or alerts',
        expect.stringContaining('Not watched until it runs again: 1 alert on '),
      ],
    ])
  })

  test('store no address in any file of the data folder', () => {
    const files = readdirSync(terminal.userDataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(terminal.userDataDir, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    expect(files.some((path) => path.endsWith('remote-notifications.json'))).toBe(true)
    for (const path of files) expect([path, readFileSync(path).includes('planted-')]).toEqual([path, false])
    expect(terminal.output()).not.toContain('planted-')
  })
})
