import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { clippedParts } from '../../testing/clipped.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, panel } from '../../testing/screen.ts'
import { rowHeight } from '../../ui/index.ts'
import type { PanelTitle } from '../index.ts'

const height = (title: PanelTitle): number => Math.round(boxOf(panel(title)).height)
const width = (title: PanelTitle): number => Math.round(boxOf(panel(title)).width)

const one = (inside: Locator, selector: string): Element => all(inside, selector)[0] as Element
/** The bounds of the text inside an element, px. */
function textBox(element: Element): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

describe('the window at first start', () => {
  it('leaves no panel empty in a tall window: trades take the space that the book does not need', async () => {
    // Taller than any screen's book needs: more levels fit than the service sends.
    await mount(null, { size: { width: 1280, height: 2000 } })
    await expect.element(panel('Activity')).toBeVisible()
    expect(height('Chart')).toBeGreaterThan(600)
    expect(height('Positions')).toBeGreaterThan(380)
    expect(height('Trades')).toBeGreaterThan(700)
    expect(height('Activity')).toBeGreaterThan(1000)
    // All levels, and the row that ends each side.
    expect(height('Order book')).toBeGreaterThan(2 * 26 * 20)
    expect(height('Order ticket')).toBeLessThan(800)
  })

  it('gives book and ticket the width that fits a window of 1600 px', async () => {
    await mount(null, { size: { width: 1600, height: 960 } })
    await expect.element(panel('Order ticket')).toBeVisible()
    expect(width('Order book')).toBeGreaterThan(285)
    expect(width('Order ticket')).toBeGreaterThan(311)
  })

  it.each([100, 150])('has legible status and tabs at %i % text size', async (textSize) => {
    const { terminal, play } = await mount(null, { size: { width: 1280, height: 800 } })
    terminal.change({ kind: 'settings' }, { textSize })
    await expect.poll(() => getComputedStyle(document.body).fontSize).toBe(`${(12 * textSize) / 100}px`)
    await play(1000)
    await expect.poll(() => clippedParts(page.getByRole('contentinfo', { name: 'Status' }).element())).toEqual([])
    for (const name of ['Positions', 'Open orders', 'Alerts']) {
      const tab = page.getByRole('tab', { name: new RegExp(`^${name}(, |$)`) })
      await expect.element(tab).toBeVisible()
      expect(clippedParts(tab.element())).toEqual([])
    }
  })

  it('measures its rows in the style sheet once, and again when density or text size have changed', async () => {
    const { terminal } = await mount(null, { size: { width: 1280, height: 800 } })
    await expect.poll(() => rowHeight()).toBe(22)
    const styles = vi.spyOn(window, 'getComputedStyle')
    onTestFinished(() => styles.mockRestore())
    expect([rowHeight(), rowHeight()]).toEqual([22, 22])
    expect(styles).not.toHaveBeenCalled()
    terminal.change({ kind: 'settings' }, { density: 'compact' })
    await expect.poll(() => rowHeight()).toBe(18)
    terminal.change({ kind: 'settings' }, { textSize: 150 })
    await expect.poll(() => rowHeight()).toBe(27)
  })

  it('restores every panel to its size when the text size changes back', async () => {
    const { terminal } = await mount(null, { size: { width: 1280, height: 800 } })
    const titles = ['Bucket', 'Chart', 'Positions', 'Order book', 'Trades', 'Order ticket', 'Activity'] as const
    const sizes = () => titles.map((title) => [title, width(title), height(title)])
    await expect.element(panel('Activity')).toBeVisible()
    const before = sizes()
    for (const textSize of [150, 100]) {
      terminal.change({ kind: 'settings' }, { textSize })
      await expect.poll(() => getComputedStyle(document.body).fontSize).toBe(`${(12 * textSize) / 100}px`)
      if (textSize === 150) await expect.poll(() => width('Order ticket')).toBeGreaterThan(340)
    }
    await expect.poll(sizes).toEqual(before)
  })

  it('keeps figures apart at the largest text in the smallest window', async () => {
    const { terminal, play } = await mount(null, { size: { width: 960, height: 600 } })
    terminal.change({ kind: 'settings' }, { textSize: 150 })
    const [book, ticket, bucket] = [panel('Order book'), panel('Order ticket'), panel('Bucket')]
    await expect.poll(() => getComputedStyle(book.element()).fontSize).toBe('18px')
    await play(1000)
    await expect.element(page.elementLocator(one(book, '[data-totals="bid"]'))).not.toBeVisible()
    const best = one(book, '[data-side="bid"][data-level="0"] [data-cell="price"]')
    const sizes = one(book, '[data-sizes="bid"]')
    await expect.poll(() => [best.textContent, sizes.textContent].every((text) => /\d/.test(text ?? ''))).toBe(true)
    expect(textBox(best).right).toBeLessThan(textBox(sizes).left)
    const figure = (name: string): DOMRect => textBox(one(book, `[data-figure="${name}"] dd`))
    expect(figure('mark').right).toBeLessThan(figure('spread').left)
    expect(textBox(bucket.getByRole('timer', { name: 'Time left' }).element()).right).toBeLessThan(boxOf(bucket).right)
    // Neither the last choice nor the largest size overlaps its neighbors.
    const tif = ticket.getByRole('radiogroup', { name: 'Time in force' }).element()
    expect(tif.scrollWidth - tif.clientWidth).toBeLessThanOrEqual(0)
    const most = boxOf(ticket.getByRole('button', { name: /^(max|buy) / }))
    expect(most.bottom).toBeLessThanOrEqual(boxOf(ticket.getByRole('group', { name: 'Size presets' })).top)
  })
})
