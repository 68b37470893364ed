import { expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createSettle } from './markets-panel.tsx'

function open() {
  const clock = createFakeClock()
  const runs: number[] = []
  const settle = createSettle({ clock, rest: 100, most: 500, run: () => runs.push(clock.monotonic()) })
  return { clock, runs, settle }
}

it('what moves is looked at once it rests', () => {
  const { clock, runs, settle } = open()
  settle.moved()
  clock.advance(60)
  settle.moved()
  clock.advance(1000)
  expect(runs).toEqual([160])
})

it('what never rests is looked at all the same', () => {
  const { clock, runs, settle } = open()
  for (let i = 0; i < 25; i += 1) {
    settle.moved()
    clock.advance(50)
  }
  expect(runs).toEqual([500, 1000])
})

it('nothing is looked at once it is stopped', () => {
  const { clock, runs, settle } = open()
  settle.moved()
  settle.stop()
  clock.advance(1000)
  expect([runs, clock.waiting]).toEqual([[], 0])
})
