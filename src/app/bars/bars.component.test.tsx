import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf } from '../../testing/screen.ts'

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

it('dims equity while it cannot be current', async () => {
  const { terminal } = await mount([['trades', 'scalar/live']])
  const isStale = () => all(page.getByRole('banner'), 'dl[data-stale]')[0]?.dataset.stale
  await expect.poll(isStale).toBe('false')
  terminal.change({ kind: 'connection' }, { socket: 'offline', stale: true })
  await expect.poll(isStale).toBe('true')
  terminal.change({ kind: 'connection' }, { socket: 'live', stale: false })
  await expect.poll(isStale).toBe('false')
})
