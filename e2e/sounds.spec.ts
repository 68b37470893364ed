/** Sounds: played by one window out of any number, and for the events enabled in the settings. */
import type { Page } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import type { Bridge } from './support/bridge.ts'
import { countSounds } from './support/counted-sounds.ts'
import { fillTicket, panel, ready } from './support/screen.ts'
import { expect, type SharedTerminal, test } from './support/shared-terminal.ts'

test.describe('sounds', () => {
  let shared: SharedTerminal
  let page: Page
  let bridge: Bridge

  test.beforeAll(async ({ asNewTrader }) => {
    shared = await asNewTrader()
    ;({ page, bridge } = shared)
  })
  test.afterAll(async () => {
    await bridge.call('saveSettings', {
      ...{ sounds: true, soundVolume: 60, soundFills: true, soundRefusals: true, soundConnection: true },
    })
  })

  /** Takes the offer, which fills at once. A repeated order would need a confirmation. */
  async function fill(size: string): Promise<void> {
    const ask = panel(page, 'Order book').locator('[data-side="ask"][data-level="0"] [data-cell="price"]')
    const price = Number(await ask.textContent())
    const ticket = await fillTicket(page, { price: (price + 0.4).toFixed(2), size, tif: 'IOC' })
    const fills = async (): Promise<number> => {
      const answer = await bridge.call('readFills', { limit: 100, before: null })
      return answer.ok ? answer.value.length : -1
    }
    const before = await fills()
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect.poll(fills).toBeGreaterThan(before)
  }

  test('of a fill are played once, with two windows open, and not at all when switched off', async () => {
    // On a machine that stands still for two seconds the feed is late, which has its own sound.
    await bridge.call('saveSettings', { soundConnection: false })
    const opening = shared.terminal.nextPage()
    await page.getByRole('button', { name: BARS.newWindow }).click()
    const second = await opening
    await ready(second)
    const counts = [await countSounds(page), await countSounds(second)]
    const played = async (kind: 'fill' | 'refusal'): Promise<number> =>
      (await Promise.all(counts.map((count) => count(kind)))).reduce((sum, count) => sum + count)
    await fill('2')
    await expect.poll(() => played('fill')).toBe(1)
    await bridge.call('saveSettings', { soundFills: false })
    await fill('3')
    // The refusal comes after the fill: if that had sounded, it would have been heard by then.
    const ticket = await fillTicket(page, { price: '500', size: '4', tif: 'IOC' })
    await ticket.getByRole('button', { name: /^Buy/ }).click()
    await expect.poll(() => played('refusal')).toBe(1)
    expect(await played('fill')).toBe(1)
    await second.close()
  })
})
