/**
 * The browser for the floor page: the program and the switches that the development host opens the terminal's windows with, started and
 * watched in the same way. Only the network differs: the terminal's windows have none, the floor page must reach its socket.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { Browser, createProfile, findChromium } from '../../chromium-host/index.ts'
import { WINDOW } from './window.ts'

/** Of a switch that is given twice the browser takes the last. */
const WITH_NETWORK = ['--host-resolver-rules=', '--proxy-server=direct://']

interface FloorBrowser {
  /** A window of the terminal's size that shows the floor page. */
  readonly page: Page
  close(): Promise<void>
}

/** @throws Error when there is no browser. */
export async function openFloor(url: string): Promise<FloorBrowser> {
  const found = findChromium(process.env)
  if ('problem' in found) throw new Error(found.problem)
  let browser: Browser | null = null
  const endpoint = await new Promise<string>((resolve, reject) => {
    browser = new Browser(
      found.path,
      {
        profile: createProfile(mkdtempSync(join(tmpdir(), 'isotherm-floor-'))),
        headless: true,
        screens: '{1920x1080}',
        debuggingPort: 0,
        root: process.getuid?.() === 0,
        added: WITH_NETWORK,
      },
      resolve,
    )
    const { ended } = browser
    void ended.then(() => reject(new Error('the browser for the floor page ended while it started')))
  })
  const floor = browser as unknown as Browser
  try {
    await floor.connection.browser.call('Target.createTarget', { url: 'about:blank', newWindow: true, ...WINDOW })
    const client = await chromium.connectOverCDP(endpoint)
    const page = client.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('the browser for the floor page opened no window')
    await page.goto(url)
    return {
      page,
      async close() {
        await client.close()
        await floor.stop()
      },
    }
  } catch (error) {
    await floor.stop()
    throw error
  }
}
