/** What a release has beyond `electron-builder.yml`: signatures that may not be missing. tools/scripts/release/README.md says where the secrets come from. */
import { existsSync, readFileSync } from 'node:fs'

const KEYS = new URL('resources/release-keys.json', import.meta.url)

/** What must stand in the environment, system by system; a release without one of them is none. */
const NEEDED = {
  linux: [],
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  win32: ['ISOTHERM_WINDOWS_PUBLISHER'],
}
/** One of these two besides: a certificate as a file, or a service that keeps it. */
const CERTIFICATE = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']
const SERVICE = [
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'AZURE_CLIENT_SECRET',
  'ISOTHERM_AZURE_ENDPOINT',
  'ISOTHERM_AZURE_ACCOUNT',
  'ISOTHERM_AZURE_PROFILE',
]

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} system as `process.platform`.
 * @param {{ present?: string | null }} keys the public keys that the build carries.
 * @throws {Error} naming everything that is missing.
 */
export function releaseConfiguration(env, system, keys) {
  const has = (/** @type {string} */ name) => (env[name] ?? '') !== ''
  const usesService = has('ISOTHERM_AZURE_ENDPOINT')
  const needed = [...(NEEDED[system] ?? []), ...(system === 'win32' ? (usesService ? SERVICE : CERTIFICATE) : [])]
  const missing = needed.filter((name) => !has(name))
  const faults = [
    ...(missing.length === 0 ? [] : [`not in the environment: ${missing.join(', ')}`]),
    ...(/^https:\/\/[^\s/]+\/(?:\S*\/)?$/.test(env.ISOTHERM_RELEASES_URL ?? '')
      ? []
      : ['ISOTHERM_RELEASES_URL is no https address of a folder, with a slash at its end']),
    ...(keys.present ? [] : ['resources/release-keys.json has no present key, so nobody could be given an update']),
  ]
  if (faults.length > 0) throw new Error(`this would be no release: ${faults.join('; ')}`)
  return {
    extends: 'electron-builder.yml',
    forceCodeSigning: system !== 'linux',
    mac: { notarize: true },
    win: usesService
      ? {
          azureSignOptions: {
            publisherName: env.ISOTHERM_WINDOWS_PUBLISHER,
            endpoint: env.ISOTHERM_AZURE_ENDPOINT,
            codeSigningAccountName: env.ISOTHERM_AZURE_ACCOUNT,
            certificateProfileName: env.ISOTHERM_AZURE_PROFILE,
          },
        }
      : { signtoolOptions: { publisherName: env.ISOTHERM_WINDOWS_PUBLISHER, signingHashAlgorithms: ['sha256'] } },
  }
}

export default () =>
  releaseConfiguration(process.env, process.platform, existsSync(KEYS) ? JSON.parse(readFileSync(KEYS, 'utf8')) : {})
