/** The first steps: from a new terminal on the practice venue to a first order on a deployment, each as it really stands. */
import { expect, type Page, test } from '@playwright/test'
import { DEFAULT_LIMITS } from '../contract/limits.ts'
import { violations } from './support/axe.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { chooseInView, fillTicket, panel, ready } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

const list = (page: Page) => page.getByRole('dialog', { name: 'Getting started' })
const step = (page: Page, title: string) => list(page).getByRole('listitem', { name: title })
const stands = (page: Page, title: string, state: string) =>
  expect(step(page, title).getByRole('heading')).toHaveText(`${title} ${state}`)

test('a new trader finds the first steps, practises, and is led on to a deployment', async () => {
  const terminal = await launch({ size: '1280x800', env: NO_KEYCHAIN })
  const { page } = terminal
  try {
    await ready(page)
    await page.getByRole('region', { name: 'Templates' }).getByRole('button', { name: 'Getting started…' }).click()
    await expect(list(page)).toContainText('0 of 7 done.')
    await stands(page, 'Practise with play money', 'Next')
    await stands(page, 'Access token', 'Later')
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    // What leads on closes the list, and sends nothing.
    await step(page, 'Practise with play money').getByRole('button', { name: 'Go to the ticket' }).click()
    await expect(list(page)).toHaveCount(0)
    await expect(page.locator('[data-panel-id^="ticket"] :focus')).toHaveCount(1)
    const bid = await panel(page, 'Order book').locator('[data-side="bid"][data-level="0"]').textContent()
    const price = (Number(/\d+\.\d+/.exec(bid ?? '')?.[0]) - 3).toFixed(2)
    const ticket = await fillTicket(page, { price, size: '1', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect(panel(page, 'Activity')).toContainText('working')

    await chooseInView(page, /^Getting started/)
    await stands(page, 'Practise with play money', 'Done')
    await stands(page, 'Connect to a deployment', 'Next')
    await step(page, 'Connect to a deployment').getByRole('button', { name: 'Connect…' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Connect to a deployment' })).toBeVisible()
    await page.keyboard.press('Escape')

    // It is left at any moment, and its offer goes for good; the list does not.
    await page.getByRole('button', { name: 'Dismiss: other arrangements' }).click()
    await expect(page.getByRole('region', { name: 'Templates' })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('getting started')
    await page.keyboard.press('Enter')
    await expect(list(page)).toContainText('1 of 7 done.')
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
  } finally {
    await terminal.quit()
  }
})

test('on a deployment each step is as main has it, and a first order is remembered over a restart', async () => {
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const profile = writeProfile(venue.url, { network: 'testnet' })
  const userDataDir = newDataDir()
  let terminal = await launch({ size: '960x600', profile, userDataDir, env: NO_KEYCHAIN })
  try {
    let { page } = terminal
    const trader = await newTrader(venue)
    await chooseInView(page, /^Getting started/)
    await stands(page, 'Connect to a deployment', 'Done')
    await stands(page, 'Access token', 'Open')
    await stands(page, 'A first order of the least size', 'Later')
    await importSecrets(bridgeOf(page), trader, terminal.boxes)
    for (const title of ['Access token', 'A wallet with money in it']) await stands(page, title, 'Done')
    await stands(page, 'A first order of the least size', 'Later')
    await step(page, 'Approve the agent wallet').getByRole('button', { name: 'Go to it' }).click()
    await panel(page, 'Account').getByRole('button', { name: 'Approve agent' }).click()
    await ready(page)
    await chooseInView(page, /^Getting started/)
    await stands(page, 'Approve the agent wallet', 'Done')
    await expect(step(page, 'A first order of the least size')).toContainText(/Type 0\.0*1 contracts of NYCTMP\d/)
    await stands(page, 'Limits of your own', 'Open')
    const usual = Object.entries(DEFAULT_LIMITS).map(([field, value]) => [field, `${value ?? ''}`])
    expect(await bridgeOf(page).call('saveLimits', { ...Object.fromEntries(usual), dayLoss: '100' })).toMatchObject({
      ok: true,
    })
    await stands(page, 'Limits of your own', 'Done')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Arm window' }).click()
    await expect(page.getByRole('button', { name: /^Armed/ })).toBeVisible()
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const ticket = await fillTicket(page, { price: (Number(mark) - 5).toFixed(2), size: '0.01', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect(panel(page, 'Activity')).toContainText('working')
    await chooseInView(page, /^Getting started/)
    await stands(page, 'A first order of the least size', 'Done')
    await terminal.quit()

    terminal = await launch({ size: '960x600', profile, userDataDir, env: NO_KEYCHAIN })
    page = terminal.page
    await chooseInView(page, /^Getting started/)
    await stands(page, 'A first order of the least size', 'Done')
    await stands(page, 'Practise with play money', 'Next')
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
