import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { glossaryPage } from './glossary-page.ts'

it('docs/glossary.md matches the glossary of the windows exactly', () => {
  const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
  expect(page, 'write it again: node tools/scripts/glossary.mjs').toBe(glossaryPage())
})
