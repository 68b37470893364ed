import { expect, it } from 'vitest'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { createSettle } from './markets-panel.tsx'

function open() {
  const clock = createFakeClock()
  const runs: number[] = []
  const settle = createSettle({ clock, rest: 100, most: 500, run: () => runs.push(clock.monotonic()) })
  return { clock, runs, settle }
}

it('moving rows are subscribed to once they rest', () => {
  const { clock, runs, settle } = open()
  settle.moved()
  clock.advance(60)
  settle.moved()
  clock.advance(1000)
  expect(runs).toEqual([160])
})

it('rows that never rest are subscribed to after the maximum wait', () => {
  const { clock, runs, settle } = open()
  for (let i = 0; i < 25; i += 1) {
    settle.moved()
    clock.advance(50)
  }
  expect(runs).toEqual([500, 1000])
})

it('nothing is subscribed to once it is stopped', () => {
  const { clock, runs, settle } = open()
  settle.moved()
  settle.stop()
  clock.advance(1000)
  expect([runs, clock.waiting]).toEqual([[], 0])
})
