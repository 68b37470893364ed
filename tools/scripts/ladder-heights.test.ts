import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const rules = readFileSync(new URL('../../src/panels/ladder/ladder.module.css', import.meta.url), 'utf8')
const ruleOf = (selector: string): string => rules.match(new RegExp(`^${selector} \\{([^}]*)\\}`, 'm'))?.[1] ?? ''

/** Elements above or below the rows: if their height depended on their text, the rows would move under the pointer. */
it.each([
  ['.tools', 'auto hidden'],
  ['.foot', 'hidden auto'],
])('the rows keep their place: %s has a fixed height and scrolls', (selector, overflow) => {
  expect(ruleOf(`\\${selector}`)).toMatch(/\bheight: calc\(\d+px \* var\(--scale\)\)/)
  expect(ruleOf(`\\${selector}`)).toContain(`overflow: ${overflow};`)
  expect(ruleOf(`\\${selector}`)).not.toContain('wrap')
})

it('the rows keep their place: the orders that a market accepts are listed below them', () => {
  const source = (file: string): string =>
    readFileSync(new URL(`../../src/panels/ladder/${file}`, import.meta.url), 'utf8')
  expect(source('ladder-panel.tsx')).not.toContain('<PhaseBanner')
  expect(source('ladder-foot.tsx')).toContain('<PhaseBanner')
})
