import { describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, focus, panel, press } from '../../testing/screen.ts'

const depth = panel('Depth')
const chart = depth.getByRole('slider', { name: /^Depth of NYCTMP\d$/ })
const drawn = () =>
  expect.poll(() => all(depth, '[data-shape="ask-line"]')[0]?.getAttribute('d') ?? '').toMatch(/V[\d.]+H[\d.]+V/)

describe('the depth chart', () => {
  it('shows the cost of trading up to a level by keys, and sends its size to the ticket', async () => {
    await mount([
      ['depth', 'scalar/live'],
      ['ticket', 'scalar/live'],
    ])
    await drawn()
    const size = panel('Order ticket').getByRole('textbox', { name: 'Size' })
    await expect.element(size).toHaveValue('')
    focus(chart)
    await press('ArrowRight', 'ArrowRight')
    await expect
      .poll(() => chart.element().getAttribute('aria-valuetext'))
      .toMatch(/^Ask [\d.]+: ([\d.,]+) total, average [\d.]+, slippage [\d.]+ °F$/)
    const [, all] = /: ([\d.,]+) in all/.exec(chart.element().getAttribute('aria-valuetext') ?? '') ?? []
    await press('Enter')
    await expect.element(size).toHaveValue(all?.replaceAll(',', ''))
  })

  it('shows the level under the pointer until the pointer leaves', async () => {
    await mount([['depth', 'scalar/live']])
    await drawn()
    const named = depth.getByText(/^Bid \d{3}\.\d{2} · \d\d\.\d{2}\s°F$/)
    const { x, y, width, height } = boxOf(chart)
    await commands.input([['move', x + width * 0.2, y + height / 2]])
    await expect.element(named).toBeVisible()
    await commands.input([['move', 0, 0]])
    await expect.element(depth.getByText(/^Bid \d{3}/)).not.toBeVisible()
  })
})
