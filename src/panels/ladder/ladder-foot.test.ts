import { describe, expect, it } from 'vitest'
import { footText } from './ladder-foot.tsx'

const foot = (
  state: 'idle' | 'sending' | 'accepted' | 'failed',
  message: { presses?: string; failure?: string; moving?: string; ended?: string } = {},
): string | null =>
  footText({
    failure: message.failure ?? null,
    presses: { text: message.presses ?? null, sender: { submission: { state } } },
    moving: { text: message.moving ?? null },
    oneClick: { reason: message.ended ?? null },
  })

describe('the foot of a ladder', () => {
  it('shows a click without effect, never covered by an earlier cancel or move', () => {
    expect(foot('idle', { presses: 'Prices are old.', failure: 'The cancel failed.', moving: 'Not moved.' })).toBe(
      'Prices are old.',
    )
  })
  it.each(['sending', 'accepted', 'failed'] as const)(
    'shows an order that is %s, never covered by the end of one-click',
    (state) => {
      expect(foot(state, { ended: 'Disarmed after 10 minutes.' })).toBeNull()
    },
  )
  it('shows why one-click ended, while nothing was sent', () => {
    expect(foot('idle', { ended: 'Disarmed after 10 minutes.' })).toBe('Disarmed after 10 minutes.')
  })
})
