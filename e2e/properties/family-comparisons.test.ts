/**
 * What differs between market families is a rule (`contract/family-rules.ts`), a function in `src/markets`, or a table with one row per family next
 * to the only code that uses it: a new family does not compile until each has its row.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that compare a family with a name, and how often: each needs a field that only one variant of a union has, or follows the wire. */
const ALLOWED: Readonly<Record<string, number>> = {
  'contract/instrument.ts': 1,
  'contract/market-ref.ts': 6,
  'contract/size-presets.ts': 1,
  'electron/instruments/catalogue.ts': 1,
  'src/app/workspaces/import-dialog.tsx': 2,
  'src/panels/binary/binary-market.tsx': 1,
  'src/panels/calendar/use-calendar.ts': 1,
  'src/panels/markets/market-rows.ts': 2,
  'src/panels/outcomes/outcome-market.tsx': 1,
  'src/quick-order/order-provider.ts': 2,
  'venue/http/request-quirks.ts': 1,
  'venue/http/upstream-wire.ts': 2,
  'venue/referrals.ts': 1,
}

const NAME = "'(?:scalar|binary|outcome)'"
const FAMILY = String.raw`family\w*(?:\([^()]*\))?`
/** `held.family === 'scalar'`, its mirror image, `['scalar', 'binary'].includes(family)`, and a switch over families. */
const COMPARISON = new RegExp(
  [
    String.raw`${FAMILY}\)?\s*[!=]==?\s*${NAME}`,
    String.raw`${NAME}\s*[!=]==?\s*[\w.?]*${FAMILY}`,
    String.raw`\[${NAME}[^\]]*\]\.includes\([\w.?]*${FAMILY}`,
    String.raw`switch \([\w.?]*${FAMILY}\)`,
  ].join('|'),
  'gi',
)
const comparisonsIn = (source: string): number => source.match(COMPARISON)?.length ?? 0

const FILES = ['contract', 'electron', 'src', 'venue'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .map((file) => `${tree}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\/|^src\/markets\//.test(file)),
)

it('decides by family only through tables, except where a union is narrowed', () => {
  const found = FILES.map((file) => [file, comparisonsIn(readFileSync(file, 'utf8'))] as const)
  expect(Object.fromEntries(found.filter(([, count]) => count > 0))).toEqual(ALLOWED)
})

it.each([
  "if (held.family === 'scalar') return",
  "if (market?.family !== 'outcome') return",
  "family(asset) === 'binary'",
  "(shown?.family ?? before?.family) !== 'outcome'",
  "'binary' === ref.family",
  "['scalar', 'binary'].includes(ref.family)",
  'switch (ref.family) {',
])('counts %s', (line) => {
  expect(comparisonsIn(line)).toBe(1)
})
