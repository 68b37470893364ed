/**
 * `node scripts/release-sums.mjs FOLDER`: writes `SHA256SUMS` of every file in the folder, as `sha256sum --check` reads it, and
 * `SHA256SUMS.sig`, an Ed25519 signature over it in base64. The private key is the PEM text in ISOTHERM_RELEASE_KEY.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OWN = ['SHA256SUMS', 'SHA256SUMS.sig']

/**
 * @param {string} folder
 * @param {string} pem of the private key.
 * @returns {string[]} the names that it has the sums of.
 * @throws {Error} where there is nothing to sum up or the key is not one for releases; nothing was written then.
 */
export function writeSums(folder, pem) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !OWN.includes(entry.name))
    .map(({ name }) => name)
    .sort()
  if (files.length === 0) throw new Error(`there is no file in ${folder}`)
  const key = keyOf(pem)
  const sumOf = (/** @type {string} */ name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const text = files.map((name) => `${sumOf(name)}  ${name}\n`).join('')
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

if (import.meta.main) {
  try {
    const files = writeSums(process.argv[2] ?? '', process.env.ISOTHERM_RELEASE_KEY ?? '')
    process.stdout.write(`${files.length} files summed up and signed\n`)
  } catch (error) {
    process.stderr.write(`release-sums: ${/** @type {Error} */ (error).message}\n`)
    process.exitCode = 2
  }
}
