import { describe, expect, it } from 'vitest'
import { KeptFocus } from './ticket-gate.tsx'

function page() {
  const focused: string[] = []
  const at = (name: string, isConnected = true): Parameters<KeptFocus['entered']>[0] => ({
    isConnected,
    focus: () => focused.push(name),
  })
  return { focused, at, kept: new KeptFocus() }
}

describe('a field that is being typed in when its market closes', () => {
  it('gives the focus to what stands in its place, and has it back when the market opens', () => {
    const { focused, at, kept } = page()
    kept.entered(at('size'))
    kept.turned(true, at('state'))
    expect(focused).toEqual(['state'])
    kept.left('form')
    kept.turned(false, null)
    expect(focused).toEqual(['state', 'size'])
  })
  it('is left alone when the trader was elsewhere, or goes elsewhere meanwhile', () => {
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
  it('asks for nothing that is gone', () => {
    const { focused, at, kept } = page()
    kept.entered(at('size', false))
    kept.turned(true, at('state'))
    kept.turned(false, null)
    expect(focused).toEqual(['state'])
  })
})
