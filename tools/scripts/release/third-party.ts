/** The licenses of all third-party code in the program, as one readable text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package without license terms, which must not be shipped. */
export class NoLicenceError extends Error {}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i
const RULE = '-'.repeat(100)

/** License text supplied for a package that comes without one: `resources/licences/<name>.txt`, `/` as `+`. */
const suppliedFile = (root: string, location: string): string =>
  join(root, 'resources', 'licences', `${location.split('/node_modules/').at(-1)?.replace('/', '+')}.txt`)

/** License terms of a package. */
interface Terms {
  readonly version: string
  /** As in its package.json, such as "MIT". */
  readonly licence: string
  /** Complete and unchanged. */
  readonly texts: readonly string[]
}

/**
 * The terms of an installed package, from its own files or, if it has none, from `resources/licences`.
 * @param root absolute; the folder whose node_modules has the package.
 * @param name its location there; see `packageOf` in bundled-packages.ts.
 * @throws {NoLicenceError} when neither has a text.
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
 * The complete file.
 * @param packages locations of packages under node_modules; each is listed once, in order.
 * @throws {NoLicenceError} for the first package without a text.
 */
export function thirdPartyText(root: string, packages: readonly string[]): string {
  const terms = [...new Set(packages)].sort().map((name) => {
    const { version, licence, texts } = termsOf(root, name)
    return `${RULE}\n${headingOf(name)} ${version} (${licence})\n${RULE}\n\n${texts.join('\n\n')}\n`
  })
  return [
    'What Isotherm is made of besides its own code, and the terms of each part.',
    '',
    'The program runs in Electron, which contains Chromium and Node.js. Their terms stand beside this file: of Electron in',
    'LICENSE.electron.txt, of Chromium and all of its parts in LICENSES.chromium.html.',
    '',
    ...terms,
  ].join('\n')
}

/** The heading of a package's terms, at the start of a line and before its version. */
export const headingOf = (location: string): string => `Package ${location.split('/node_modules/').at(-1)}`
