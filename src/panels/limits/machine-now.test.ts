import { describe, expect, it } from 'vitest'
import { lockWords, sleepWords } from './machine-now.tsx'

describe('this machine, in words', () => {
  it('says whether a lock of the screen is heard of', () => {
    expect(lockWords({ screenLock: { on: true } })).toContain('disarms')
    expect(lockWords({ screenLock: { on: false, reason: 'not told' } })).toBe('not told')
  })
  it('says that a closed lid ends what keeps it awake', () => {
    expect(sleepWords({ isKeptAwake: true })).toContain('closed lid')
    expect(sleepWords({ isKeptAwake: false })).toContain('may sleep')
  })
})
