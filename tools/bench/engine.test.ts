import { expect, it } from 'vitest'
import { benchEngine } from './engine.ts'

it('the engine’s benchmark trades: orders fill and every figure is present', () => {
  const figures = benchEngine(2000)
  expect(figures.fills).toBeGreaterThan(500)
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0)
})
