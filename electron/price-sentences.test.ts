import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Main's sources and what it shares with windows, without tests. */
const sources = ['electron', 'contract'].flatMap((tree) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .map((file) => `${tree}/${file}`),
)
/** A market price in a text without formatting. */
const BARE =
  /\$\{(?:trimZeros\(|grouped\()*(?:[\w.]+\.)?(?:price|worst|trigger|mark|bound|entry|entryPx|goal|liquidationPx)\)*\}/
/** Allowed number in each file: for probabilities and impossible prices only, by the formatter itself, and where exact fields are compared. */
const MAY: Readonly<Record<string, number>> = {
  'contract/calendar.ts': 2,
  'contract/price-text.ts': 1,
  'contract/protection.ts': 2,
  'electron/alerts/kinds.ts': 2,
  'electron/conditional/trigger.ts': 1,
  'electron/position-closes/texts.ts': 2,
  'electron/signing/check-order-fields.ts': 1,
  'electron/trading/plans/outcome-order-checks.ts': 2,
}

it('no message of main formats a price of a scalar market by itself', () => {
  const bare = sources.map(
    (file) =>
      [
        file,
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => BARE.test(line)),
      ] as const,
  )
  const beyond = bare.filter(([file, lines]) => lines.length > (MAY[file] ?? 0))
  expect(beyond).toEqual([])
})
