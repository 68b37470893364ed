import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/index.ts'
import { createLayoutKeeper, SAVE_AFTER_MS } from './layout-keeper.ts'

describe('keeping the layout', () => {
  it('saves once, a moment after the last change', () => {
    const clock = createFakeClock()
    const save = vi.fn()
    const keeper = createLayoutKeeper(save, clock.after)
    keeper.changed()
    clock.advance(SAVE_AFTER_MS - 1)
    keeper.changed()
    clock.advance(SAVE_AFTER_MS - 1)
    expect(save).not.toHaveBeenCalled()
    clock.advance(1)
    expect(save).toHaveBeenCalledOnce()
  })

  it('saves at once when the window goes, and not when nothing changed', () => {
    const clock = createFakeClock()
    const save = vi.fn()
    const keeper = createLayoutKeeper(save, clock.after)
    keeper.flush()
    expect(save).not.toHaveBeenCalled()
    keeper.changed()
    keeper.flush()
    clock.advance(SAVE_AFTER_MS * 2)
    expect(save).toHaveBeenCalledOnce()
  })
})
