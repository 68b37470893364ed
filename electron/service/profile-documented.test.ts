/** Compares the documentation of a deployment's settings with their fields, routes and defaults. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { deploymentProfile } from './profile.ts'

const page = readFileSync(new URL('../../docs/service/deployment.md', import.meta.url), 'utf8')
const sectionOf = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
/** The code spans in a column of a section's table. */
const columnOf = (section: string, column: number): string[] =>
  section
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))

const profile = deploymentProfile.parse({ name: 'any', baseUrl: 'https://service.example', network: 'testnet' })

it('the documentation has every field of a deployment, and no other', () => {
  expect(columnOf(sectionOf('Profile'), 1).sort()).toEqual(Object.keys(profile).sort())
})

it('the documentation has every route of a deployment with its default, and no other', () => {
  const section = sectionOf('Profile routes')
  expect(columnOf(section, 1).sort()).toEqual(Object.keys(profile.routes).sort())
  const shown = columnOf(section, 2)
  const missing = Object.entries(profile.routes).filter(([, path]) => !shown.includes(String(path)))
  expect(missing).toEqual([])
})
