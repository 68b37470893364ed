import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeBlock, safeText } from '../contract/safe-text.ts'
import { DEFAULT_SETTINGS } from '../contract/settings-table.ts'
import { runs, SEED } from '../contract/testing/property-runs.ts'
import { millis } from '../contract/time.ts'
import { problemReport, type ReportFacts } from './report.ts'

const FACTS: ReportFacts = {
  at: '2026-03-04T13:10:00.000Z',
  version: '1.2.3',
  system: 'linux 6.1, x64',
  runtime: ['electron 45.0.0', 'node 24.0.0'],
  deployment: ['connection live'],
  settings: { ...DEFAULT_SETTINGS, theme: 'light' },
  actions: { done: 12, refused: 1 },
  notices: [],
  log: [],
  homes: ['/home/jane'],
}
const line = (facts: object): string =>
  JSON.stringify({ level: 40, time: '2026-03-04T13:09:00.000Z', ...facts, msg: 'an order was refused' })

describe('a report of a problem', () => {
  it('says what it runs on, what was changed, the limits, the actions by state, notices and the log', () => {
    const text = problemReport({ ...FACTS, log: [line({})] }, false)
    for (const words of [
      'version 1.2.3',
      'connection live',
      'Theme: Light',
      'orderValue: 250000',
      'done 12',
      'refused 1',
    ])
      expect(text).toContain(words)
    expect(text).toContain('2026-03-04T13:09:00.000Z warn an order was refused')
  })

  it('names no order unless the trader wants the details', () => {
    const figure = fc.integer({ min: 100_000, max: 999_999 }).map((number) => `${number}.25`)
    fc.assert(
      fc.property(figure, figure, (price, size) => {
        const err = {
          type: 'Error',
          message: `Buy ${size} at ${price}`,
          stack: `Error: ${size}\n    at f (main.js:1:2)`,
        }
        const facts = {
          ...FACTS,
          notices: [
            {
              level: 'warning' as const,
              title: safeText(`Sold ${size} of NYCTMP1`),
              detail: safeBlock(`at ${price}`),
              at: millis(0),
            },
          ],
          log: [line({ err, price, body: { size } }), `no JSON ${price}`],
        }
        const bare = problemReport(facts, false)
        expect(bare).not.toContain(price)
        expect(bare).not.toContain(size)
        expect(bare).toContain('at f (main.js:1:2)')
        expect(problemReport(facts, true)).toContain(`Sold ${size} of NYCTMP1: at ${price}`)
      }),
      { numRuns: runs(50, 1000), seed: SEED },
    )
  })

  it('takes secrets out of every part of it', () => {
    const key = 'ab12'.repeat(16)
    const facts = {
      ...FACTS,
      deployment: [`refused for ${key}`],
      notices: [{ level: 'error' as const, title: safeText(key), detail: safeBlock(`Bearer ${key}`), at: millis(0) }],
      log: [line({ key, path: '/home/jane/x' })],
    }
    for (const details of [true, false]) {
      const text = problemReport(facts, details)
      expect(text).not.toContain(key)
      expect(text).not.toContain('jane')
    }
  })

  it('is never longer than its bound, and lets the oldest lines of the log go first', () => {
    const many = Array.from({ length: 3000 }, (_, i) => line({ i }))
    const notices = Array.from({ length: 90 }, () => ({
      ...{ level: 'info' as const, title: safeText('Long'), at: millis(0) },
      detail: safeBlock('word. '.repeat(2000)),
    }))
    const text = problemReport({ ...FACTS, notices, log: [...many, line({ last: 'kept' })] }, true)
    expect(text.length).toBeLessThanOrEqual(120_000)
    expect(text).toContain('"last":"kept"')
    expect(text).not.toContain('"i":0,')
    expect(text).toContain('older lines are left out')
  })
})
