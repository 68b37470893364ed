/** Generates docs/glossary.md from the glossary of the windows. */
import { writeFileSync } from 'node:fs'
import { glossaryPage } from './glossary-page.ts'

writeFileSync(new URL('../../docs/glossary.md', import.meta.url), glossaryPage())
