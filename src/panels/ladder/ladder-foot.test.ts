import { describe, expect, it } from 'vitest'
import { footText } from './ladder-foot.tsx'

const foot = (
  state: 'idle' | 'sending' | 'accepted' | 'failed',
  said: { hand?: string; failure?: string; moving?: string; ended?: string } = {},
): string | null =>
  footText({
    failure: said.failure ?? null,
    hand: { words: said.hand ?? null, sender: { submission: { state } } },
    moving: { words: said.moving ?? null },
    oneClick: { reason: said.ended ?? null },
  })

describe('what the foot of a ladder says', () => {
  it('of a press that came to nothing is covered by no cancel or move of before', () => {
    expect(foot('idle', { hand: 'Prices are old.', failure: 'The cancel failed.', moving: 'Not moved.' })).toBe(
      'Prices are old.',
    )
  })
  it.each(['sending', 'accepted', 'failed'] as const)(
    'of an order that is %s is covered by no end of one-click',
    (state) => {
      expect(foot(state, { ended: 'Disarmed after 10 minutes.' })).toBeNull()
    },
  )
  it('is why one-click ended, while nothing was sent', () => {
    expect(foot('idle', { ended: 'Disarmed after 10 minutes.' })).toBe('Disarmed after 10 minutes.')
  })
})
