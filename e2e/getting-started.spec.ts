/** The first-run checklist of a deployment shows the real state of each step. */
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as ACCOUNT } from '../src/panels/account/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { chooseInView, fillTicket, panel, ready } from './support/screen.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

const list = (page: Page) => page.getByRole('dialog', { name: 'Getting started' })
const step = (page: Page, title: string) => list(page).getByRole('listitem', { name: title })
const expectState = (page: Page, title: string, state: string) =>
  expect(step(page, title).getByRole('heading')).toHaveText(`${title} ${state}`)

test('on a deployment each step follows main, and a first order is remembered across a restart', async () => {
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const profile = writeProfile(venue.url, { network: 'testnet' })
  const userDataDir = newDataDir()
  let terminal = await launch({ size: '960x600', profile, userDataDir, env: NO_KEYCHAIN })
  try {
    let { page } = terminal
    const trader = await newTrader(venue)
    await chooseInView(page, /^Getting started/)
    await importSecrets(bridgeOf(page), trader, terminal.boxes, false)
    for (const title of ['Access token', 'Funded wallet']) await expectState(page, title, 'Done')
    await expectState(page, 'Your first minimum-size order', 'Later')
    await step(page, 'Approve the agent').getByRole('button', { name: 'Open Account' }).click()
    await panel(page, 'Account').getByRole('button', { name: ACCOUNT.approveAgent }).click()
    await ready(page)
    await chooseInView(page, /^Getting started/)
    await expectState(page, 'Approve the agent', 'Done')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: BARS.arm }).click()
    await expect(page.getByRole('button', { name: /^Armed/ })).toBeVisible()
    const { current } = await venue.read<{ current: { asset: string } }>('/v1/bucket')
    const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${current.asset}`)
    const ticket = await fillTicket(page, { price: (Number(mark) - 5).toFixed(2), size: '0.01', tif: 'GTC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect(panel(page, 'Activity')).toContainText('working')
    await chooseInView(page, /^Getting started/)
    await expectState(page, 'Your first minimum-size order', 'Done')
    await terminal.quit()

    terminal = await launch({ size: '960x600', profile, userDataDir, env: NO_KEYCHAIN })
    page = terminal.page
    await chooseInView(page, /^Getting started/)
    await expectState(page, 'Your first minimum-size order', 'Done')
    await expectState(page, 'Practice with play money', 'Next')
  } finally {
    await terminal.quit()
    await venue.stop()
  }
})
