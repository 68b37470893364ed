/**
 * Checksums of a release's files, verified from the build to the release host.
 *
 *   node tools/scripts/release-sums.mjs FOLDER                   writes `SHA256SUMS` of its files, as `sha256sum --check` reads it, and
 *                                                          `SHA256SUMS.sig`, an Ed25519 signature over it in base64
 *   node tools/scripts/release-sums.mjs --one FOLDER             prints one digest over all files of the folder
 *   node tools/scripts/release-sums.mjs --each FOLDER            prints the digest of each file, as JSON on one line
 *   node tools/scripts/release-sums.mjs --compare JSON FOLDER    compares the folder with the output of `--each` elsewhere
 *
 * The private key is the PEM text in ISOTHERM_RELEASE_KEY.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const OWN = ['SHA256SUMS', 'SHA256SUMS.sig']

const sha256 = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest('hex')

/**
 * The SHA-256 of each file under a folder, hex, by its path from there with forward slashes, in the order of their code units: the same on
 * every system.
 * @param {string} folder
 * @returns {Record<string, string>}
 * @throws {Error} where there is no file, or something other than files and folders: a link would be read through here and packed as a link.
 */
export function digestsOf(folder) {
  const found = filesUnder(folder, '').sort(([a], [b]) => (a < b ? -1 : 1))
  if (found.length === 0) throw new Error(`there is no file in ${folder}`)
  return Object.fromEntries(found)
}

/**
 * @param {string} folder
 * @param {string} prefix
 * @returns {[string, string][]}
 */
function filesUnder(folder, prefix) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [path, name] = [join(folder, entry.name), `${prefix}${entry.name}`]
    if (entry.isDirectory()) return filesUnder(path, `${name}/`)
    if (!entry.isFile()) throw new Error(`${name} is neither a file nor a folder`)
    return [/** @type {[string, string]} */ ([name, sha256(readFileSync(path))])]
  })
}

/**
 * One SHA-256 over all files under a folder, hex: it changes with each path and each byte.
 * @param {string} folder
 */
export const digestOf = (folder) => sha256(JSON.stringify(Object.entries(digestsOf(folder))))

/**
 * Compares all files under a folder with digests reported by the build machine.
 * @param {string} folder
 * @param {string} reported as `--each` prints it.
 * @returns {string[]} the files, all of them as reported.
 * @throws {Error} naming every file that is changed, missing or added.
 */
export function compareWith(folder, reported) {
  let expected
  try {
    expected = JSON.parse(reported)
  } catch {
    throw new Error(`no digests were reported for ${folder}`)
  }
  const found = digestsOf(folder)
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort()
  const faults = names.flatMap((name) => {
    if (!Object.hasOwn(expected, name)) return [`${name} was not reported`]
    if (!Object.hasOwn(found, name)) return [`${name} is missing`]
    return found[name] === expected[name] ? [] : [`${name} is not the file that was reported`]
  })
  if (faults.length > 0) throw new Error(`${folder}: ${faults.join('; ')}`)
  return names
}

/**
 * @param {string} folder
 * @param {string} pem of the private key.
 * @returns {string[]} the names of the summed files.
 * @throws {Error} when there are no files or the key is not a release key; nothing was written then.
 */
export function writeSums(folder, pem) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !OWN.includes(entry.name))
    .map(({ name }) => name)
    .sort()
  if (files.length === 0) throw new Error(`there is no file in ${folder}`)
  const key = keyOf(pem)
  const text = files.map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`).join('')
  writeFileSync(join(folder, 'SHA256SUMS'), text)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), `${sign(null, Buffer.from(text), key).toString('base64')}\n`)
  return files
}

function keyOf(/** @type {string} */ pem) {
  let key
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error('the private key in ISOTHERM_RELEASE_KEY is missing, or cannot be read')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the private key is no Ed25519 key')
  return key
}

/** @returns {string} the output. */
function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      one: { type: 'boolean', default: false },
      each: { type: 'boolean', default: false },
      compare: { type: 'string' },
    },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new Error('name one folder')
  if (values.one) return digestOf(folder)
  if (values.each) return JSON.stringify(digestsOf(folder))
  if (values.compare !== undefined) return `${compareWith(folder, values.compare).length} files, all as reported`
  return `${writeSums(folder, process.env.ISOTHERM_RELEASE_KEY ?? '').length} files summed up and signed`
}

if (import.meta.main) {
  try {
    process.stdout.write(`${main()}\n`)
  } catch (error) {
    process.stderr.write(`release-sums: ${/** @type {Error} */ (error).message}\n`)
    process.exitCode = 2
  }
}
