/**
 * Creates the signing keys of releases. The private key is written to a named file outside the repository, the public one to
 * resources/release-keys.json, which the build includes in main.
 *
 *   node tools/scripts/release-keys.mjs --private FILE [--as present|next] [--keys FILE]
 *   node tools/scripts/release-keys.mjs --promote [--keys FILE]     the next key becomes the present one
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
export const KEYS_FILE = join(root, 'resources', 'release-keys.json')

/** An invalid request, described in one line. */
export class ReleaseToolError extends Error {}

/**
 * The public keys of a file: Ed25519, DER (SPKI) in base64, null when there is none.
 * @param {string} file
 * @returns {{ present: string | null, next: string | null }}
 * @throws ReleaseToolError naming what is wrong: a build with such keys could verify nothing.
 */
export function readPublicKeys(file) {
  let read
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ReleaseToolError(`${file} cannot be read: ${/** @type {Error} */ (error).message}`)
  }
  const { present = null, next = null, ...others } = read
  if (Object.keys(others).length > 0) throw new ReleaseToolError(`${file} has more than the keys "present" and "next"`)
  for (const [name, key] of Object.entries({ present, next })) {
    if (key !== null && !isPublicKey(key)) throw new ReleaseToolError(`"${name}" in ${file} is no Ed25519 public key`)
  }
  return { present, next }
}

/** @param {unknown} text */
function isPublicKey(text) {
  try {
    const key = createPublicKey({ key: Buffer.from(String(text), 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/**
 * @param {{ privateFile: string, as: 'present' | 'next', keysFile: string, repository?: string }} asked
 * @throws ReleaseToolError; nothing was written then.
 */
export function makeKeys({ privateFile, as, keysFile, repository = root }) {
  const place = resolve(privateFile)
  if (!existsSync(dirname(place))) throw new ReleaseToolError(`${dirname(place)} is not there`)
  const real = join(realpathSync(dirname(place)), basename(place))
  const inside = relative(realpathSync(repository), real)
  if (inside !== '..' && !inside.startsWith(`..${sep}`)) {
    throw new ReleaseToolError(`${real} is inside the repository: a private key does not belong there`)
  }
  if (existsSync(real)) throw new ReleaseToolError(`${real} is there already, and is not written over`)
  const keys = existsSync(keysFile) ? readPublicKeys(keysFile) : { present: null, next: null }
  if (keys[as] !== null) {
    const way = as === 'next' ? '--promote makes it the present one' : 'make a next one, and --promote it later'
    throw new ReleaseToolError(`there is a ${as} key already: ${way}`)
  }
  const pair = generateKeyPairSync('ed25519')
  writeFileSync(real, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  const made = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  writeKeys(keysFile, { ...keys, [as]: made })
}

/**
 * Replaces the present key by the next one.
 * @param {string} keysFile
 * @throws ReleaseToolError when there is no next one.
 */
export function promote(keysFile) {
  const { next } = readPublicKeys(keysFile)
  if (next === null) throw new ReleaseToolError('there is no next key to become the present one')
  writeKeys(keysFile, { present: next, next: null })
}

/**
 * @param {string} file
 * @param {{ present: string | null, next: string | null }} keys
 */
const writeKeys = (file, keys) => writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`)

function main() {
  const { values } = parseArgs({
    options: {
      private: { type: 'string' },
      as: { type: 'string', default: 'present' },
      promote: { type: 'boolean', default: false },
      keys: { type: 'string', default: KEYS_FILE },
    },
  })
  const { as, keys: keysFile } = values
  if (values.promote) {
    promote(keysFile)
    console.log(`The next key is the present one now, in ${keysFile}. Make another next one.`)
    return
  }
  if (values.private === undefined) throw new ReleaseToolError('name a file for the private key: --private FILE')
  if (as !== 'present' && as !== 'next') throw new ReleaseToolError('--as takes present or next')
  makeKeys({ privateFile: values.private, as, keysFile })
  console.log(`The private key is in ${values.private}: keep it offline, with a copy elsewhere.`)
  console.log(`The ${as} public key is in ${keysFile}: commit that.`)
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(`release-keys: ${/** @type {Error} */ (error).message}`)
    process.exitCode = 2
  }
}
