/**
 * A terminal and a venue of the worker's own, for the specs that need nothing else of either: each spec file comes to them as a new
 * trader, in a window as it is at a first start. To start a terminal costs more than most specs do.
 */
import { test as base, type CDPSession, type Page } from '@playwright/test'
import { type Bridge, bridgeOf } from './bridge.ts'
import { writeProfile } from './profile.ts'
import { ready } from './screen.ts'
import { launch, type Terminal } from './terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './trader.ts'
import { startVenue, type TestVenue } from './venue.ts'

/** What a spec file works with, until the next one comes. */
export interface SharedTerminal {
  readonly venue: TestVenue
  readonly terminal: Terminal
  /** Its one window: arranged as at a first start, without the offer of other arrangements, with a live book and an approved agent. */
  readonly page: Page
  readonly bridge: Bridge
  /** New, with nothing held and nothing done. */
  readonly trader: Trader
  /** Leaves the next file a new venue and a new terminal: said before something is done to these that cannot be undone, or not soon. */
  spoil(): void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** What an asNewTrader works with as long as the venue is as it began. */
interface Stage {
  readonly venue: TestVenue
  readonly terminal: Terminal
  readonly bridge: Bridge
  readonly devtools: CDPSession
  /** Whether something was steered in the venue that stays: what a temperature did to its markets is not undone by another. */
  isMoved(): boolean
  spoil(): void
  end(): Promise<void>
}

async function setStage(): Promise<Stage> {
  const started = await startVenue()
  let moved = false
  const venue: TestVenue = {
    ...started,
    control(route, body) {
      moved ||= route === 'oracle' || route === 'clock'
      return started.control(route, body)
    },
  }
  const profile = writeProfile(venue.url, { directOrder: venue.directOrder })
  // What holds its pages back is main's own hardening: the host refuses nothing by itself.
  const launched = await launch({ profile, env: { ...NO_KEYCHAIN, CHROMIUM_HOST_BARE: '1' } })
  const terminal: Terminal = {
    ...launched,
    // A window that was closed opens again as it was, which the next file does not expect.
    nextPage() {
      moved = true
      return launched.nextPage()
    },
  }
  return {
    venue,
    terminal,
    bridge: bridgeOf(terminal.page),
    devtools: await terminal.page.context().newCDPSession(terminal.page),
    isMoved: () => moved,
    spoil() {
      moved = true
    },
    async end() {
      await terminal.quit()
      await started.stop()
    },
  }
}

/** Specs that end the venue or the terminal start their own. One that moves the temperature or the clock leaves the next one a new venue and a new terminal. */
export const test = base.extend<object, { asNewTrader: (size?: Size) => Promise<SharedTerminal> }>({
  asNewTrader: [
    // biome-ignore lint/correctness/noEmptyPattern: it names, as Playwright wants, the fixtures that it needs.
    async ({}, use) => {
      let stage = await setStage()
      await use(async (size) => {
        if (stage.isMoved()) {
          await stage.end()
          stage = await setStage()
        }
        const { venue, terminal, bridge, devtools, spoil } = stage
        const { page } = terminal
        await resize(devtools, size)
        await startOver(page, bridge)
        const trader = await newTrader(venue, 7200)
        await importSecrets(bridge, trader, terminal.boxes)
        await ready(page)
        return { venue, terminal, page, bridge, trader, spoil }
      })
      await stage.end()
    },
    { scope: 'worker' },
  ],
})

/** A window of this size as far as its page can tell; without one, as it was started. */
const resize = (devtools: CDPSession, size: Size | undefined): Promise<unknown> =>
  size === undefined
    ? devtools.send('Emulation.clearDeviceMetricsOverride')
    : devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })

/** The page again, without what the one before kept of its arrangement, which is written as it goes and then no more, and with link groups as at first. */
async function startOver(page: Page, bridge: Bridge): Promise<void> {
  // Whether the line that offers other arrangements is there would hang on how the specs before arranged the window.
  await bridge.call('saveSettings', { offerTemplates: false })
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await window.terminal?.saveLayout({ layout: {} })
  })
  await page.reload()
  // Not before: a panel that follows is a change of the arrangement that is left behind, and would be kept.
  await page.evaluate(async () => {
    await window.terminal?.setLink({ group: 1, market: { family: 'scalar', asset: 'live' } })
    await window.terminal?.setLink({ group: 2, market: { family: 'binary', asset: 'active' } })
  })
}

export { expect } from '@playwright/test'
