import { describe, expect, it } from 'vitest'
import type { SessionView } from '../../contract/session.ts'
import { bucketOf, outcomeOf } from '../feed/testing/fake-service.ts'
import { contextMessage } from '../feed/testing/messages.ts'
import { openFeedSetup, START } from '../feed/testing/setup.ts'
import { createFacts } from './facts.ts'

function open() {
  const setup = openFeedSetup({ scalar: true, outcomes: true })
  let features = {} as SessionView['features']
  const listeners = new Set<() => void>()
  const identity = {
    view: () => ({ features }),
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const facts = createFacts({ feed: setup.feed, identity, clock: setup.clock })
  const reports: string[] = []
  facts.onChange((family) => reports.push(family))
  const feature = (next: Partial<SessionView['features']>): void => {
    features = { ...features, ...next }
    for (const listener of listeners) listener()
  }
  return { setup, facts, reports, feature }
}

describe('the catalogue is notified', () => {
  it('of lists that were read and of the bucket, once each, and not of every mark', async () => {
    const { setup, facts, reports } = open()
    setup.service.current = bucketOf('NYCTMP1', START - 119 * 60_000)
    setup.service.outcomesNow = [outcomeOf(360, 'Rain')]
    setup.feed.start()
    await setup.pass(3000)
    expect(facts.now()).toMatchObject({
      scalar: { markets: [{ asset: 'NYCTMP1' }, { asset: 'NYCTMP2' }], error: null },
      bucket: { phase: 'final_window' },
      outcomes: { markets: [{ outcomeId: 360 }] },
    })
    expect(new Set(reports)).toEqual(new Set(['scalar', 'outcome']))
    const before = reports.length
    for (let i = 0; i < 20; i += 1) await setup.pass(100, contextMessage('NYCTMP1', `570.${10 + i}`))
    expect(facts.now().bucket?.twapEstimate?.mark).toMatch(/^570\./)
    expect(reports.slice(before).filter((family) => family === 'scalar').length).toBeLessThanOrEqual(1)
  })

  it('of families that are switched on or off, and of no other session changes', () => {
    const { reports, feature } = open()
    feature({ outcomes: { on: true } })
    expect(reports).toEqual(['scalar', 'outcome'])
    feature({ outcomes: { on: true } })
    expect(reports).toHaveLength(2)
  })
})
