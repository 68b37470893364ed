/**
 * One terminal and one venue per worker, shared by spec files because starting them takes longer than most specs. Each file gets a new trader, in a
 * window laid out as on a first start.
 */
import { test as base, type CDPSession, type Page } from '@playwright/test'
import { type Bridge, bridgeOf } from './bridge.ts'
import { writeProfile } from './profile.ts'
import { ready } from './screen.ts'
import { launch, type Terminal } from './terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './trader.ts'
import { startVenue, type TestVenue } from './venue.ts'

/** What a spec file gets. */
export interface SharedTerminal {
  readonly venue: TestVenue
  readonly terminal: Terminal
  /** The terminal's one window, laid out as on a first start, without the template strip. It has a live book and an approved agent. */
  readonly page: Page
  readonly bridge: Bridge
  /** New, without positions or history. */
  readonly trader: Trader
  /** Gives the next file a new venue and terminal. Call it before a change that cannot be undone soon. */
  spoil(): void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The shared venue and terminal; replaced once a file has changed them for good. */
interface Environment {
  readonly venue: TestVenue
  readonly terminal: Terminal
  readonly bridge: Bridge
  readonly devtools: CDPSession
  /** Whether the next file needs a new one: the effect of a temperature on the markets, for example, cannot be undone. */
  isSpoiled(): boolean
  spoil(): void
  end(): Promise<void>
}

async function startEnvironment(): Promise<Environment> {
  const started = await startVenue()
  let spoiled = false
  const venue: TestVenue = {
    ...started,
    control(route, body) {
      spoiled ||= route === 'oracle' || route === 'clock'
      return started.control(route, body)
    },
  }
  const profile = writeProfile(venue.url, { directOrder: venue.directOrder })
  // Bare mode: the host itself blocks nothing, so that specs test the restrictions that main sets.
  const launched = await launch({ profile, env: { ...NO_KEYCHAIN, CHROMIUM_HOST_BARE: '1' } })
  const terminal: Terminal = {
    ...launched,
    // A closed window reopens as it was, which the next file does not expect.
    nextPage() {
      spoiled = true
      return launched.nextPage()
    },
  }
  return {
    venue,
    terminal,
    bridge: bridgeOf(terminal.page),
    devtools: await terminal.page.context().newCDPSession(terminal.page),
    isSpoiled: () => spoiled,
    spoil() {
      spoiled = true
    },
    async end() {
      await terminal.quit()
      await started.stop()
    },
  }
}

/**
 * Specs that stop the venue or the terminal must start their own. After a spec that changes the temperature or the clock, the next file gets a new
 * venue and terminal.
 */
export const test = base.extend<object, { asNewTrader: (size?: Size) => Promise<SharedTerminal> }>({
  asNewTrader: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter, to know which fixtures are used.
    async ({}, use) => {
      let environment = await startEnvironment()
      await use(async (size) => {
        if (environment.isSpoiled()) {
          await environment.end()
          environment = await startEnvironment()
        }
        const { venue, terminal, bridge, devtools, spoil } = environment
        const { page } = terminal
        await resize(devtools, size)
        await startOver(page, bridge)
        const trader = await newTrader(venue, 7200)
        await importSecrets(bridge, trader, terminal.boxes)
        await ready(page)
        return { venue, terminal, page, bridge, trader, spoil }
      })
      await environment.end()
    },
    { scope: 'worker' },
  ],
})

/** Sets the viewport size of the page, CSS px; undefined restores the initial one. */
const resize = (devtools: CDPSession, size: Size | undefined): Promise<unknown> =>
  size === undefined
    ? devtools.send('Emulation.clearDeviceMetricsOverride')
    : devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })

/** Reloads the page with the default layout and the initial link groups. */
async function startOver(page: Page, bridge: Bridge): Promise<void> {
  // Otherwise the template strip would depend on how earlier specs changed the layout.
  await bridge.call('saveSettings', { offerTemplates: false })
  // The page saves its layout when it is hidden: that is done now, and the saved layout replaced by an empty one.
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await window.terminal?.saveLayout({ layout: {} })
  })
  await page.reload()
  // Only after the reload: a panel that follows its group would change, and save, the layout being discarded.
  await page.evaluate(async () => {
    await window.terminal?.setLink({ group: 1, market: { family: 'scalar', asset: 'live' } })
    await window.terminal?.setLink({ group: 2, market: { family: 'binary', asset: 'active' } })
  })
}

export { expect } from '@playwright/test'
