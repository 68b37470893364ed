import { describe, expect, it } from 'vitest'
import { mount } from '../../testing/mount.tsx'
import { boxOf, panel } from '../../testing/screen.ts'
import type { PanelTitle } from '../index.ts'

const height = (title: PanelTitle): number => Math.round(boxOf(panel(title)).height)
const width = (title: PanelTitle): number => Math.round(boxOf(panel(title)).width)

describe('the window of a first start', () => {
  it('leaves no panel empty in a tall window: trades take what the book does not need', async () => {
    // Taller than any screen's book needs: there is room for more levels than the service sends.
    await mount(null, { size: { width: 1280, height: 2000 } })
    await expect.element(panel('Activity')).toBeVisible()
    expect(height('Chart')).toBeGreaterThan(600)
    expect(height('Positions')).toBeGreaterThan(380)
    expect(height('Trades')).toBeGreaterThan(700)
    expect(height('Activity')).toBeGreaterThan(1000)
    // All levels, and on each side the row that ends it.
    expect(height('Order book')).toBeGreaterThan(2 * 26 * 20)
    expect(height('Order ticket')).toBeLessThan(800)
  })

  it('gives book and ticket the width that a window of 1600 px has room for', async () => {
    await mount(null, { size: { width: 1600, height: 960 } })
    await expect.element(panel('Order ticket')).toBeVisible()
    expect(width('Order book')).toBeGreaterThan(285)
    expect(width('Order ticket')).toBeGreaterThan(311)
  })
})
