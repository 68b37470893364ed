import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Box, type Region, STILL_AFTER_MS, Stillness } from './still.tsx'

interface FakeRegion extends Region {
  shown: Box | null
  front: string
  isHeld: boolean
}

function setUp(boxes: readonly (Box | null)[]) {
  const clock = createFakeClock()
  const stillness = new Stillness(clock)
  const regions = boxes.map((shown): FakeRegion => {
    const region: FakeRegion = {
      ...{ shown, front: 'a', isHeld: false },
      box: () => region.shown,
      subject: () => region.front,
      hold: (isHeld) => {
        region.isHeld = isHeld
      },
    }
    return region
  })
  for (const region of regions) stillness.add(region)
  stillness.check()
  clock.advance(STILL_AFTER_MS)
  return { clock, stillness, regions }
}

const BOX: Box = { left: 0, top: 0, width: 100, height: 100 }
const LOWER: Box = { ...BOX, top: 32 }

it('a region that moved takes no press for a moment, and one that stayed does', () => {
  const { clock, stillness, regions } = setUp([BOX, { ...BOX, left: 200 }])
  const held = (): readonly boolean[] => regions.map(({ isHeld }) => isHeld)
  const [moved] = regions as [FakeRegion]
  moved.shown = LOWER
  stillness.check()
  expect(held()).toEqual([true, false])
  clock.advance(STILL_AFTER_MS - 1)
  moved.shown = BOX
  stillness.check()
  clock.advance(STILL_AFTER_MS - 1)
  expect(held()).toEqual([true, false])
  clock.advance(1)
  expect(held()).toEqual([false, false])
})

it('a panel that a press elsewhere brought to the front takes presses at once, but not one that came by itself', () => {
  const { clock, stillness, regions } = setUp([BOX])
  const [region] = regions as [FakeRegion]
  stillness.pressed({ x: 50, y: 110 })
  region.front = 'b'
  stillness.check()
  expect(region.isHeld).toBe(false)
  clock.advance(STILL_AFTER_MS)
  region.front = 'c'
  stillness.check()
  expect(region.isHeld).toBe(true)
})

it('a press that began before its region moved still acts, and the next one does not', () => {
  const { clock, stillness, regions } = setUp([BOX, { ...BOX, left: 200 }])
  const [pressed, other] = regions as [FakeRegion, FakeRegion]
  stillness.pressed({ x: 50, y: 50 })
  pressed.shown = LOWER
  other.shown = { ...LOWER, left: 200 }
  stillness.check()
  expect([pressed.isHeld, other.isHeld]).toEqual([false, true])
  stillness.released({ x: 50, y: 50 })
  expect(pressed.isHeld).toBe(false)
  clock.advance(1)
  expect(pressed.isHeld).toBe(true)
  clock.advance(STILL_AFTER_MS - 1)
  expect([pressed.isHeld, other.isHeld]).toEqual([false, false])
  // A long press, as of a drag, outlasts the move.
  stillness.pressed({ x: 50, y: 50 })
  pressed.shown = BOX
  stillness.check()
  clock.advance(STILL_AFTER_MS)
  stillness.released({ x: 50, y: 50 })
  clock.advance(1)
  expect(pressed.isHeld).toBe(false)
})

it('a press hits what has been under the pointer for long enough, even when others moved', () => {
  const box = fc.constantFrom<Box | null>(null, BOX, LOWER, { ...BOX, height: 80 }, { ...BOX, left: 60, top: 8 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), at: fc.nat(1), box }),
    fc.record({ kind: fc.constant('front' as const), at: fc.nat(1), front: fc.constantFrom('a', 'b') }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: STILL_AFTER_MS }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(100), fc.nat(140), (steps, x, y) => {
      const { clock, stillness, regions } = setUp([BOX, null])
      /** What a press at the point would mean for a region: its content, and where in it. */
      const under = ({ shown, front }: FakeRegion): string | null =>
        shown !== null &&
        x >= shown.left &&
        x < shown.left + shown.width &&
        y >= shown.top &&
        y < shown.top + shown.height
          ? `${front} ${x - shown.left} ${y - shown.top}`
          : null
      const since = regions.map((region) => ({ what: under(region), at: Number.NEGATIVE_INFINITY }))
      for (const one of steps) {
        if (one.kind === 'wait') clock.advance(one.ms)
        else {
          const region = regions[one.at] as FakeRegion
          if (one.kind === 'move') region.shown = one.box
          else region.front = one.front
          stillness.check()
        }
        for (const [at, region] of regions.entries()) {
          const known = since[at] as { what: string | null; at: number }
          const what = under(region)
          if (what !== known.what) Object.assign(known, { what, at: clock.monotonic() })
          if (what !== null && !region.isHeld)
            expect(clock.monotonic() - known.at).toBeGreaterThanOrEqual(STILL_AFTER_MS)
        }
      }
    }),
    { numRuns: runs(100, 5_000) },
  )
})
