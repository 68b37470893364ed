/** Main is killed during a Flatten. The next start reports it, does nothing by itself, and resumes on the trader's request. */
import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { MESSAGES as POSITIONS } from '../src/panels/positions/messages.ts'
import { disagreements, readStory, unsettled } from './support/agreement.ts'
import { bridgeOf } from './support/bridge.ts'
import { readJournal } from './support/journal.ts'
import { writeProfile } from './support/profile.ts'
import { showPanel, statusBar } from './support/screen.ts'
import { reaches, submit } from './support/submit.ts'
import { launch, newDataDir } from './support/terminal.ts'
import { importSecrets, NO_KEYCHAIN, newTrader, withNewToken } from './support/trader.ts'
import { startVenue } from './support/venue.ts'
import { launchWindowless } from './support/windowless/index.ts'

/** Longer than a prepared action lives, and one without an expiry, including the grace period. */
const PAST_EVERY_EXPIRY = 360_000

type Windowless = Awaited<ReturnType<typeof launchWindowless>>

/** An account with a position of 10 and two resting orders. */
async function openWorld() {
  const venue = await startVenue(['--bucket-minutes', '1440'])
  const bucket = await venue.read<{ current: { asset: string } }>('/v1/bucket')
  const { asset } = bucket.current
  const { mark } = await venue.read<{ mark: string }>(`/v1/ticker?asset=${asset}`)
  const profile = writeProfile(venue.url, { directOrder: venue.directOrder })
  const userDataDir = newDataDir()
  const trader = await newTrader(venue, 7200)
  const order = (factor: number, size: string, tif: 'GTC' | 'IOC') => {
    const price = (Number(mark) * factor).toFixed(2)
    return { kind: 'place', asset, side: 'buy', price, size, tif, reduceOnly: false } as const
  }
  const startWindowless = async (env: NodeJS.ProcessEnv): Promise<Windowless> => {
    const running = await launchWindowless({ profile, userDataDir, env: { ...NO_KEYCHAIN, ...env } })
    await running.call('watch', { topic: 'session' })
    await importSecrets(running, await withNewToken(venue, trader), running.boxes)
    await expect.poll(() => running.topic('session')?.agent.state, { timeout: 60_000 }).toBe('approved')
    return running
  }

  const running = await startWindowless({})
  await reaches(userDataDir, await submit(running, order(1.01, '10', 'IOC')), ['filled'])
  await reaches(userDataDir, await submit(running, order(0.985, '1', 'GTC')), ['resting'])
  await reaches(userDataDir, await submit(running, order(0.984, '1', 'GTC')), ['resting'])
  await running.quit()
  return {
    venue,
    userDataDir,
    trader,
    async start() {
      const terminal = await launch({ profile, userDataDir, env: NO_KEYCHAIN })
      await importSecrets(bridgeOf(terminal.page), await withNewToken(venue, trader), terminal.boxes)
      await expect(statusBar(terminal.page)).toContainText(/Agent 0x/)
      return terminal
    },
    /** Starts a Flatten in a terminal that is killed at one of its steps. */
    async cutOff(killAt: string) {
      const killed = await startWindowless({ ISOTHERM_TEST_KILL_AT: killAt })
      const terms = {
        distances: { scalar: { distance: '10', bound: null }, probability: { distance: '0.3', bound: null } },
        cancelOrders: true,
      }
      await killed.call('flatten', { requestId: randomUUID(), ...terms })
      await killed.ended
    },
    async held() {
      const { positions } = await venue.read<{ positions: { size: string }[] }>(`/v1/positions/${trader.address}`)
      return positions.map(({ size }) => Number(size)).filter((size) => size !== 0)
    },
    open: async () => (await venue.read<unknown[]>(`/v1/orders/open/${trader.address}`)).length,
  }
}

const noticeIn = (page: Page) => page.getByRole('region', { name: BARS.cutOff.region })
/** Opens what needs the trader: one interrupted flatten. */
const openWaiting = (page: Page) =>
  page.getByRole('button', { name: BARS.waiting.count(1), exact: true }).click({ timeout: 30_000 })

for (const [killAt, text, stillHeld] of [
  ['close:prepared', /^Flatten of \d\d:\d\d was interrupted\. 2 orders may be open, \w+ 10 held\./, [10]],
  ['close:sent', /^Flatten of \d\d:\d\d was interrupted\. 2 orders may be open, \w+ 10 held\./, [10]],
  ['cancel:sent', /^Flatten of \d\d:\d\d was interrupted\. 2 orders may be open\./, []],
] as const) {
  test(`a Flatten killed at ${killAt} is reported at the next start, and resumes on request`, async () => {
    test.setTimeout(240_000)
    const { venue, userDataDir, trader, start, cutOff, held, open } = await openWorld()
    await cutOff(killAt)
    const terminal = await start()
    try {
      await openWaiting(terminal.page)
      const notice = noticeIn(terminal.page)
      await expect(notice.getByRole('alert')).toHaveText(text, { timeout: 30_000 })
      const before = readJournal(userDataDir).length
      expect(await held()).toEqual(stillHeld)

      await notice.getByRole('button', { name: BARS.cutOff.resume }).click()
      // Its text depends on how much was done in five seconds, in which a busy machine may manage a single cancel.
      await expect(notice.getByRole('button', { name: 'Dismiss' })).toBeVisible()
      await expect.poll(held).toEqual([])
      await expect.poll(open).toBe(0)
      expect(readJournal(userDataDir).length).toBeGreaterThan(before)
      await notice.getByRole('button', { name: 'Dismiss' }).click()
      await expect(notice).toHaveCount(0)

      await venue.control('clock', { advance_ms: PAST_EVERY_EXPIRY })
      const story = () => readStory(venue, trader, userDataDir)
      await expect.poll(async () => unsettled(await story()), { timeout: 100_000 }).toEqual([])
      expect(disagreements(await story())).toEqual([])
      expect(await held()).toEqual([])
    } finally {
      await terminal.kill()
      await venue.stop()
    }
  })
}

test('an interrupted Flatten is over when the trader leaves it, also after another start', async () => {
  test.setTimeout(240_000)
  const { venue, start, cutOff, held } = await openWorld()
  await cutOff('close:prepared')
  try {
    for (const at of ['the first start', 'the second']) {
      const terminal = await start()
      try {
        const { page } = terminal
        await expect((await showPanel(page, 'Positions')).getByRole('row')).toHaveCount(2)
        if (at === 'the first start') {
          await openWaiting(page)
          await noticeIn(page).getByRole('button', { name: 'Dismiss' }).click()
        }
        await expect(noticeIn(page)).toHaveCount(0)
        await expect(page.getByRole('button', { name: BARS.waiting.count(1), exact: true })).toHaveCount(0)
      } finally {
        await terminal.kill()
      }
    }
    expect(await held()).toEqual([10])
  } finally {
    await venue.stop()
  }
})

test('a running Flatten in one window shows in the others', async () => {
  test.setTimeout(240_000)
  const { venue, start, held } = await openWorld()
  const terminal = await start()
  try {
    const { page } = terminal
    const opening = terminal.nextPage()
    await page.getByRole('button', { name: BARS.newWindow }).click()
    const other = await opening
    const elsewhere = (await showPanel(other, 'Positions')).getByText('Flatten in progress')
    await expect(statusBar(other)).toContainText(/Agent 0x/)
    await expect(elsewhere).toHaveCount(0)

    await venue.control('faults', { latency_ms: 1_000 })
    const positions = await showPanel(page, 'Positions')
    await positions.getByRole('button', { name: 'Flatten' }).click()
    await positions.getByRole('button', { name: POSITIONS.yesFlatten }).click()
    await expect(elsewhere).toBeVisible()
    await expect(statusBar(other)).toContainText(BARS.flattening)
    await venue.control('faults', { latency_ms: 0 })
    await expect(positions.getByText(POSITIONS.flattened)).toBeVisible({ timeout: 60_000 })
    await expect(elsewhere).toHaveCount(0)
    await expect(statusBar(other)).not.toContainText(BARS.flattening)
    expect(await held()).toEqual([])
  } finally {
    await terminal.kill()
    await venue.stop()
  }
})
