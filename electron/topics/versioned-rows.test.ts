import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { VersionedRows } from './versioned-rows.ts'

const FIRST = 1_700_000_000_000
const key = fc.constantFrom('a', 'b', 'c', 'd')
const step = fc.oneof(
  fc.record({ set: key, to: fc.nat(9) }),
  fc.record({ keep: fc.uniqueArray(key) }),
  fc.constant({ read: true } as const),
)

it('a window that reads changes at any time has the same rows in the same order as one that reads everything', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = new VersionedRows<readonly [string, number]>(FIRST)
      let version = 0
      let known = new Map<string, number>()
      let order: readonly string[] = []
      const read = (): void => {
        const answer = rows.since(version)
        if (answer.whole) known = new Map()
        for (const [id, value] of answer.rows) known.set(id, value)
        order = answer.keys ?? order
        version = answer.version
      }
      for (const one of [...steps, { read: true } as const]) {
        if ('set' in one) rows.set(one.set, [one.set, one.to])
        else if ('keep' in one) rows.keepOnly(one.keep)
        else {
          rows.bump()
          read()
        }
      }
      const seen = order.map((id) => [id, known.get(id)])
      expect(seen).toEqual(rows.since(0).rows)
      expect(rows.since(version)).toEqual({
        version,
        whole: version === FIRST,
        rows: version === FIRST ? rows.since(0).rows : [],
        keys: version === FIRST ? order : null,
      })
    }),
    { numRuns: runs(300, 10_000) },
  )
})
