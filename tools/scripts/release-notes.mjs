/**
 * `node tools/scripts/release-notes.mjs v1.2.3`: the change log's section of a version, as plain text. Exits with code 2 when the tag is not the
 * version of package.json or the change log has no dated section of it, so that neither can be forgotten.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
/** Maximum length in the feed, characters. */
const LONGEST = 8000

/**
 * @param {string} tag such as "v1.2.3".
 * @param {string} version of package.json.
 * @param {string} changes the change log.
 * @throws {Error} in one line, when a requirement is not met.
 */
export function releaseNotes(tag, version, changes) {
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json says ${version}`)
  const sections = changes.split(/^## (?=\[)/m).slice(1)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  if (section === undefined) throw new Error(`the change log has no section [${version}]`)
  const [head = '', ...lines] = section.split('\n')
  if (!/^\[[^\]]+\] - \d{4}-\d\d-\d\d$/.test(head))
    throw new Error(`the section [${version}] of the change log has no date`)
  const notes = plain(lines.join('\n'))
  if (notes === '') throw new Error(`the section [${version}] of the change log is empty`)
  if (notes.length > LONGEST) throw new Error(`the section [${version}] is longer than ${LONGEST} characters`)
  return notes
}

/** Markdown without its markup. */
const plain = (/** @type {string} */ text) =>
  text
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .replace(/^#+ /gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\n {2,}(?=[^\s-])/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

if (import.meta.main) {
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const notes = releaseNotes(process.argv[2] ?? '', version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
    process.stdout.write(`${notes}\n`)
  } catch (error) {
    process.stderr.write(`release-notes: ${/** @type {Error} */ (error).message}\n`)
    process.exitCode = 2
  }
}
