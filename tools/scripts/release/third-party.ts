/** The licences of what is in the program and is not the project's own, as one text that a person can read. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package that may not be shipped, because it says nowhere on which terms. */
export class NoLicenceError extends Error {}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i
const RULE = '-'.repeat(100)

/** Where a text stands that a package should have brought along and did not: `resources/licences/<name>.txt`, `/` as `+`. */
const suppliedFile = (root: string, location: string): string =>
  join(root, 'resources', 'licences', `${location.split('/node_modules/').at(-1)?.replace('/', '+')}.txt`)

/** What a package says of itself. */
interface Terms {
  readonly version: string
  /** As its package.json names it, such as "MIT". */
  readonly licence: string
  /** Whole, as it was written. */
  readonly texts: readonly string[]
}

/**
 * The terms of an installed package, from its own files or, where it brings none, from `resources/licences`.
 * @param root absolute; the folder whose node_modules has the package.
 * @param name where it lies there; see `packageOf` in bundled-packages.ts.
 * @throws {NoLicenceError} when there is no text at either place.
 */
function termsOf(root: string, name: string): Terms {
  const folder = join(root, 'node_modules', ...name.split('/'))
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const read = (file: string): string => readFileSync(file, 'utf8').replace(/\r\n/g, '\n').trim()
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => read(join(folder, entry.name)))
  const supplied = suppliedFile(root, name)
  const texts = [...own, ...(existsSync(supplied) ? [read(supplied)] : [])].filter((text) => text !== '')
  if (texts.length === 0) {
    throw new NoLicenceError(
      `${name} ${version} comes without the text of its license (${license ?? 'none named'}): put it into ${supplied}, or do without the package`,
    )
  }
  return { version: String(version), licence: String(license ?? 'see below'), texts }
}

/**
 * The whole file.
 * @param packages where packages lie under node_modules; each is told once, in order.
 * @throws {NoLicenceError} for the first package without a text.
 */
export function thirdPartyText(root: string, packages: readonly string[]): string {
  const told = [...new Set(packages)].sort().map((name) => {
    const { version, licence, texts } = termsOf(root, name)
    return `${RULE}\n${headingOf(name)} ${version} (${licence})\n${RULE}\n\n${texts.join('\n\n')}\n`
  })
  return [
    'What Isotherm is made of besides its own code, and the terms of each part.',
    '',
    'The program runs in Electron, which contains Chromium and Node.js. Their terms stand beside this file: of Electron in',
    'LICENSE.electron.txt, of Chromium and all of its parts in LICENSES.chromium.html.',
    '',
    ...told,
  ].join('\n')
}

/** How a package is named at the head of its terms, at the start of a line and before its version. */
export const headingOf = (location: string): string => `Package ${location.split('/node_modules/').at(-1)}`
