import { describe, expect, it } from 'vitest'
import { earlierText } from '../../contract/active-until.ts'
import { millis } from '../../contract/time.ts'
import { TerminalFailure } from '../bridge/index.ts'
import { stopNotSet } from './plan-ahead.ts'

const refused = (code: string, message: string): TerminalFailure =>
  new TerminalFailure({ code, message, status: null, about: null } as never)

describe('a click whose stop was not set', () => {
  it('reports that nothing was sent where the stop would end before a daily market does, and asks no question that it could not take an answer to', () => {
    const request = earlierText('exit', millis(86_400_000), { at: millis(3_600_000), because: 'token' })
    const failure = stopNotSet(refused('acts_until', request ?? ''))
    expect(failure).toBeInstanceOf(TerminalFailure)
    expect(failure.message).toContain('Nothing was sent')
    expect(failure.message).toContain(
      'Nothing was sent: its stop would expire before its market. It works only until the access token expires, 1380 min before the market ends.',
    )
    expect(failure.message).toContain('disarm one-click and press again')
    expect(failure.message).not.toContain('?')
  })
  it('reports the reason of any other refusal', () => {
    const failure = stopNotSet(refused('conditional_refused', 'The stop is too near.'))
    expect(failure.message).toBe('Nothing was sent: its stop could not be set. The stop is too near.')
  })
  it('does not take a missing answer for a refusal', () => {
    const failure = stopNotSet(new Error('main went away'))
    expect(failure).not.toBeInstanceOf(TerminalFailure)
    expect(failure.message).toContain('main went away')
  })
})
