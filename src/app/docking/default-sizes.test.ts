import { describe, expect, it } from 'vitest'
import { defaultSizes, type LayoutSpace } from './default-sizes.ts'

/** The workspace of a window: minus its bars and side gaps. */
const workspace = (width: number, height: number, scale = 1): LayoutSpace => ({
  width: width - 8,
  height: height - Math.round(62 * scale),
  scale,
  row: Math.round(22 * scale),
})

describe('the default layout', () => {
  it('is spacious from a window of 1600 px on, whose workspace is a gap narrower on each side', () => {
    expect(defaultSizes(workspace(1600, 960))).toMatchObject({ ticket: 318, book: 292 })
    expect(defaultSizes(workspace(1599, 960))).toMatchObject({ ticket: 304, book: 240 })
  })

  it.each([
    [960, 600, 150, 96],
    [1280, 800, 185, 185],
    [1920, 1080, 255, 255],
  ])('gives the bottom of each column a quarter at %i × %i, and a low ticket more', (width, height, quarter, least) => {
    const { bottom, trades, activity, ordersBeside } = defaultSizes(workspace(width, height))
    expect([bottom, trades, activity]).toEqual([quarter, quarter, least])
    expect(ordersBeside).toBe(false)
  })

  it('has positions and open orders side by side where half of the width would be empty otherwise', () => {
    expect(defaultSizes(workspace(2560, 1440)).ordersBeside).toBe(true)
  })

  it('follows the text size: with text at one and a half times the size, a window counts as two thirds of its size', () => {
    const { width, height } = workspace(1920, 1080, 1.5)
    expect(defaultSizes({ width, height, scale: 1.5, row: 33 })).toMatchObject({
      strip: 108,
      ticket: 456,
      book: 360,
      spreads: false,
      tight: false,
    })
    expect(defaultSizes(workspace(1280, 800, 1.5)).tight).toBe(true)
    expect(defaultSizes(workspace(1280, 800, 1.25)).tight).toBe(false)
    expect(defaultSizes(workspace(960, 600)).tight).toBe(false)
  })

  it('leaves no part of a tall window empty: trades and activity take what book and ticket do not need', () => {
    const room = workspace(3840, 2160, 14 / 12)
    const { bottom, trades, activity, ordersBeside } = defaultSizes(room)
    // 25 levels per side and the row that ends them, 24 px each.
    expect(room.height - trades - 4).toBeGreaterThan(2 * 26 * 24)
    expect(room.height - trades - 4).toBeLessThan(2 * 26 * 24 + 130)
    expect(trades).toBeGreaterThan(700)
    expect(activity).toBeGreaterThan(1000)
    expect(bottom).toBeGreaterThan(400)
    expect(room.height - bottom).toBeGreaterThan(600)
    expect(ordersBeside).toBe(true)
  })
})
