import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/index.ts'
import { createLayoutSaver } from './saved-layout.ts'

const SAVE_EVERY_MS = 500

describe('saving the layout', () => {
  it('saves the first change at once, and later ones at intervals', () => {
    const clock = createFakeClock()
    const save = vi.fn(() => Promise.resolve())
    const saver = createLayoutSaver(save, clock.after)
    saver.changed()
    expect(save).toHaveBeenCalledOnce()
    saver.changed()
    saver.changed()
    clock.advance(SAVE_EVERY_MS - 1)
    expect(save).toHaveBeenCalledOnce()
    clock.advance(1)
    expect(save).toHaveBeenCalledTimes(2)
    clock.advance(SAVE_EVERY_MS * 3)
    expect(save).toHaveBeenCalledTimes(2)
    saver.changed()
    expect(save).toHaveBeenCalledTimes(3)
  })

  it('saves the rest when the window closes, and nothing when nothing changed', async () => {
    const clock = createFakeClock()
    const save = vi.fn(() => Promise.resolve())
    const saver = createLayoutSaver(save, clock.after)
    await saver.flush()
    expect(save).not.toHaveBeenCalled()
    saver.changed()
    saver.changed()
    await saver.flush()
    expect(save).toHaveBeenCalledTimes(2)
    clock.advance(SAVE_EVERY_MS * 2)
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('resolves once a pending save is done, so that the window can be left', async () => {
    const clock = createFakeClock()
    const saving = Promise.withResolvers<void>()
    const saver = createLayoutSaver(() => saving.promise, clock.after)
    saver.changed()
    let kept = false
    const flushed = saver.flush().then(() => {
      kept = true
    })
    await Promise.resolve()
    expect(kept).toBe(false)
    saving.resolve()
    await flushed
    expect(kept).toBe(true)
  })
})
