import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { millis } from '../../../contract/time.ts'
import type { WatchItem } from '../../../contract/watch-list.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf } from '../../testing/screen.ts'
import { WATCH_LIST } from './watch-list.tsx'

const ASSET = 'NYCTMP1'
const bar = page.getByRole('contentinfo', { name: 'Status' })

/** What main says of the live market's prices while nothing more comes of them. */
function setStale({ change, watched }: FakeTerminal, stale: boolean): void {
  change({ kind: 'ticker', asset: ASSET }, { stale })
  for (const key of watched) {
    const [, levels] = key.match(/^book\/NYCTMP1\/-\/(\d+)$/) ?? []
    if (levels !== undefined) change({ kind: 'book', asset: ASSET, step: null, levels: Number(levels) }, { stale })
  }
}

describe('the status bar', () => {
  it('has the age of the oldest of what is shown, and is not live while that is stale', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    const state = bar.getByRole('status').first()
    await play(500)
    await expect.element(state).toMatchTextContent(/^Live$/)
    await expect.element(bar).toMatchTextContent(/data \d\.\d s old/)
    setStale(terminal, true)
    await play(5000)
    await expect.element(state).toMatchTextContent(/^Stale$/)
    await expect.element(bar).toMatchTextContent(/(book|mark) \d+ s old/)
    // The connection itself is up.
    await expect.element(bar).toMatchTextContent(/latency \d+ ms/)
    setStale(terminal, false)
    await play(1000)
    await expect.element(state).toMatchTextContent(/^Live$/)
  })

  it('has the service’s time and this machine’s, and neither moves what is beside it', async () => {
    const { play } = await mount([['trades', 'scalar/live']])
    const service = bar.getByTitle(/^The service's time/)
    const local = bar.getByTitle(/^This machine's own time/)
    await expect.element(service).toMatchTextContent(/^\d\d:\d\d:\d\d UTC$/)
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

  it('counts what is watched, and what is not once that was reported', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']])
    terminal.publish({ kind: 'watch_list' }, [])
    await play(500)
    await expect.element(count).not.toBeInTheDocument()
    const held = [item('565.00'), item('570.00')]
    terminal.publish({ kind: 'watch_list' }, held)
    await play(0)
    await expect.element(count).toHaveTextContent(WATCH_LIST.count(held))
    const missed = item('570.00', {
      watch: { at: 'not_watched', reason: 'The mark is stale.', isCertain: false },
      since: millis(1_700_000_000_000),
    })
    terminal.publish({ kind: 'watch_list' }, [item('565.00'), missed])
    await play(0)
    await expect.element(count).toHaveTextContent('2 watched')
    terminal.publish({ kind: 'watch_list' }, [item('565.00'), { ...missed, isReported: true }])
    await play(0)
    await expect.element(count).toHaveTextContent('1 of 2 not watched')
  })

  it('opens as a table of every item with its wallet and why it is not watched, that first', async () => {
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

it('dims equity while it cannot be current', async () => {
  const { terminal } = await mount([['trades', 'scalar/live']])
  const isStale = () => all(page.getByRole('banner'), 'dl[data-stale]')[0]?.dataset.stale
  await expect.poll(isStale).toBe('false')
  terminal.change({ kind: 'connection' }, { socket: 'offline', stale: true })
  await expect.poll(isStale).toBe('true')
  terminal.change({ kind: 'connection' }, { socket: 'live', stale: false })
  await expect.poll(isStale).toBe('false')
})
