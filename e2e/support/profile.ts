/** A deployment profile for a test's own venue. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes a profile file and gives its path. */
export function writeProfile(baseUrl: string, change: object = {}): string {
  const file = join(mkdtempSync(join(tmpdir(), 'isotherm-profile-')), 'profile.json')
  writeFileSync(file, JSON.stringify({ name: 'e2e', baseUrl, network: 'practice', ...change }))
  return file
}
