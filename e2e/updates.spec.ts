/** Updates for a trader: with a release host on this machine, and the bundled electron-updater itself. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { UPDATE_ACTS as ACTS } from '../src/updates/update-commands.ts'
import { bridgeOf } from './support/bridge.ts'
import { writeProfile } from './support/profile.ts'
import { FEED, type Releases, RUNNING, startReleases } from './support/releases.ts'
import { panel, ready, statusBar } from './support/screen.ts'
import { launch, newDataDir, type Terminal, underElectron } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader } from './support/trader.ts'
import { startVenue } from './support/venue.ts'

test.skip(process.platform !== 'linux' || underElectron, 'the terminal takes itself for an AppImage here')

const NEW = '#!/bin/sh\nexit 0\n'
/** Allows for fractions of a pixel. */
const WHOLE = { ratio: 0.98 }
const updates = (page: Page) => page.getByRole('region', { name: 'Updates', exact: true })
const button = (page: Page, name: string) => updates(page).getByRole('button', { name, exact: true })

async function openUpdates(page: Page): Promise<void> {
  await ready(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('show updates')
  await page.keyboard.press('Enter')
  await expect(updates(page)).toBeInViewport()
}

let releases: Releases
let terminal: Terminal
test.beforeEach(async () => {
  releases = await startReleases()
})
test.afterEach(async () => {
  await terminal.quit()
  await releases.server.close()
})

test('a signed release is found, downloaded, and installed by the trader’s own restart', async () => {
  releases.put('9.9.9', NEW, { notes: JSON.stringify('Depth is drawn faster.\nExits say their age.') })
  terminal = await launch({ env: releases.env })
  const { page } = terminal
  await openUpdates(page)
  await expect(updates(page)).toContainText('Not checked yet')
  await button(page, ACTS.check).click()
  await expect(updates(page)).toContainText('9.9.9 is available')
  await expect(updates(page)).toContainText('Exits say their age.')
  await expect(statusBar(page).getByRole('button', { name: 'Update 9.9.9' })).toBeVisible()
  await button(page, ACTS.download).click()
  await expect(updates(page)).toContainText('9.9.9 is ready')
  await expect(statusBar(page).getByRole('button', { name: 'Update ready' })).toBeVisible()

  // Answering no changes nothing.
  await button(page, ACTS.restart).click()
  await expect
    .poll(async () => (await terminal.boxes.shown()).map(({ message }) => message))
    .toEqual(['Restart to update to 9.9.9?'])
  expect(readFileSync(releases.appImage, 'utf8')).toBe('old')

  await terminal.boxes.press('Restart')
  await button(page, ACTS.restart).click()
  await terminal.ended
  expect(terminal.output()).toContain(`would start again: ${releases.appImage}`)
  expect(readFileSync(releases.appImage, 'utf8')).toBe(NEW)
  const kept = JSON.parse(readFileSync(join(terminal.userDataDir, 'updates.json'), 'utf8'))
  expect(kept).toMatchObject({ installing: '9.9.9', failed: null, notes: { version: '9.9.9' } })
})

test('a feed with another signature is reported, and nothing of it can be downloaded', async () => {
  releases.put('9.9.9', NEW)
  const signature = releases.server.serves.get(`${FEED}.sig`) as string
  releases.put('9.9.8', NEW)
  releases.server.serves.set(`${FEED}.sig`, signature)
  terminal = await launch({ env: releases.env })
  const { page } = terminal
  await openUpdates(page)
  await button(page, ACTS.check).click()
  await expect(updates(page)).toContainText('is not signed by a release key of this terminal')
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Update not trusted')
  await expect(button(page, ACTS.download)).toHaveCount(0)
  const refused = await page.evaluate(() => window.terminal?.downloadUpdate({}))
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_ready' } })
  releases.put('9.9.9', NEW)
  await button(page, ACTS.check).click()
  await expect(updates(page)).toContainText('9.9.9 is available')
  await expect(page.getByText('Update not trusted')).toHaveCount(0)
})

test('Show updates keeps the section in view while the content above it loads', async () => {
  const venue = await startVenue()
  terminal = await launch({ profile: writeProfile(venue.url), env: { ...releases.env, ...NO_KEYCHAIN } })
  try {
    const { page } = terminal
    await importSecrets(bridgeOf(page), await newTrader(venue), terminal.boxes)
    await ready(page)
    const loading = panel(page, 'Account').getByLabel(/^Loading/)
    const end = updates(page).getByText('Check automatically every six hours')
    const above = () => updates(page).evaluate((section) => (section as HTMLElement).offsetTop)
    let before = 0
    await venue.control('faults', { latency_ms: 100 })
    // The venue does not answer while its time is stopped.
    await terminal.clock(venue).still(async () => {
      await openUpdates(page)
      await expect(loading).not.toHaveCount(0)
      await expect(end).toBeInViewport(WHOLE)
      before = await above()
    })
    await expect(loading).toHaveCount(0)
    expect(await above()).toBeGreaterThan(before)
    await expect(end).toBeInViewport(WHOLE)
  } finally {
    await venue.stop()
  }
})

test('release notes are shown once after a version change', async () => {
  const userDataDir = newDataDir()
  const notes = { version: RUNNING, text: 'Depth is drawn faster.' }
  const kept = { terminal: 'this one', highestSeen: { stable: RUNNING, beta: null }, installing: RUNNING, notes }
  writeFileSync(join(userDataDir, 'updates.json'), JSON.stringify(kept))
  terminal = await launch({ env: releases.env, userDataDir })
  const news = (page: Page) => page.getByRole('region', { name: 'What is new', exact: true })
  await expect(news(terminal.page)).toContainText('Depth is drawn faster.')
  await news(terminal.page).getByRole('button', { name: 'Dismiss release notes' }).click()
  await expect(news(terminal.page)).toHaveCount(0)
  await terminal.quit()
  terminal = await launch({ env: releases.env, userDataDir })
  await ready(terminal.page)
  await expect(news(terminal.page)).toHaveCount(0)
})

test('a terminal run from source says why it does not update itself', async () => {
  terminal = await launch()
  await openUpdates(terminal.page)
  await expect(updates(terminal.page)).toContainText('Updates are off')
  await expect(updates(terminal.page)).toContainText('Isotherm runs from source.')
  await expect(button(terminal.page, ACTS.check)).toBeDisabled()
})
