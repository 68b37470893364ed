/**
 * A terminal and a venue per worker, for specs that need no special ones: each spec file starts as a new trader, in a window as on a first start.
 * Starting a terminal takes longer than most specs do.
 */
import { test as base, type CDPSession, type Page } from '@playwright/test'
import { type Bridge, bridgeOf } from './bridge.ts'
import { writeProfile } from './profile.ts'
import { ready } from './screen.ts'
import { launch, type Terminal } from './terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, type Trader } from './trader.ts'
import { startVenue, type TestVenue } from './venue.ts'

/** The environment of a spec file. */
export interface SharedTerminal {
  readonly venue: TestVenue
  readonly terminal: Terminal
  /** Its one window: laid out as on a first start, without the template strip, with a live book and an approved agent. */
  readonly page: Page
  readonly bridge: Bridge
  /** New, without positions or history. */
  readonly trader: Trader
  /** Gives the next file a new venue and terminal: call it before something that cannot be undone, or not soon. */
  spoil(): void
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The shared environment while the venue is unchanged. */
interface Stage {
  readonly venue: TestVenue
  readonly terminal: Terminal
  readonly bridge: Bridge
  readonly devtools: CDPSession
  /** Whether venue conditions were changed: the effect of a temperature on its markets cannot be undone. */
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
  // Its pages are restricted by main's own hardening: the host refuses nothing by itself.
  const launched = await launch({ profile, env: { ...NO_KEYCHAIN, CHROMIUM_HOST_BARE: '1' } })
  const terminal: Terminal = {
    ...launched,
    // A closed window reopens as it was, which the next file does not expect.
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

/**
 * Specs that stop the venue or the terminal start their own. One that changes the temperature or the clock gives the next one a new venue and
 * terminal.
 */
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

/** Sets the window size as seen by its page; undefined restores the initial one. */
const resize = (devtools: CDPSession, size: Size | undefined): Promise<unknown> =>
  size === undefined
    ? devtools.send('Emulation.clearDeviceMetricsOverride')
    : devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })

/** Reloads the page without the previous layout, which is saved on unload and then discarded, and with the initial link groups. */
async function startOver(page: Page, bridge: Bridge): Promise<void> {
  // Otherwise the template strip would depend on how earlier specs changed the layout.
  await bridge.call('saveSettings', { offerTemplates: false })
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('pagehide'))
    await window.terminal?.saveLayout({ layout: {} })
  })
  await page.reload()
  // Not earlier: a panel that follows changes the layout being discarded, and would be saved.
  await page.evaluate(async () => {
    await window.terminal?.setLink({ group: 1, market: { family: 'scalar', asset: 'live' } })
    await window.terminal?.setLink({ group: 2, market: { family: 'binary', asset: 'active' } })
  })
}

export { expect } from '@playwright/test'
