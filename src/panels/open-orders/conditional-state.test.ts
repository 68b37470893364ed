import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { shownExits, stateText } from './conditional-orders.tsx'

const armed = { state: 'armed', paused: null, needs: null, message: null } as const
const issue = { text: 'The journal could not be written.', state: 'armed' } as const

describe('the state of a conditional order', () => {
  it('is shown with its obstacle', () => {
    expect(stateText(armed, null)).toBe('Watching')
    expect(stateText({ ...armed, needs: 'It will wait for you.' }, null)).toBe('Watching. It will wait for you.')
    expect(stateText({ ...armed, paused: 'The mark is stale.' }, null)).toBe('The mark is stale.')
    expect(stateText({ state: 'failed', paused: null, needs: null, message: 'No such position.' }, null)).toBe(
      'Failed. No such position.',
    )
  })

  it('is replaced by the reason of a failed cancel, only as long as it is unchanged since', () => {
    expect(stateText(armed, issue)).toBe('The journal could not be written.')
    expect(stateText({ state: 'submitted', paused: null, needs: null, message: 'Sent.' }, issue)).toBe('Closing. Sent.')
    expect(stateText({ state: 'cancelled', paused: null, needs: null, message: null }, issue)).toMatch(/^Canceled/)
  })
})

it('ended exits are put aside, except failed ones, and come last where they are shown', () => {
  const states = ['done', 'armed', 'failed', 'cancelled', 'waiting', 'expired'] as const
  const all = states.map((state) => ({ state }) as unknown as ConditionalView)
  expect(shownExits(all, false).map(({ state }) => state)).toEqual(['armed', 'waiting', 'failed'])
  expect(shownExits(all, true).map(({ state }) => state)).toEqual([
    ...['armed', 'waiting', 'failed'],
    ...['done', 'cancelled', 'expired'],
  ])
})
