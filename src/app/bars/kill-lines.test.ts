import { describe, expect, it } from 'vitest'
import { killLines } from './kill.tsx'

const lines = (more: Partial<Parameters<typeof killLines>[0]>) =>
  killLines({ profile: 'live', positions: 'leave', held: 2, resting: 3, ...more })

describe('the lines of the kill confirmation', () => {
  it('names the deployment, the orders and the positions', () => {
    expect(lines({})[0]).toContain(
      'No window can open or add to a position on live until you type the deployment name and confirm in a system dialog. This survives a restart.',
    )
    expect(lines({})).toContain('3 resting orders are canceled.')
    expect(lines({})).toContain('2 positions stay.')
    expect(lines({ positions: 'flatten', held: 1 })).toContain('1 position is closed at market.')
  })

  it('omit unknown counts', () => {
    expect(lines({ resting: null })).toContain('Every resting order is canceled.')
    expect(lines({ resting: 0, held: 0 })).toEqual(expect.arrayContaining(['No open orders.', 'No open positions.']))
  })
})
