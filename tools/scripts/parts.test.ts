import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { many, one, overBudget, playwrightCounts, runParts, slowestOf, tableOf, vitestCounts } from './parts.mjs'

type Counts = Awaited<ReturnType<Parameters<typeof runParts>[0][number][number]['run']>>

/** A clock that each part advances. */
function clockedParts() {
  let time = 0
  const printed: string[] = []
  const takes = (ms: number, result: () => Counts) => async () => {
    time += ms
    return result()
  }
  return { takes, printed, options: { print: (text: string) => void printed.push(text), now: () => time } }
}

describe('the parts of a long run', () => {
  it('all run, even after one failed or threw, and each is a row of the table', async () => {
    const { takes, printed, options } = clockedParts()
    const result = await runParts(
      [
        [{ name: 'types', run: takes(1000, () => one(true)) }],
        [{ name: 'lint', run: takes(500, () => one(false)) }],
        [
          {
            name: 'build',
            run: takes(2000, () => {
              throw new Error('no disk')
            }),
          },
        ],
        [{ name: 'unit', run: takes(60_000, () => ({ passed: 1200, failed: 0, skipped: 2, tests: [] })) }],
      ],
      options,
    )
    expect(tableOf(result)).toEqual([
      'types     1 passed  0 failed  0 skipped   1.0 s',
      'lint      0 passed  1 failed  0 skipped   0.5 s',
      'build     0 passed  1 failed  0 skipped   2.0 s',
      'unit   1200 passed  0 failed  2 skipped  60.0 s',
      'all    1201 passed  2 failed  2 skipped  63.5 s',
    ])
    expect(printed).toContain('types: 1.0 s')
    expect(printed.join()).toContain('no disk')
  })

  it('of one group run in parallel', async () => {
    const { options } = clockedParts()
    const order: string[] = []
    const part = (name: string) => ({
      name,
      run: async () => {
        order.push(`${name} begins`)
        await Promise.resolve()
        order.push(`${name} ends`)
        return one(true)
      },
    })
    await runParts([[part('types'), part('lint')], [part('unit')]], options)
    expect(order).toEqual(['types begins', 'lint begins', 'types ends', 'lint ends', 'unit begins', 'unit ends'])
  })

  it('over budget are listed, with the budget scaled to the machine', async () => {
    const { takes, options } = clockedParts()
    const result = await runParts(
      [
        [{ name: 'unit', budget: 75, run: takes(80_000, () => one(true)) }],
        [{ name: 'build', budget: 15, run: takes(10_000, () => one(true)) }],
      ],
      options,
    )
    expect(overBudget(result, 0.33)).toEqual(['unit is over budget: 80.0 s, budget 75.0 s'])
    expect(overBudget(result, 0.66)).toEqual([])
    expect(overBudget(result, null)).toHaveLength(1)
    expect(result.failed).toBe(0)
  })

  it('list their slowest tests, slowest first', async () => {
    const { takes, options } = clockedParts()
    const tests = (...times: number[]) => ({ ...one(true), tests: times.map((ms) => ({ name: `test of ${ms}`, ms })) })
    const result = await runParts(
      [[{ name: 'unit', run: takes(1, () => tests(20, 4000)) }], [{ name: 'e2e', run: takes(1, () => tests(12_000)) }]],
      options,
    )
    expect(slowestOf(result, 2)).toEqual([' 12.0 s  test of 12000', '  4.0 s  test of 4000'])
  })
})

describe('the counts of a test runner', () => {
  it.each([
    [0, { passed: 3, failed: 0 }, { passed: 3, failed: 0 }],
    [1, { passed: 3, failed: 2 }, { passed: 3, failed: 2 }],
    [1, { passed: 3, failed: 0 }, { passed: 3, failed: 1 }],
    [1, null, { passed: 0, failed: 1 }],
    [0, null, { passed: 0, failed: 1 }],
    [0, { passed: 0, failed: 0 }, { passed: 0, failed: 1 }],
  ])('with exit code %i and report %j are %j', (code, report, counts) => {
    expect(many(code, report)).toMatchObject(counts)
  })

  it('include a test file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        { name: '/clone/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'adds', duration: 5 }] },
        { name: '/clone/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    }
    expect(vitestCounts(report, '/clone')).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      tests: [{ name: 'a.test.ts › adds', ms: 5 }],
    })
  })

  it('count a flaky test as failed', () => {
    const spec = { title: 'rests', tests: [{ results: [{ duration: 700 }, { duration: 300 }] }] }
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [{ title: 'trade.spec.ts', suites: [{ title: 'an order', specs: [spec] }] }],
    }
    expect(playwrightCounts(report)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      tests: [{ name: 'trade.spec.ts › an order › rests', ms: 1000 }],
    })
  })
})

describe('npm test', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'test.mjs'), ...args], { encoding: 'utf8' })

  it('lists its parts when a requested one does not exist, before any set-up', () => {
    const { status, stdout, stderr } = run('--only', 'nonsense')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^isotherm: there is no part "nonsense"; the parts are types, lint, knip, unit, .*\n$/)
  })

  it.each(['0/6', '7/6', 'six'])('refuses the shard %s', (shard) => {
    const { status, stderr } = run('--all', '--shard', shard)
    expect(status).toBe(2)
    expect(stderr).toContain(`i/n with i from 1 to n, for example 2/6, not "${shard}"`)
  })
})
