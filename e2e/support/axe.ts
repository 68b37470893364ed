/** Accessibility checks with axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Violations found by axe, one per line. The page's policy refuses injected scripts, so axe is evaluated through the debugging protocol.
 * @param rules the only ones to check; all by default.
 */
export async function violations(page: Page, within = 'document', rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) }
  const client = await page.context().newCDPSession(page)
  await client.send('Runtime.evaluate', { expression: AXE })
  const { result } = await client.send('Runtime.evaluate', {
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(${within}, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  })
  await client.detach()
  return result.value as string[]
}
