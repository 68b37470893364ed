import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Size } from '../../contract/decimal.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { setFormat } from '../format/index.ts'
import { exitsDetail, exitsLine, withoutPlanText } from './exit-labels.ts'

const exit = (role: 'stop' | number, change: object = {}): ConditionalView =>
  ({
    kind: role === 'stop' ? 'stop' : 'take_profit',
    source: 'mark',
    target: { asset: 'NYCTMP1' },
    ...{ position: 'long', state: 'armed', plan: { id: 'a', role, size: '50' } },
    ...change,
  }) as ConditionalView
const textOf = (held: readonly ConditionalView[], size: string | null = '50') =>
  withoutPlanText('a', held, size as Size | null)

describe('the confirmation of canceling an exit plan', () => {
  it('names the exits that end, and how much of the position is then without a stop', () => {
    expect(textOf([exit('stop'), exit(0), exit(1)])).toBe(
      'Cancels in NYCTMP1: Stop, Target 1, Target 2. 50 of 50 will have no stop.',
    )
    const other = exit('stop', { plan: { id: 'b', role: 'stop', size: '38' } })
    expect(textOf([exit('stop'), other])).toBe('Cancels in NYCTMP1: Stop. 12 of 50 will have no stop.')
    const whole = exit('stop', { plan: { id: 'b', role: 'stop', size: '50' } })
    expect(textOf([exit('stop'), whole])).toBe('Cancels in NYCTMP1: Stop. Other stops still cover all 50.')
  })
  it('states for one that waits for its order that its fills will have no exits', () => {
    expect(textOf([exit('stop', { state: 'waiting' })], null)).toMatch(
      /Cancels in NYCTMP1: Stop\. Fills of its order will have no exits\./,
    )
  })
  it('ends nothing that has triggered', () => {
    expect(textOf([exit('stop', { state: 'submitted' })])).toMatch(/All exits of this plan have ended\./)
  })
})

describe('the details of a position’s exits', () => {
  it('have each exit with its size, its result before fees, and until when it is active', () => {
    const at = Date.UTC(2026, 2, 4, 14, 10)
    const held = [
      exit('stop', { trigger: '570.96', until: { at, because: 'token' } }),
      exit(0, { trigger: '572.00', until: null, plan: { id: 'a', role: 0, size: '25' } }),
      exit('stop', { state: 'waiting' }),
    ]
    const about = {
      asset: 'NYCTMP1',
      side: 'long',
      size: '50' as Size,
      family: 'scalar',
      entry: '571.30' as never,
      takerBps: null,
    } as const
    const [stop, target, ...none] = exitsDetail(held, about).split('\n')
    expect(stop).toMatch(/^Stop at 570.96: 50, .\s?17.00 before fees, expires \d\d:10:00$/)
    expect(target).toMatch(/^Target 1 at 572.00: 25, .\s?17.50 before fees$/)
    expect(none).toEqual([])
  })
  it('have their prices in °F where the trader prefers it', () => {
    setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC', prices: 'temperature' })
    const held = [exit('stop', { trigger: '570.96', until: null })]
    const about = {
      asset: 'NYCTMP1',
      side: 'long',
      size: '50' as Size,
      entry: '571.30' as never,
      takerBps: null,
    } as const
    expect(exitsDetail(held, { ...about, family: 'scalar' })).toMatch(/^Stop at 70.96 °F: 50,/)
    const ofUp = [exit('stop', { trigger: '0.35', until: null })]
    expect(exitsDetail(ofUp, { ...about, family: 'binary' })).toMatch(/^Stop at 0.35: 50,/)
    setFormat({ ...DEFAULT_SETTINGS, zone: 'UTC' })
  })
  it('state beside DOWN that the prices are of UP, as all others in the row are of DOWN', () => {
    const about = { asset: 'NYCTMP1', side: 'short', size: '50' as Size, family: 'binary' } as const
    const held = [exit('stop', { trigger: '0.35', until: null, position: 'short' })]
    expect(exitsLine(held, { ...about, tick: null }).text).toBe('stop UP 0.35')
    expect(exitsDetail(held, { ...about, entry: '0.31' as never, takerBps: null })).toMatch(/^Stop at UP 0.35: 50,/)
  })
})
