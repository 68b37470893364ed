import { describe, expect, it } from 'vitest'
import { memoryLayouts } from './testing/setup.ts'
import { readWindowLayout, saveWindowLayout } from './window-layouts.ts'

describe('a window’s layout', () => {
  it('belongs to the window on any deployment; drafts stay with the deployment they were typed on', () => {
    const layouts = memoryLayouts()
    saveWindowLayout(layouts, 'window-1', 'alpha', { layout: 'wide', drafts: { price: '512.5' } })
    expect(readWindowLayout(layouts, 'window-1', 'beta')).toEqual({ layout: 'wide' })
    saveWindowLayout(layouts, 'window-1', 'beta', { layout: 'tall', drafts: { price: '7' } })
    expect(readWindowLayout(layouts, 'window-1', 'alpha')).toEqual({ layout: 'tall', drafts: { price: '512.5' } })
    expect(readWindowLayout(layouts, 'window-1', 'beta')).toEqual({ layout: 'tall', drafts: { price: '7' } })
    expect(readWindowLayout(layouts, 'window-2', 'alpha')).toBeNull()
  })

  it('larger than 256 KB, or no JSON, is refused, and the previous one is kept', () => {
    const layouts = memoryLayouts()
    const save = (text: unknown) => saveWindowLayout(layouts, 'window-1', 'alpha', { text })
    save('x'.repeat(256 * 1024 - 20))
    save('kept')
    expect(() => save('x'.repeat(256 * 1024))).toThrow(
      'The layout of this window exceeds 256 KB, so the previous one was kept.',
    )
    expect(() => save(1n)).toThrow('The layout of this window exceeds 256 KB, so the previous one was kept.')
    expect(readWindowLayout(layouts, 'window-1', 'alpha')).toEqual({ text: 'kept' })
  })

  it('drops drafts that no longer exist', () => {
    const layouts = memoryLayouts()
    saveWindowLayout(layouts, 'window-1', 'alpha', { layout: 1, drafts: { price: '5' } })
    saveWindowLayout(layouts, 'window-1', 'alpha', { layout: 1 })
    expect(readWindowLayout(layouts, 'window-1', 'alpha')).toEqual({ layout: 1 })
  })

  it('keeps drafts of deployments with any name', () => {
    const layouts = memoryLayouts()
    for (const profile of ['__proto__', 'constructor', 'a/b']) {
      expect(readWindowLayout(layouts, 'window-1', profile)?.drafts).toBeUndefined()
      saveWindowLayout(layouts, 'window-1', profile, { layout: 1, drafts: { price: profile } })
      expect(readWindowLayout(layouts, 'window-1', profile)?.drafts).toEqual({ price: profile })
    }
  })

  it('saved with drafts by any means shows them on no other deployment', () => {
    const layouts = memoryLayouts({ 'window-1': { layout: 1, drafts: { price: '5' } } })
    expect(readWindowLayout(layouts, 'window-1', 'alpha')).toEqual({ layout: 1 })
    expect(readWindowLayout(memoryLayouts({ 'window-1': 'text' }), 'window-1', 'alpha')).toBeNull()
  })
})
