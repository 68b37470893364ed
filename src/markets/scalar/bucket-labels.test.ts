import { describe, expect, it } from 'vitest'
import type { Bucket, BucketPhase } from '../../../contract/market.ts'
import { pauseText, progressOf, windowShare } from './labels.ts'

const START = Date.UTC(2026, 10, 21, 20)
const bucket = (asset: string, start = START): Bucket => ({
  asset,
  start: start as Bucket['start'],
  end: (start + 7_200_000) as Bucket['end'],
  phaseText: null,
})
const view = (phase: BucketPhase, current: Bucket | null, next: Bucket | null, twapWindow = 120_000) => ({
  phase,
  current,
  next,
  twapWindow,
})

describe('labels of the bucket', () => {
  it('are null while a bucket trades', () => {
    expect(pauseText(view('trading', bucket('NYCTMP1'), null))).toBeNull()
    expect(pauseText(view('final_window', bucket('NYCTMP1'), null))).toBeNull()
  })

  it('during a settlement name what settles and what follows', () => {
    const next = bucket('NYCTMP2', START + 7_200_000)
    expect(pauseText(view('settling', bucket('NYCTMP1'), next))).toBe(
      'NYCTMP1 settles at the average of the last 120 s; entries are closed. Rolls to NYCTMP2 at 22:00 UTC.',
    )
    expect(pauseText(view('settling', bucket('NYCTMP1'), next, 60_000))).toContain('average of the last 60 s;')
    expect(pauseText(view('settling', null, null))).toContain(
      'The bucket settles at the average of the last 120 s; entries are closed. The next bucket is not announced yet.',
    )
    expect(pauseText(view('waiting', null, next))).toContain('Rolls to NYCTMP2 at 22:00 UTC.')
  })

  it('measure the progress bar', () => {
    const live = bucket('NYCTMP1')
    expect(progressOf(live, START - 5)).toBe(0)
    expect(progressOf(live, START + 3_600_000)).toBe(0.5)
    expect(progressOf(live, START + 9_000_000)).toBe(1)
    expect(windowShare(live, 120_000)).toBeCloseTo(1 / 60)
  })
})
