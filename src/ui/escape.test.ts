import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { endNewest, escapeGoal, heldLayers, holdEscape } from './escape.ts'

/** The innermost first. */
const LAYERS = ['preview', 'drag', 'estimate', 'catch'] as const
type Layer = (typeof LAYERS)[number]
const nowhere = { inDialog: false, inText: false }

describe('Esc', () => {
  it.each([
    [{ inDialog: true, inText: true }, LAYERS, 'theirs'],
    [{ ...nowhere, inText: true }, LAYERS, 'preview'],
    [nowhere, ['catch', 'estimate', 'drag'], 'drag'],
    [{ ...nowhere, inText: true }, ['catch', 'estimate'], 'estimate'],
    [{ ...nowhere, inText: true }, ['catch'], 'field'],
    [nowhere, ['catch'], 'catch'],
    [{ ...nowhere, inText: true }, [], 'field'],
    [nowhere, [], 'nothing'],
  ] as const)('at %j with %j to close is for: %s', (place, held, goal) => {
    expect(escapeGoal(place, new Set(held))).toBe(goal)
  })

  it('closes one layer per press, the newest of the innermost first, and disarms last', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LAYERS)), (layers) => {
        const ended: number[] = []
        const releases: (() => void)[] = []
        layers.forEach((layer, at) => {
          releases[at] = holdEscape(layer, () => {
            ended.push(at)
            releases[at]?.()
          })
        })
        for (;;) {
          const goal = escapeGoal(nowhere, heldLayers())
          if (goal === 'nothing') break
          const before = ended.length
          endNewest(goal as Layer)
          expect(ended).toHaveLength(before + 1)
        }
        const rank = (at: number) => LAYERS.indexOf(layers[at] as Layer)
        expect(ended).toEqual(layers.map((_, at) => at).sort((a, b) => rank(a) - rank(b) || b - a))
      }),
    )
  })

  it('closes nothing that is already closed', () => {
    const end = vi.fn()
    holdEscape('drag', end)()
    endNewest('drag')
    expect([end.mock.calls.length, heldLayers().size]).toEqual([0, 0])
  })
})
