import { describe, expect, it } from 'vitest'
import { absenceOf } from './panel-market-states.tsx'

const reason = 'Whether there are scalar markets could not be read.'

describe('an unavailable market family', () => {
  it.each([
    ['is offered', { on: true }, null],
    ['is not known yet', { on: false, reason, unread: 'pending' }, { title: null, reason }],
    [
      'could not be read',
      { on: false, reason, unread: 'failed' },
      { title: 'Scalar markets could not be read', reason: `${reason} Retrying automatically.` },
    ],
    ['is not offered', { on: false, reason: 'Off.' }, { title: 'No scalar markets here', reason: 'Off.' }],
  ] as const)('reports that it %s', (_what, feature, message) => {
    expect(absenceOf('scalar', feature)).toEqual(message)
  })

  it('reports nothing before the session is known', () => {
    expect(absenceOf('binary', undefined)).toBeNull()
  })
})
