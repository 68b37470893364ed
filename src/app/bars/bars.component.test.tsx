import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Money, money } from '../../../contract/decimal.ts'
import { safeBlock, safeText } from '../../../contract/safe-text.ts'
import { millis } from '../../../contract/time.ts'
import type { WatchItem } from '../../../contract/watch-list.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, gone, press, starting } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const WATCH_LIST = MESSAGES.watchList

const ASSET = 'NYCTMP1'
const bar = page.getByRole('contentinfo', { name: 'Status' })

/** Main's report that the live market's prices are stale or current. */
function setStale({ change, watched }: FakeTerminal, stale: boolean): void {
  change({ kind: 'ticker', asset: ASSET }, { stale })
  for (const key of watched) {
    const [, levels] = key.match(/^book\/NYCTMP1\/-\/(\d+)$/) ?? []
    if (levels !== undefined) change({ kind: 'book', asset: ASSET, step: null, levels: Number(levels) }, { stale })
  }
}

describe('the status bar', () => {
  it('shows the age of the oldest visible data, and is not live while that is stale', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    const state = bar.getByRole('status').first()
    await play(500)
    await expect.element(state).toHaveTextContent(MESSAGES.live)
    await expect.element(bar).toMatchTextContent(/data \d\.\d s old/)
    setStale(terminal, true)
    await play(5000)
    await expect.element(state).toHaveTextContent(MESSAGES.stale)
    await expect.element(bar).toMatchTextContent(/(book|mark) \d+ s old/)
    // The connection itself is up.
    await expect.element(bar).toMatchTextContent(/latency \d+ ms/)
    setStale(terminal, false)
    await play(1000)
    await expect.element(state).toHaveTextContent(MESSAGES.live)
  })

  it('shows the service’s time, and this machine’s of another zone, and neither moves its neighbors', async () => {
    const { play } = await mount([['trades', 'scalar/live']], {
      settings: { timeZone: 'station' },
      before: (terminal) =>
        terminal.change(
          { kind: 'session' },
          {
            profile: {
              ...terminal.payload({ kind: 'session' }).profile,
              stationTimeZone: 'Pacific/Kiritimati',
            } as never,
          },
        ),
    })
    const service = bar.getByTitle(/^Venue time/)
    const local = bar.getByTitle(/^Local time/)
    await expect.element(service).toMatchTextContent(/^\d\d:\d\d:\d\d \S+$/)
    await expect.element(local).toMatchTextContent(/^\d\d:\d\d:\d\d \S+ local$/)
    const boxes = () => JSON.stringify([boxOf(service), boxOf(local)])
    const [before, first] = [boxes(), service.element().textContent]
    await play(1000)
    await expect.poll(() => service.element().textContent).not.toBe(first)
    expect(boxes()).toBe(before)
  })
})

describe('the watch list', () => {
  const own = '0x3f00000000000000000000000000000000000001'
  const item = (id: string, change: Partial<WatchItem> = {}): WatchItem => ({
    ...{ id, kind: 'exit', label: `Stop on ${ASSET} at ${id}`, asset: ASSET, account: own },
    ...{ watch: { at: 'watched' }, since: null, isReported: false },
    ...change,
  })
  const count = bar.getByRole('button', { name: /watched$/ })

  it('counts watched items, and unwatched ones once they have been reported', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    terminal.publish({ kind: 'watch_list' }, [])
    await play(500)
    await expect.element(count).not.toBeInTheDocument()
    const held = [item('565.00'), item('570.00')]
    terminal.publish({ kind: 'watch_list' }, held)
    await play(0)
    await expect.element(count).toHaveTextContent(WATCH_LIST.count(2, 0))
    const missed = item('570.00', {
      watch: { at: 'not_watched', reason: 'The mark is stale.', isCertain: false },
      since: millis(1_700_000_000_000),
    })
    terminal.publish({ kind: 'watch_list' }, [item('565.00'), missed])
    await play(0)
    await expect.element(count).toHaveTextContent(WATCH_LIST.count(2, 0))
    terminal.publish({ kind: 'watch_list' }, [item('565.00'), { ...missed, isReported: true }])
    await play(0)
    await expect.element(count).toHaveTextContent(WATCH_LIST.count(2, 1))
  })

  it('opens as a table of every item with its wallet and the reason it is not watched, those first', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    await play(500)
    terminal.publish({ kind: 'watch_list' }, [
      item('565.00'),
      item('575.00', { watch: { at: 'closed_market', reason: `${ASSET} is settling.` } }),
      item('570.00', {
        watch: { at: 'not_watched', reason: 'Signed out.', isCertain: true },
        ...{ since: millis(1_700_000_000_000), isReported: true },
      }),
      item('7', { kind: 'alert', label: 'Price to or through 571.00', account: null }),
    ])
    await play(0)
    await count.click()
    const rows = page.getByRole('dialog', { name: WATCH_LIST.title }).getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/^Stop on NYCTMP1 at 570\.000x3f…0001No since .*\. Signed out\.$/)
    await expect.element(rows.nth(2)).toMatchTextContent(/Market closed\. NYCTMP1 is settling\.$/)
    await expect.element(rows.nth(4)).toMatchTextContent(/AnyYes$/)
    await page.getByRole('button', { name: WATCH_LIST.close }).click()
    await expect.element(rows.first()).not.toBeInTheDocument()
  })
})

describe('the worst case in the status bar', () => {
  const { name, all, explained, near, at, beyond, refused } = MESSAGES.worstCase

  it('is rounded up, and states when it is near or beyond the limit', async () => {
    const { terminal } = await mount([['trades', 'scalar/live']])
    const worst = bar.getByRole('button', { name: starting(name) })
    for (const [loss, limit, figure, says] of [
      ['0', null, '0.00', explained],
      ['1234.001', null, '1,234.01', explained],
      ['1599.99', '2000', '1,599.99 of 2,000', explained],
      ['1600', '2000', '1,600.00 of 2,000', near],
      ['1999.99', '2000', '1,999.99 of 2,000', near],
      ['2000', '2000', '2,000.00 of 2,000', at],
      ['2000.01', '2000', '2,000.01 of 2,000', beyond],
    ] as const) {
      const { limits } = terminal.payload({ kind: 'settings' })
      terminal.change({ kind: 'settings' }, { limits: { ...limits, worstCase: limit as Money | null } })
      terminal.publish({ kind: 'worst_case' }, { now: { loss: money(loss), parts: [] }, why: null })
      await expect.element(worst).toMatchTextContent(`${name}${all} ${figure} USDC. ${says}`)
    }
  })

  it('that is unknown shows the reason and the consequence', async () => {
    const { terminal } = await mount([['trades', 'scalar/live']])
    const { limits } = terminal.payload({ kind: 'settings' })
    terminal.change({ kind: 'settings' }, { limits: { ...limits, worstCase: money('2000') } })
    terminal.publish({ kind: 'worst_case' }, { now: null, why: 'No price of NYCTMP1 is known.' })
    const worst = bar.getByRole('button', { name: starting(name) })
    await expect.element(worst).toMatchTextContent(`— of 2,000 USDC. No price of NYCTMP1 is known. ${refused}`)
  })
})

it.each([
  ['USDC + USDH', '1000', '0'],
  ['USDC + USDH', null, '12.5'],
  ['USDC', '0', '0'],
  ['USDC', null, null],
] as const)('shows equity in %s with free USDH of %s and %s in outcome trading', async (unit, usdh, usdhOutcome) => {
  await mount([['trades', 'scalar/live']], {
    before: (terminal) =>
      terminal.alter('readAccount', ({ money, ...account }) => ({
        ...{ ...account, positions: account.positions.filter(({ family }) => family !== 'outcome') },
        money: { ...money, usdh: usdh as Money | null, usdhOutcome: usdhOutcome as Money | null },
      })),
  })
  await expect.element(page.getByRole('banner').getByText(`Equity, ${unit}`, { exact: true })).toBeVisible()
})

it('dims equity while it cannot be current', async () => {
  const { terminal } = await mount([['trades', 'scalar/live']])
  const isStale = () => all(page.getByRole('banner'), 'dl[data-stale]')[0]?.dataset.stale
  await expect.poll(isStale).toBe('false')
  terminal.change({ kind: 'connection' }, { socket: 'offline', stale: true })
  await expect.poll(isStale).toBe('true')
  terminal.change({ kind: 'connection' }, { socket: 'live', stale: false })
  await expect.poll(isStale).toBe('false')
})

describe('an interrupted Flatten', () => {
  it.each([
    ['all of it', 2, MESSAGES.cutOff.done, 'status'],
    ['not all of it', 0, 'Not completed.', 'alert'],
  ] as const)('reports that %s was done at the trader’s request', async (_, cancelled, text, role) => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    const market = { asset: ASSET, cancelled, orders: 2, position: 'closed', message: null } as const
    terminal.answer('resumeFlatten', () => ({
      ok: true,
      value: { stopped: [], unknown: [], failures: [], markets: [market] },
    }))
    const flatten = { id: crypto.randomUUID(), cancelOrders: true, at: millis(1), left: null } as const
    terminal.publish({ kind: 'flattens' }, [{ ...flatten, state: 'cut_off' }])
    await play(100)
    await page.getByRole('button', { name: MESSAGES.waiting.count(1), exact: true }).click()
    const region = page.getByRole('region', { name: MESSAGES.cutOff.region })
    await region.getByRole('button', { name: MESSAGES.cutOff.resume }).click()
    terminal.publish({ kind: 'flattens' }, [])
    await play(100)
    await expect.element(region.getByRole(role)).toMatchTextContent(starting(text))
    await region.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(page.getByText(MESSAGES.waiting.none)).toBeVisible()
  })
})

describe('what needs the trader', () => {
  const workspace = page.getByRole('main')
  const toasts = page.getByRole('region', { name: MESSAGES.notices.name })
  const pause = { id: 'slices', what: 'Slices', fills: 5, seconds: 10, at: millis(1_772_629_831_000) }

  it('moves no panel when it comes, is a toast, and is answered in a dialog', async () => {
    const { terminal, play } = await mount([
      ['book', 'scalar/live'],
      ['trades', 'scalar/live'],
    ])
    await play(500)
    const before = JSON.stringify(boxOf(workspace))
    terminal.publish({ kind: 'held_pauses' }, [pause])
    const kill = terminal.payload({ kind: 'kill' })
    terminal.publish({ kind: 'kill' }, { ...kill, isKilled: true })
    await expect.element(toasts.getByText(MESSAGES.waiting.paused('Slices'), { exact: true })).toBeVisible()
    expect(JSON.stringify(boxOf(workspace))).toBe(before)
    await play(600)
    await toasts.getByRole('button', { name: MESSAGES.waiting.answer }).click()
    const dialog = page.getByRole('dialog', { name: MESSAGES.waiting.name })
    await dialog.getByRole('textbox').fill('RESUME')
    await press('Enter')
    await expect.poll(() => terminal.inputs('resumeHeld')).toEqual([{ id: 'slices', confirmation: 'RESUME' }])
    await press('Escape')
  })

  it('is lifted in the dialog of the kill, by the typed name only', async () => {
    const { terminal } = await mount([['trades', 'scalar/live']])
    const kill = terminal.payload({ kind: 'kill' })
    terminal.publish({ kind: 'kill' }, { ...kill, isKilled: true })
    await page.getByRole('button', { name: MESSAGES.killed, exact: true }).click()
    const lift = page.getByRole('button', { name: MESSAGES.liftKill })
    await expect.element(lift).toBeDisabled()
    await page.getByRole('region', { name: MESSAGES.killed }).getByRole('textbox').fill(kill.profile)
    await lift.click()
    await gone(page.getByRole('dialog'))
    expect(terminal.inputs('liftKill')).toEqual([{ name: kill.profile }])
    expect(terminal.inputs('kill')).toEqual([])
  })
})

it('a trading key that is not armed says so, and how to arm it', async () => {
  const { terminal } = await mount([['trades', 'scalar/live']])
  await press('q')
  const toast = page.getByRole('region', { name: MESSAGES.notices.name })
  await expect.element(toast.getByText(MESSAGES.keysOff.title)).toBeVisible()
  await expect.element(toast.getByText(MESSAGES.keysOff.detail('Ctrl Alt K'))).toBeVisible()
  expect(terminal.inputs('submit')).toEqual([])
})

describe('a toast', () => {
  const toasts = page.getByRole('region', { name: MESSAGES.notices.name })
  const notice = (detail: string) => ({
    ...({ id: 'one', level: 'error', title: safeText('Alerts cannot be saved'), detail: safeBlock(detail) } as const),
    ...{ at: millis(1_772_629_831_000), isDismissed: false, act: null },
  })
  const more = toasts.getByRole('button', { name: MESSAGES.notices.more })

  it('whose text is cut leads to the whole of it, as the palette does', async () => {
    const { terminal, play } = await mount([['trades', 'scalar/live']])
    const long = 'Check the disk of this machine. '.repeat(8).trim()
    terminal.publish({ kind: 'notices' }, [notice(long)])
    await expect.element(more).toBeVisible()
    await play(600)
    await more.click()
    const list = page.getByRole('dialog', { name: MESSAGES.notices.name })
    await expect.element(list.getByText(long)).toBeVisible()
    await press('Escape')
    await gone(list)
    terminal.publish({ kind: 'notices' }, [notice('Short.')])
    await expect.element(toasts.getByText('Short.')).toBeVisible()
    expect(more.elements()).toEqual([])
    await press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(MESSAGES.notices.command)
    await press('Enter')
    await expect.element(list.getByText('Short.')).toBeVisible()
    await press('Escape')
  })
})
