import { describe, expect, it } from 'vitest'
import type { RemoteNotificationTarget } from '../../contract/remote-notifications.ts'
import { millis } from '../../contract/time.ts'
import { elsewhereText, placeText } from './remote-notification-labels.ts'

const AT = millis(Date.UTC(2026, 10, 21, 21, 18))
const place = (part: Partial<RemoteNotificationTarget> = {}): RemoteNotificationTarget => ({
  kind: 'webhook',
  host: 'hooks.example',
  unusable: null,
  lost: 0,
  sentAt: null,
  failure: null,
  isBeating: false,
  ...part,
})

describe('the state of a notification target', () => {
  it.each<[Partial<RemoteNotificationTarget>, string, string, string]>([
    [{ host: null }, 'good', 'Not set up', ''],
    [{}, 'good', 'Sends to hooks.example', 'No message delivered since the start.'],
    [{ sentAt: AT }, 'good', 'Sends to hooks.example', 'Last message delivered 2026-11-21 21:18 UTC.'],
    [{ lost: 1 }, 'good', 'Sends to hooks.example', 'No message delivered since the start. 1 message dropped.'],
    [
      { failure: { text: 'answered 503', at: AT }, lost: 2 },
      'warning',
      'hooks.example answered 503',
      'At 2026-11-21 21:18 UTC. 2 messages dropped. No message delivered since the start.',
    ],
    [{ unusable: 'Set it again.' }, 'error', 'hooks.example not usable', 'Set it again.'],
    [
      { kind: 'heartbeat', isBeating: true, sentAt: AT },
      'good',
      'Pings hooks.example',
      'Last ping delivered 2026-11-21 21:18 UTC.',
    ],
    [
      { kind: 'heartbeat' },
      'good',
      'Set to hooks.example, idle: nothing is watched',
      'No ping delivered since the start.',
    ],
  ])('%j', (part, tone, title, detail) => {
    expect(placeText(place(part))).toEqual({ tone, title, detail })
  })
})

describe('the line of notification targets', () => {
  it('names the hosts that accept messages, and marks those that fail', () => {
    const none = place({ host: null })
    const beats = place({ kind: 'heartbeat', host: 'pings.example' })
    expect(elsewhereText([none, beats])).toBe('Alerts on this computer only.')
    const ntfy = place({ kind: 'ntfy', host: 'ntfy.sh', failure: { text: 'answered 503', at: AT } })
    expect(elsewhereText([place(), ntfy, beats])).toBe('Also sent to hooks.example and ntfy.sh (not accepting).')
  })
})
