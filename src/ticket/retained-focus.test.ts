import { describe, expect, it } from 'vitest'
import { RetainedFocus } from './closed-market-overlay.tsx'

function page() {
  const focused: string[] = []
  const at = (name: string, isConnected = true): Parameters<RetainedFocus['entered']>[0] => ({
    isConnected,
    focus: () => focused.push(name),
  })
  return { focused, at, kept: new RetainedFocus() }
}

describe('a focused field whose market closes', () => {
  it('passes the focus to its replacement, and gets it back when the market opens', () => {
    const { focused, at, kept } = page()
    kept.entered(at('size'))
    kept.turned(true, at('state'))
    expect(focused).toEqual(['state'])
    kept.left('form')
    kept.turned(false, null)
    expect(focused).toEqual(['state', 'size'])
  })
  it('does not get it back when the focus was, or moved, elsewhere', () => {
    const { focused, at, kept } = page()
    kept.entered(at('size'))
    kept.left('form')
    kept.turned(true, at('state'))
    kept.turned(false, null)
    kept.entered(at('size'))
    kept.turned(true, at('state'))
    kept.left('state')
    kept.turned(false, null)
    expect(focused).toEqual(['state'])
  })
  it('ignores elements that are gone', () => {
    const { focused, at, kept } = page()
    kept.entered(at('size', false))
    kept.turned(true, at('state'))
    kept.turned(false, null)
    expect(focused).toEqual(['state'])
  })
})
