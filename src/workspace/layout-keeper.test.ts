import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/index.ts'
import { createLayoutKeeper, SAVE_AFTER_MS } from './layout-keeper.ts'

describe('keeping the layout', () => {
  it('saves once, a moment after the last change', () => {
    const clock = createFakeClock()
    const save = vi.fn(() => Promise.resolve())
    const keeper = createLayoutKeeper(save, clock.after)
    keeper.changed()
    clock.advance(SAVE_AFTER_MS - 1)
    keeper.changed()
    clock.advance(SAVE_AFTER_MS - 1)
    expect(save).not.toHaveBeenCalled()
    clock.advance(1)
    expect(save).toHaveBeenCalledOnce()
  })

  it('saves at once when the window goes, and not when nothing changed', async () => {
    const clock = createFakeClock()
    const save = vi.fn(() => Promise.resolve())
    const keeper = createLayoutKeeper(save, clock.after)
    await keeper.flush()
    expect(save).not.toHaveBeenCalled()
    keeper.changed()
    await keeper.flush()
    clock.advance(SAVE_AFTER_MS * 2)
    expect(save).toHaveBeenCalledOnce()
  })

  it('says when what was being saved is saved, so that the window can be left', async () => {
    const clock = createFakeClock()
    const saving = Promise.withResolvers<void>()
    const keeper = createLayoutKeeper(() => saving.promise, clock.after)
    keeper.changed()
    clock.advance(SAVE_AFTER_MS)
    let kept = false
    const flushed = keeper.flush().then(() => {
      kept = true
    })
    await Promise.resolve()
    expect(kept).toBe(false)
    saving.resolve()
    await flushed
    expect(kept).toBe(true)
  })
})
