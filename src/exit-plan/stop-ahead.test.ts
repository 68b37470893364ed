import { describe, expect, it } from 'vitest'
import { earlierText } from '../../contract/acts-until.ts'
import { millis } from '../../contract/time.ts'
import { TerminalFailure } from '../bridge/index.ts'
import { stopNotSet } from './plan-ahead.ts'

const refused = (code: string, message: string): TerminalFailure =>
  new TerminalFailure({ code, message, status: null, about: null } as never)

describe('a press whose stop was not set', () => {
  it('says that nothing was sent where the stop would end before a market of a day does, and asks nothing that it takes no answer to', () => {
    const asked = earlierText(
      millis(86_400_000),
      { at: millis(3_600_000), because: 'token' },
      'the market ends',
      'Hold it',
    )
    const failure = stopNotSet(refused('acts_until', asked ?? ''))
    expect(failure).toBeInstanceOf(TerminalFailure)
    expect(failure.message).toContain('Nothing was sent')
    expect(failure.message).toContain(
      'It can act only until the access token runs out, 1380 min before the market ends.',
    )
    expect(failure.message).toContain('disarm one-click and press again')
    expect(failure.message).not.toContain('?')
  })
  it('says what it was refused for, whatever that is', () => {
    const failure = stopNotSet(refused('conditional_refused', 'The stop is too near.'))
    expect(failure.message).toBe('Nothing was sent, because its stop could not be set: The stop is too near.')
  })
  it('is not taken for an answer where none came', () => {
    const failure = stopNotSet(new Error('main went away'))
    expect(failure).not.toBeInstanceOf(TerminalFailure)
    expect(failure.message).toContain('main went away')
  })
})
