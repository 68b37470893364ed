/**
 * Signs the feeds of a release: adds the fields that the terminal requires, and writes a signature next to each. Nothing is signed unless
 * every feed names existing files of its own version with matching size and SHA-512.
 *
 *   node tools/scripts/sign-feed.mjs --private FILE [--files FOLDER] [--version VERSION] [--again] [--days N] [--notes FILE] [--staging PERCENT]
 *     [--minimum VERSION] FEED.yml...
 *   node tools/scripts/sign-feed.mjs --verify [--keys FILE] FEED.yml...
 *
 * The files are next to their feed, or in the folder after `--files`. `--version` refuses feeds of any other version.
 * `--again` re-signs a feed, for example shortly before it expires: with its notes, unless others are given.
 * The private key is read from the file, or from the variable ISOTHERM_RELEASE_KEY (its PEM text) when no file is named.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { KEYS_FILE, ReleaseToolError, readPublicKeys } from './release-keys.mjs'

/** Default validity of a feed, days. */
const DAYS = 45
const LONGEST_NOTES = 8_000
/** Fields that this adds; a feed that has one was signed before. */
const ADDED = ['feed', 'expires', 'notes']
/** All lines that this may add. */
const OWN_LINE = /^(?:feed|expires|notes|stagingPercentage|minimumSystemVersion): /

/** The value of a line of a feed, as text; null when there is none. */
const fieldOf = (/** @type {string} */ text, /** @type {string} */ name) =>
  new RegExp(`^${name}: *(?:'([^'\\n]*)'|"([^"\\n]*)"|([^'"\\n]+))$`, 'm').exec(text)?.slice(1).find(Boolean)?.trim() ??
  null

/**
 * The lines of a feed as electron-builder writes it, and no others: a signer that parsed it differently from a terminal could be made to vouch for a
 * file that it never compared.
 */
const FEED_LINE =
  /^(version|path|sha512|releaseDate|files| {2}- url| {4}(?:sha512|size|blockMapSize)):(?: (?:'([^']*)'|([\w.+/=:-]+)))?$/

/**
 * Parses an unsigned feed.
 * @param {string} text
 * @param {string} name of its file.
 * @returns {{ version: string, path: string, sha512: string, files: { url: string, sha512: string, size: string }[] }}
 * @throws ReleaseToolError naming the first line that is not as electron-builder writes it.
 */
function readFeed(text, name) {
  /** @type {Record<string, string>} */
  const feed = {}
  /** @type {Record<string, string>[]} */
  const files = []
  for (const line of text.trimEnd().split('\n')) {
    const [, key = '', quoted, plain] = FEED_LINE.exec(line) ?? []
    const value = quoted ?? plain ?? ''
    if (key === '  - url') files.push({})
    const field = key.trim().replace('- ', '')
    const into = key.startsWith(' ') ? files.at(-1) : feed
    if (into === undefined || key === '' || field in into || (value === '') !== (key === 'files'))
      throw new ReleaseToolError(`${name} has a line that cannot be compared with a file: ${line}`)
    into[field] = value
  }
  const { version, path, sha512 } = feed
  const complete = files.length > 0 && files.every((file) => file.sha512 !== undefined && file.size !== undefined)
  if (version === undefined || path === undefined || sha512 === undefined || !complete)
    throw new ReleaseToolError(`${name} is no feed: it lacks its version, or a size or hash of its files`)
  return /** @type {any} */ ({ version, path, sha512, files })
}

/** Whether a file's name contains a version completely: `1.2.0` does not match `isotherm-1.2.0-beta.1.zip`. */
const namesVersion = (/** @type {string} */ file, /** @type {string} */ version) => {
  const at = file.indexOf(`-${version}`)
  return at >= 0 && /^(?:-(?!alpha|beta|rc)|\.(?!\d))/.test(file.slice(at + 1 + version.length))
}

/**
 * Compares a feed with the files that it names.
 * @param {string} text as electron-builder wrote it.
 * @param {string} name of its file.
 * @param {{ folder: string, version?: string | null }} expected where the files are, and the version of the release.
 * @throws ReleaseToolError naming the feed and the first file that differs.
 */
export function compareFeed(text, name, { folder, version = null }) {
  const feed = readFeed(text, name)
  if (version !== null && feed.version !== version)
    throw new ReleaseToolError(`${name} is of version ${feed.version}, not of ${version}`)
  for (const { url, sha512, size } of feed.files) {
    const fault = (/** @type {string} */ why) => new ReleaseToolError(`${name} names ${url}, ${why}`)
    if (basename(url) !== url || url.startsWith('.')) throw fault('which is not the name of a file beside it')
    if (!namesVersion(url, feed.version)) throw fault(`which is not of its version ${feed.version}`)
    const file = join(folder, url)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile()) throw fault(`which is not in ${folder}`)
    if (String(stats.size) !== size) throw fault(`with ${size} bytes; the file has ${stats.size}`)
    if (createHash('sha512').update(readFileSync(file)).digest('base64') !== sha512)
      throw fault('with a SHA-512 that is not that of the file')
  }
  if (!feed.files.some(({ url, sha512 }) => url === feed.path && sha512 === feed.sha512))
    throw new ReleaseToolError(`${name} has a path and sha512 of its own, ${feed.path}, that none of its files has`)
}

/**
 * The text of a feed with the added fields.
 * @param {string} text as electron-builder wrote it.
 * @param {string} name of its file, by which it is requested.
 * @param {{ now: number, days: number, notes: string, staging?: number | null, minimum?: string | null }} release
 * @throws ReleaseToolError
 */
export function completeFeed(text, name, { now, days, notes, staging = null, minimum = null }) {
  if (!/^[\w-]+\.yml$/.test(name)) throw new ReleaseToolError(`${name} is not the name of a feed`)
  if (fieldOf(text, 'version') === null || !/^files:/m.test(text)) {
    throw new ReleaseToolError(`${name} is no feed: it has no version or no files`)
  }
  const again = ADDED.find((field) => new RegExp(`^${field}:`, 'm').test(text))
  if (again !== undefined)
    throw new ReleaseToolError(`${name} has "${again}" already: sign what electron-builder wrote`)
  if (!(Number.isInteger(days) && days >= 1 && days <= 400)) throw new ReleaseToolError('--days takes 1 to 400')
  if (notes.length > LONGEST_NOTES) throw new ReleaseToolError(`the notes are longer than ${LONGEST_NOTES} characters`)
  if (staging !== null && !(staging >= 0 && staging <= 100)) throw new ReleaseToolError('--staging takes 0 to 100')
  const lines = [
    `feed: ${JSON.stringify(name)}`,
    `expires: ${JSON.stringify(new Date(now + days * 86_400_000).toISOString())}`,
    `notes: ${JSON.stringify(notes.trim())}`,
    ...(staging === null ? [] : [`stagingPercentage: ${staging}`]),
    ...(minimum === null ? [] : [`minimumSystemVersion: ${JSON.stringify(minimum)}`]),
  ]
  return `${text.trimEnd()}\n${lines.join('\n')}\n`
}

/**
 * The unsigned text of a signed feed, and its notes.
 * @param {string} text
 */
export function unsignedFeed(text) {
  const lines = text.split('\n')
  const notes = lines.find((line) => line.startsWith('notes: "'))?.slice('notes: '.length)
  return {
    text: lines.filter((line) => !OWN_LINE.test(line)).join('\n'),
    notes: notes === undefined ? '' : String(JSON.parse(notes)),
  }
}

/**
 * The signature over exactly these bytes, base64.
 * @param {Buffer} bytes
 * @param {string} pem
 */
export function signatureOf(bytes, pem) {
  let key
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new ReleaseToolError('the private key cannot be read')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReleaseToolError('the private key is no Ed25519 key')
  return sign(null, bytes, key).toString('base64')
}

/**
 * Which of the keys signed a feed, and until when it is valid.
 * @param {string} file
 * @param {{ present: string | null, next: string | null }} keys
 * @param {number} now
 * @throws ReleaseToolError when a terminal would refuse it.
 */
export function verifyFeed(file, keys, now) {
  const bytes = readFileSync(file)
  const signature = Buffer.from(readFileSync(`${file}.sig`, 'utf8').trim(), 'base64')
  const by = /** @type {const} */ (['present', 'next']).find((name) => {
    const text = keys[name]
    if (text === null) return false
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return verify(null, bytes, key, signature)
  })
  const name = basename(file)
  if (by === undefined) throw new ReleaseToolError(`${name} is signed by none of the keys`)
  const text = bytes.toString('utf8')
  const feed = fieldOf(text, 'feed')
  if (feed !== name) throw new ReleaseToolError(`${name} was signed as ${feed}`)
  const expires = Date.parse(fieldOf(text, 'expires') ?? '')
  if (!(expires > now)) throw new ReleaseToolError(`${name} has expired, or does not say when it does`)
  return { by, version: fieldOf(text, 'version'), expires: new Date(expires).toISOString() }
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      private: { type: 'string' },
      verify: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      keys: { type: 'string', default: KEYS_FILE },
      files: { type: 'string' },
      version: { type: 'string' },
      days: { type: 'string', default: String(DAYS) },
      notes: { type: 'string' },
      staging: { type: 'string' },
      minimum: { type: 'string' },
    },
  })
  if (positionals.length === 0) throw new ReleaseToolError('name the feeds: dist/latest-linux.yml, …')
  const now = Date.now()
  if (!values.verify) {
    const pem = values.private === undefined ? process.env.ISOTHERM_RELEASE_KEY : readFileSync(values.private, 'utf8')
    if (!pem) throw new ReleaseToolError('name the private key: --private FILE, or its text in ISOTHERM_RELEASE_KEY')
    const release = {
      now,
      days: Number(values.days),
      staging: values.staging === undefined ? null : Number(values.staging),
      minimum: values.minimum ?? null,
    }
    // All feeds are checked before the first is written.
    const signed = positionals.map((file) => {
      const written = readFileSync(file, 'utf8')
      const feed = values.again ? unsignedFeed(written) : { text: written, notes: '' }
      const notes = values.notes === undefined ? feed.notes : readFileSync(values.notes, 'utf8')
      const bytes = Buffer.from(completeFeed(feed.text, basename(file), { ...release, notes }))
      compareFeed(feed.text, basename(file), { folder: values.files ?? dirname(file), version: values.version })
      return { file, bytes, signature: signatureOf(bytes, pem) }
    })
    for (const { file, bytes, signature } of signed) {
      writeFileSync(file, bytes)
      writeFileSync(`${file}.sig`, `${signature}\n`)
    }
  }
  const keys = readPublicKeys(values.keys)
  for (const file of positionals) {
    const { by, version, expires } = verifyFeed(file, keys, now)
    console.log(`${file}: ${version}, signed by the ${by} key, good until ${expires}`)
  }
}

if (import.meta.main) {
  try {
    main()
  } catch (error) {
    console.error(`sign-feed: ${/** @type {Error} */ (error).message}`)
    process.exitCode = 2
  }
}
