import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { windowPlace } from '../../contract/workspace.ts'
import {
  type Bounds,
  type DisplayArea,
  type Placed,
  parseMemory,
  placed,
  placeOf,
  rememberedPlace,
  remembering,
} from './placement.ts'

const display = (bounds: Bounds, more: Partial<DisplayArea> = {}): DisplayArea => ({
  bounds,
  workArea: { ...bounds, y: bounds.y + 30, height: bounds.height - 30 },
  scale: 1,
  isPrimary: false,
  ...more,
})
const laptop = display({ x: 0, y: 0, width: 1440, height: 900 }, { scale: 2, isPrimary: true })
const large = display({ x: 1440, y: -540, width: 2560, height: 1440 })
const office = display({ x: -1920, y: 0, width: 1920, height: 1080 })
const twin = display({ x: 4000, y: -540, width: 2560, height: 1440 })

const onLarge: Placed = { bounds: { x: 1600, y: -400, width: 1280, height: 705 }, state: 'normal' }
const from = (window: Placed, displays: readonly DisplayArea[]) => placeOf(window, displays)

describe('a window that was left', () => {
  it.each(['normal', 'maximised', 'fullscreen'] as const)('%s is restored, in its place', (state) => {
    const left = { ...onLarge, state }
    expect(placed(from(left, [laptop, large]), [large, laptop])).toEqual(left)
  })

  it('on a missing display moves to another one, with the same part of it', () => {
    const there = placed(from(onLarge, [laptop, large]), [laptop])
    expect(there.bounds).toEqual({ x: 90, y: 98, width: 960, height: 600 })
  })

  it('on a missing one of two equal displays moves to the other unchanged', () => {
    expect(placed(from(onLarge, [laptop, large]), [laptop, twin]).bounds).toEqual({
      ...onLarge.bounds,
      x: onLarge.bounds.x + 2560,
    })
  })

  it('on the primary display is on the primary one of other displays', () => {
    const left: Placed = { bounds: { x: 10, y: 40, width: 1000, height: 700 }, state: 'normal' }
    const other = display({ x: 0, y: 0, width: 1920, height: 1080 }, { isPrimary: true })
    expect(placed(from(left, [laptop, large]), [large, other]).bounds.x).toBeLessThan(1920 - 960)
    expect(placed(from(left, [laptop, large]), [large, other]).bounds.x).toBeGreaterThanOrEqual(0)
  })

  it('follows a display that has another position now', () => {
    const moved = display({ ...large.bounds, x: -2560, y: 0 })
    expect(placed(from(onLarge, [laptop, large]), [laptop, moved]).bounds).toEqual({
      ...onLarge.bounds,
      x: onLarge.bounds.x - 4000,
      y: onLarge.bounds.y + 540,
    })
  })

  it('over two displays is over both again', () => {
    const left: Placed = { bounds: { x: -1000, y: 40, width: 2200, height: 800 }, state: 'normal' }
    expect(placed(from(left, [laptop, office]), [laptop, office])).toEqual(left)
  })

  it('nowhere yet opens on the primary display, at any place in the list', () => {
    expect(placed(null, [large, office, laptop])).toEqual({
      bounds: { x: 0, y: 30, width: 1440, height: 870 },
      state: 'normal',
    })
  })
})

describe('displays that go and come back', () => {
  it('have the window back in its place, however often', () => {
    let known = remembering([], from(onLarge, [laptop, large]), [laptop, large])
    for (let round = 0; round < 3; round += 1) {
      const alone = placed(rememberedPlace(known, [laptop]), [laptop])
      known = remembering(known, from(alone, [laptop]), [laptop])
      expect(placed(rememberedPlace(known, [large, laptop]), [large, laptop])).toEqual(onLarge)
    }
  })

  it('are recognized even when a task bar takes a part of them', () => {
    const known = remembering([], from(onLarge, [laptop, large]), [laptop, large])
    const barred = { ...large, workArea: { ...large.bounds, height: 1380 } }
    expect(rememberedPlace(known, [laptop, barred])).toEqual(known[0]?.place)
  })

  it('are remembered up to six, the newest', () => {
    let known = parseMemory(null)
    for (let width = 1000; width < 1010; width += 1) {
      const displays = [display({ x: 0, y: 0, width, height: 800 }, { isPrimary: true })]
      known = remembering(known, from(onLarge, displays), displays)
    }
    expect(known).toHaveLength(6)
    expect(known[0]?.place.display.width).toBe(1009)
    expect(parseMemory(JSON.parse(JSON.stringify(known)))).toEqual(known)
  })

  it.each([null, 7, {}, [{}], [{ on: 'x', place: { state: 'lost' } }]])('are none in %j', (value) => {
    expect(parseMemory(value)).toEqual([])
  })
})

/** Displays beside one another, one of them primary. */
const displays = fc
  .array(
    fc.record({
      width: fc.integer({ min: 800, max: 5120 }),
      height: fc.integer({ min: 600, max: 2880 }),
      y: fc.integer({ min: -2000, max: 2000 }),
      bar: fc.integer({ min: 0, max: 80 }),
      scale: fc.constantFrom(1, 1.25, 1.5, 2),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((made) =>
    fc.record({ primary: fc.nat(made.length - 1), origin: fc.integer({ min: -4000, max: 4000 }) }).map((at) => {
      let x = at.origin
      return made.map(({ width, height, y, bar, scale }, index): DisplayArea => {
        const bounds = { x, y, width, height }
        x += width
        return {
          bounds,
          workArea: { x: bounds.x, y: y + bar, width, height: height - bar },
          scale,
          isPrimary: index === at.primary,
        }
      })
    }),
  )
const windows = fc.record({
  bounds: fc.record({
    x: fc.integer({ min: -9000, max: 9000 }),
    y: fc.integer({ min: -5000, max: 5000 }),
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 5000 }),
  }),
  state: fc.constantFrom('normal', 'maximised', 'fullscreen'),
})

describe('for any window and any displays', () => {
  it('the top strip can be grabbed with a mouse, and the place survives storage', () => {
    fc.assert(
      fc.property(windows, displays, displays, (window, before, after) => {
        const place = placeOf(window, before)
        expect(windowPlace.parse(JSON.parse(JSON.stringify(place)))).toEqual(place)
        const { bounds, state } = placed(place, after)
        expect(state).toBe(window.state)
        const caught = after.some(
          ({ workArea }) =>
            bounds.x + bounds.width >= workArea.x + 120 &&
            bounds.x <= workArea.x + workArea.width - 120 &&
            bounds.y >= workArea.y &&
            bounds.y <= workArea.y + workArea.height - 24,
        )
        expect(caught).toBe(true)
      }),
    )
  })

  it('a window is restored exactly where it was placed', () => {
    fc.assert(
      fc.property(windows, displays, (window, there) => {
        const once = placed(placeOf(window, there), there)
        expect(placed(placeOf(once, there), there)).toEqual(once)
      }),
    )
  })
})
