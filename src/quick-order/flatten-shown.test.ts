import { beforeEach, describe, expect, it } from 'vitest'
import type { FlattenReport } from '../../contract/flatten.ts'
import { dropFlatten, flattenAtOnce, heldNow, runFlatten, showFlatten, useFlattenShown } from './flatten-line.tsx'

const DONE: FlattenReport = { markets: [], stopped: [], unknown: [], failures: [] }
const LEFT: FlattenReport = {
  ...DONE,
  markets: [{ asset: 'NYCTMP1', cancelled: 0, orders: 0, position: 'failed', message: 'no price' }],
}
const stage = () => useFlattenShown.getState().line?.stage ?? null
const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(dropFlatten)

describe('Flatten by line and by key', () => {
  it('disappears once everything is done', async () => {
    showFlatten()
    runFlatten(() => Promise.resolve(DONE))
    expect(stage()).toEqual({ at: 'under_way' })
    await settled()
    expect(stage()).toBeNull()
  })

  it('reports what is not done until dismissed, even if the line was dropped in the meantime', async () => {
    for (const dropped of [false, true]) {
      showFlatten()
      runFlatten(() => Promise.resolve(LEFT))
      if (dropped) dropFlatten()
      await settled()
      expect(stage()).toEqual({ at: 'unfinished', report: LEFT, held: null })
    }
  })

  it('follows a position that was still closing, and disappears once that is closed; a failed one stays', async () => {
    const closing = { asset: 'NYCTMP2', cancelled: 0, orders: 0, position: 'closing', message: null } as const
    for (const [markets, left] of [
      [[closing], null],
      [
        [...LEFT.markets, closing],
        ['failed', 'closed'],
      ],
    ] as const) {
      showFlatten()
      runFlatten(() => Promise.resolve({ ...DONE, markets }))
      await settled()
      heldNow(['NYCTMP1', 'NYCTMP2'])
      expect(stage()).toMatchObject({ at: 'unfinished', report: { markets } })
      heldNow(['NYCTMP1'])
      const now = stage()
      expect(now?.at === 'unfinished' ? now.report.markets.map(({ position }) => position) : null).toEqual(left)
      dropFlatten()
    }
  })

  it('reports the same for a key that sends at once, and why one was refused', async () => {
    const refused: string[] = []
    flattenAtOnce(
      () => Promise.resolve(DONE),
      (text) => refused.push(text),
    )
    await settled()
    expect(stage()).toBeNull()
    flattenAtOnce(
      () => Promise.resolve({ ...DONE, failures: ['Orders could not be read.'] }),
      (text) => refused.push(text),
    )
    await settled()
    expect(stage()).toMatchObject({ at: 'unfinished', report: { failures: ['Orders could not be read.'] } })
    expect(refused).toEqual([])
    flattenAtOnce(
      () => Promise.reject(new Error('not signed in')),
      (text) => refused.push(text),
    )
    await settled()
    expect(refused).toHaveLength(1)
  })

  it('can be retried after a failure, and is previewed again unless in progress', async () => {
    showFlatten()
    runFlatten(() => Promise.reject(new Error('no answer')))
    const first = useFlattenShown.getState().line?.id
    showFlatten()
    expect(useFlattenShown.getState().line?.id).toBe(first)
    await settled()
    expect(stage()?.at).toBe('failed')
    let tries = 0
    const again = () => {
      tries++
      return Promise.reject(new Error('no answer'))
    }
    runFlatten(again)
    runFlatten(again)
    expect(tries).toBe(1)
    await settled()
    showFlatten()
    expect(useFlattenShown.getState().line).toMatchObject({ stage: { at: 'shown' } })
    expect(useFlattenShown.getState().line?.id).not.toBe(first)
  })
})
