import { describe, expect, it } from 'vitest'
import { leftOutText } from './left-out.ts'

const saved = (...kinds: readonly unknown[]) => ({ version: 2, layout: {}, panels: kinds.map((kind) => ({ kind })) })

describe('unusable parts of a saved layout', () => {
  it('are reported: the whole layout, or the kinds of panels that this version lacks, each once', () => {
    expect(leftOutText({ version: 9, layout: {} }, false)).toMatch(
      /The saved layout of this window could not be read, so the default layout is shown\. Drafts are lost; orders are not affected\./,
    )
    expect(leftOutText(saved('chart', 'radar', 'radar', 'sonar'), true)).toBe(
      'This version has no panel radar, sonar: omitted from this window.',
    )
  })

  it('include a place whose panel was not saved', () => {
    const layout = { panels: { a: { contentComponent: 'chart' }, b: { contentComponent: 'book' } } }
    const kept = { version: 2, layout, panels: [{ id: 'b', kind: 'book', market: null }] }
    expect(leftOutText(kept, true)).toBe('Chart could not be restored (no saved data): omitted from this window.')
    expect(leftOutText({ ...kept, layout: { panels: { b: layout.panels.b } } }, true)).toBeNull()
  })

  it('include an unreadable market, with what its panel shows instead', () => {
    const panels = [
      { id: 'a', kind: 'chart', market: { by: 'pin', market: 'weather/NYC' } },
      { id: 'b', kind: 'bucket', market: { by: 'link', group: 9, shown: null, stays: false } },
      { id: 'c', kind: 'book', market: { by: 'link', group: 3, shown: 'weather/NYC', stays: true } },
      { id: 'd', kind: 'positions', market: 'odd' },
      { id: 'e', kind: 'ticket', market: { by: 'link', group: 3, shown: null, stays: false } },
    ]
    expect(leftOutText({ version: 2, layout: {}, panels }, true)).toBe(
      'Chart shows no market: “weather/NYC” cannot be read. Bucket shows the live market: “link group 9” cannot be read. Order book shows the market of group 3: “weather/NYC” cannot be read. Choose their markets again; unreadable ones are dropped when the window is saved.',
    )
  })

  it('are null where everything is shown, and at a first start', () => {
    expect(leftOutText(saved('chart', 7), true)).toBeNull()
    expect(leftOutText({ version: 1, layout: {} }, true)).toBeNull()
    for (const none of [null, undefined, {}, { drafts: {} }, 'x']) expect(leftOutText(none, false)).toBeNull()
  })
})
