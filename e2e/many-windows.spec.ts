/** Six markets of three families in three windows, each in two panels linked across windows, while the venue's clock is advanced. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { LinkGroup } from '../contract/link.ts'
import type { MarketRef } from '../contract/market-ref.ts'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { bridgeOf } from './support/bridge.ts'
import { hearLinks, watchHead } from './support/head-frames.ts'
import { writeProfile } from './support/profile.ts'
import { chooseMarket, fillTicket, panel, statusBar, tabOf } from './support/screen.ts'
import { sixMarkets } from './support/six-markets.ts'
import { launch, newDataDir, type Terminal } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'
import { startVenue, type TestVenue } from './support/venue.ts'

interface Bucket {
  readonly current: { readonly asset: string; readonly end: number } | null
  readonly server_time: number
}
interface Outcome {
  readonly outcomeId: number
  readonly name: string
  readonly expiry: number
  readonly expired: boolean
  readonly settling: boolean
  readonly questions: readonly { readonly title: string }[]
  /** Whether its question has other outcomes. */
  readonly several: boolean
}

test.describe('many windows', () => {
  test.describe.configure({ mode: 'serial' })
  let venue: TestVenue
  let terminal: Terminal
  let profile: string
  /** By name: `window-1` first. */
  let windows: readonly [Page, Page, Page]
  /** Display names of the markets of the link groups. */
  let live: string
  let waiting: string
  let active: string
  let fixed: string
  let soon: Outcome
  let daily: Outcome
  /** A market that no panel shows. */
  let unwatched: Outcome

  const other = (asset: string, [one, two]: readonly [string, string]): string => (asset === one ? two : one)
  const SCALARS = ['NYCTMP1', 'NYCTMP2'] as const
  const BINARIES = ['GBETA', 'GBETB'] as const
  const bucket = () => venue.read<Bucket>('/v1/bucket')
  /** A panel by kind and market, by accessible name. */
  const shows = (page: Page, kind: string, market: string): Locator =>
    page.getByRole('region', { name: `${kind}, ${market}`, exact: true })
  const yes = ({ name, questions: [question], several }: Outcome): string => `${several ? name : question?.title}, Yes`
  const setLink = (page: Page, group: LinkGroup, market: MarketRef) => bridgeOf(page).call('setLink', { group, market })
  const titleOf = (_page: Page): RegExp => /^Window 2|GBET/
  const levels = (region: Locator): Locator => region.locator('[data-side="bid"]:not([data-empty])')

  /** The windows in order of their names, which their charts carry, regardless of opening order. */
  async function byName(): Promise<readonly [Page, Page, Page]> {
    const of = async (name: string): Promise<Page> => {
      let found: Page | undefined
      const look = async (): Promise<boolean> => {
        for (const page of terminal.pages())
          if ((await page.locator(`[data-panel-id^="chart-${name}-"]`).count()) > 0) found = page
        return found !== undefined
      }
      await expect.poll(look, { message: name }).toBe(true)
      return found as Page
    }
    return [await of('window-1'), await of('window-2'), await of('window-3')]
  }

  test.beforeAll(async () => {
    venue = await startVenue(['--bucket-minutes', '20'])
    live = (await bucket()).current?.asset ?? ''
    waiting = other(live, SCALARS)
    active = (await venue.read<{ active_asset: string }>('/v1/binary/status')).active_asset
    fixed = other(active, BINARIES)
    const outcomes = (await venue.read<Outcome[]>('/v1/outcomes/meta')).filter(
      ({ expired, settling }) => !expired && !settling,
    )
    const first = outcomes.toSorted((a, b) => a.expiry - b.expiry)[0]
    const [last, next] = outcomes.filter(({ questions }) => questions[0]?.title.startsWith('New York high'))
    if (first === undefined || last === undefined || next === undefined)
      throw new Error('the venue has no outcome that ends soon')
    ;[soon, daily, unwatched] = [
      { ...first, several: false },
      { ...last, several: true },
      { ...next, several: true },
    ]
    const userDataDir = newDataDir()
    const named = { name: 'many' }
    profile = writeProfile(venue.url, named)
    writeFileSync(
      join(userDataDir, 'layouts.json'),
      sixMarkets(named.name, {
        scalar: `scalar/${waiting}`,
        binary: `binary/${fixed}`,
        outcome: `outcome/${daily.outcomeId}/0`,
        unknown: 'outcome/3601/0',
      }),
    )
    terminal = await launch({ profile, userDataDir, env: NO_KEYCHAIN })
  })
  test.afterAll(async () => {
    await terminal?.quit()
    await venue?.stop()
  })

  test('six markets of three families are open, each in two windows', async () => {
    windows = await byName()
    const [first, second, third] = windows
    for (const page of windows) await expect(statusBar(page)).toContainText(BARS.live)
    for (const [page, kind, market] of [
      [first, 'Order ticket', live],
      [second, 'Order book', live],
      [first, 'Order book', active],
      [second, 'Chart', active],
      [first, 'Chart', yes(soon)],
      [third, 'Order book', yes(soon)],
      [first, 'Trades', waiting],
      [third, 'Chart', waiting],
      [second, 'Depth', fixed],
      [third, 'Markets', fixed],
      [second, 'Order book', yes(daily)],
      [third, 'Trades', yes(daily)],
    ] as const) {
      await expect(shows(page, kind, market)).toBeVisible()
    }
    for (const market of [live, yes(daily)])
      await expect(levels(shows(second, 'Order book', market)).first()).toBeVisible()
  })

  test('a group changes market in the first frame of each window that knows, even to a market that nobody watched', async () => {
    const [first, second, third] = windows
    for (const [page, kind] of [
      [first, 'Order book'],
      [second, 'Chart'],
    ] as const) {
      await hearLinks(page)
      await page.reload()
      await expect(shows(page, kind, active)).toBeVisible()
    }
    const question = ` · ${unwatched.questions[0]?.title}`
    const no = yes(unwatched).replace(/Yes$/, 'No')
    for (const [market, name, head] of [
      [{ family: 'outcome', outcomeId: unwatched.outcomeId, side: 0 }, yes(unwatched), yes(unwatched) + question],
      [{ family: 'scalar', asset: 'live' }, live, live],
      [{ family: 'outcome', outcomeId: unwatched.outcomeId, side: 1 }, no, no + question],
      [{ family: 'binary', asset: 'active' }, active, active],
    ] as const) {
      const watched = [await watchHead(first, 'book'), await watchHead(second, 'chart')]
      await setLink(third, 2, market)
      await expect(shows(first, 'Order book', name)).toBeVisible()
      await expect(shows(second, 'Chart', name)).toBeVisible()
      for (const end of watched) {
        const frames = await end()
        expect(frames.filter(({ notified }) => notified)[0]).toEqual({ notified: true, market: name, head })
        expect(frames.filter((frame) => frame.market === '' || frame.head === '')).toEqual([])
      }
    }
  })

  test('a group that changes market takes its panels in every window with it, except tickets with typed input', async () => {
    const [first, second, third] = windows
    const ticket = panel(first, 'Order ticket')
    await fillTicket(first, { price: '540.00', size: '2' })
    await chooseMarket(third, 'Markets', 'new york high', /43 °F or lower, Yes/)
    // Only the chosen group changed.
    await expect(shows(second, 'Depth', yes(daily))).toBeVisible()
    await expect(shows(second, 'Order book', live)).toBeVisible()
    await setLink(third, 1, { family: 'binary', asset: active })
    await expect(levels(shows(second, 'Order book', active)).first()).toBeVisible()
    await expect(ticket).toHaveAccessibleName(`Order ticket, ${live}`)
    await expect(ticket.getByRole('status').filter({ hasText: 'switched to' })).toContainText(`switched to ${active}`)
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('2')
    await setLink(third, 1, { family: 'scalar', asset: 'live' })
    await expect(ticket.getByText('switched to')).toHaveCount(0)
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
  })

  test('a panel moved to another window by its menu keeps its typed input', async () => {
    const [first, second] = windows
    await tabOf(first, 'Order ticket').click({ button: 'right' })
    await first.getByRole('menuitem', { name: titleOf(second) }).click()
    await expect(panel(first, 'Order ticket')).toHaveCount(0)
    const ticket = shows(second, 'Order ticket', live)
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('2')
  })

  test('an unknown market is reported, and another one is chosen in its place', async () => {
    const depth = shows(windows[2], 'Depth', 'outcome 3601')
    await expect(depth).toContainText('Not available here: outcome 3601')
    await depth.getByRole('button', { name: 'Choose a market for Depth' }).press('Enter')
    await windows[2].keyboard.type('live scalar')
    await windows[2].getByRole('menuitem', { name: /^Live scalar/ }).click()
    await expect(shows(windows[2], 'Depth', live)).toBeVisible()
  })

  test('the next bucket takes over in every following panel, and in none that shows the bucket itself', async () => {
    const [first, second, third] = windows
    const { current, server_time } = await bucket()
    await venue.control('clock', { advance_ms: Math.max(0, (current?.end ?? 0) - server_time + 200) })
    await expect(shows(second, 'Order book', waiting)).toBeVisible()
    await expect(levels(shows(second, 'Order book', waiting)).first()).toBeVisible()
    await expect(shows(first, 'Order book', fixed)).toBeVisible()
    await expect(shows(second, 'Chart', fixed)).toBeVisible()
    await expect(shows(first, 'Trades', waiting)).toBeVisible()
    await expect(shows(third, 'Chart', waiting)).toBeVisible()
    await expect(shows(second, 'Order ticket', waiting)).toBeVisible()
  })

  test('an outcome that expires while open stays in place, and shows that it is settling', async () => {
    const [first, , third] = windows
    const book = shows(third, 'Order book', yes(soon))
    const chart = shows(first, 'Chart', yes(soon))
    await venue.control('clock', { advance_ms: Math.max(0, soon.expiry - (await bucket()).server_time + 1000) })
    await expect(book).toContainText('Settling. Shares pay out')
    await expect(chart).toBeVisible()
  })

  test('after a crash all windows return, with their panels, markets, links and typed input', async () => {
    const described = (): Promise<readonly string[][]> =>
      Promise.all(
        windows.map((page) =>
          page
            .locator('[data-panel]')
            .evaluateAll((panels) =>
              panels.map((one) =>
                [one, one.querySelector('[aria-label^="Link of"]')]
                  .map((part) => part?.getAttribute('aria-label'))
                  .join('; '),
              ),
            ),
        ),
      )
    const before = await described()
    const saved = (): string => readFileSync(join(terminal.userDataDir, 'layouts.json'), 'utf8')
    await expect.poll(saved).toContain('"540.00"')
    const { userDataDir } = terminal
    await terminal.kill()
    // Two buckets later the same assets are live again, and the outcome has been paid out.
    await venue.control('clock', { advance_ms: 40 * 60_000 })
    terminal = await launch({ profile, userDataDir, env: NO_KEYCHAIN })
    windows = await byName()
    for (const page of windows) await expect(statusBar(page)).toContainText(BARS.live)
    await expect.poll(described).toEqual(before)
    await expect(shows(windows[2], 'Order book', yes(soon))).toContainText(/Expired: (Yes|No) paid 1/)
    const ticket = panel(windows[1], 'Order ticket')
    await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('540.00')
    await expect(ticket.getByRole('textbox', { name: 'Size' })).toHaveValue('2')
  })
})
