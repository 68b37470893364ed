import { describe, expect, it } from 'vitest'
import { lockText, sleepText } from './limits-panel.tsx'

describe('the state of this machine', () => {
  it('includes whether screen locks are detected', () => {
    expect(lockText({ screenLock: { on: true } })).toContain('disarms')
    expect(lockText({ screenLock: { on: false, reason: 'not reported' } })).toBe('not reported')
  })
  it('mentions that a closed lid lets it sleep', () => {
    expect(sleepText({ isKeptAwake: true })).toContain('closed lid')
    expect(sleepText({ isKeptAwake: false })).toContain(
      'May sleep now. Kept awake while stops, exits, scales, slices or alerts are active.',
    )
  })
})
