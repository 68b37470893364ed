import { describe, expect, it } from 'vitest'
import { lockText, sleepText } from './limits-panel.tsx'

describe('this machine, in words', () => {
  it('says whether a lock of the screen is heard of', () => {
    expect(lockText({ screenLock: { on: true } })).toContain('disarms')
    expect(lockText({ screenLock: { on: false, reason: 'not told' } })).toBe('not told')
  })
  it('says that a closed lid ends what keeps it awake', () => {
    expect(sleepText({ isKeptAwake: true })).toContain('closed lid')
    expect(sleepText({ isKeptAwake: false })).toContain('may sleep')
  })
})
