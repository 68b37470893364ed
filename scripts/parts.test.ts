import { describe, expect, it } from 'vitest'
import { many, one, runParts, tableOf } from './parts.mjs'

describe('the parts of a long run', () => {
  it('all run, also after one that failed or threw, and each tells its time and stands in the table', async () => {
    let time = 0
    const said: string[] = []
    const takes = (ms: number, result: () => { passed: number; failed: number }) => async () => {
      time += ms
      return result()
    }
    const result = await runParts(
      [
        { name: 'types', run: takes(1000, () => one(true)) },
        { name: 'lint', run: takes(500, () => one(false)) },
        {
          name: 'build',
          run: takes(2000, () => {
            throw new Error('no disk')
          }),
        },
        { name: 'tests', run: takes(60_000, () => ({ passed: 1200, failed: 0 })) },
      ],
      { tell: (text: string) => void said.push(text), now: () => time },
    )
    expect(tableOf(result)).toEqual([
      'types     1 passed  0 failed   1.0 s',
      'lint      0 passed  1 failed   0.5 s',
      'build     0 passed  1 failed   2.0 s',
      'tests  1200 passed  0 failed  60.0 s',
      'all    1201 passed  2 failed  63.5 s',
    ])
    expect(said).toContain('types: 1.0 s')
    expect(said.join()).toContain('no disk')
  })

  it.each([
    [0, { passed: 3, failed: 0 }, { passed: 3, failed: 0 }],
    [1, { passed: 3, failed: 2 }, { passed: 3, failed: 2 }],
    [1, { passed: 3, failed: 0 }, { passed: 3, failed: 1 }],
    [1, {}, { passed: 0, failed: 1 }],
  ])('a runner that ended with %i and told of %j counts as %j', (code, told, counted) => {
    expect(many(code, told)).toEqual(counted)
  })
})
