import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { releaseConfiguration } from '../../../electron-builder.release.mjs'
import { packageRuns } from '../package-runs.mjs'

const root = join(import.meta.dirname, '..', '..', '..')
const require = createRequire(import.meta.url)
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config.js')
const { DebugLogger } = require('builder-util')

const KEYS = { present: 'a public key' }
const URL = { ISOTHERM_RELEASES_URL: 'https://releases.invalid/isotherm/' }
const APPLE = Object.fromEntries(
  ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'].map((name) => [name, 'x']),
)
const CERTIFICATE = { WIN_CSC_LINK: 'x', WIN_CSC_KEY_PASSWORD: 'x', ISOTHERM_WINDOWS_PUBLISHER: 'Isotherm Ltd' }
const SERVICE = {
  ISOTHERM_WINDOWS_PUBLISHER: 'Isotherm Ltd',
  ...Object.fromEntries(
    [
      'AZURE_TENANT_ID',
      'AZURE_CLIENT_ID',
      'AZURE_CLIENT_SECRET',
      'ISOTHERM_AZURE_ENDPOINT',
      'ISOTHERM_AZURE_ACCOUNT',
      'ISOTHERM_AZURE_PROFILE',
    ].map((name) => [name, 'x']),
  ),
}

describe('the packaging configuration', () => {
  it('is valid for electron-builder, as it is and for a release of each system', async () => {
    const base = await getConfig(root, 'electron-builder.yml', null)
    await validateConfiguration(base, new DebugLogger(false))
    expect(base.linux.executableArgs).toEqual([])
    for (const [system, environment] of [
      ['linux', {}],
      ['darwin', APPLE],
      ['win32', CERTIFICATE],
      ['win32', SERVICE],
    ] as const) {
      const release = releaseConfiguration({ ...URL, ...environment }, system, KEYS)
      const whole = await getConfig(root, 'electron-builder.yml', release)
      delete whole.extends
      await validateConfiguration(whole, new DebugLogger(false))
      expect(whole.appId).toBe('app.isotherm.terminal')
      expect(whole.mac.notarize).toBe(true)
      expect(whole.mac.hardenedRuntime).toBe(true)
    }
  })

  it('requires only compiled code on macOS, and only user permissions on Windows', async () => {
    const { mac, win, nsis } = await getConfig(root, 'electron-builder.yml', null)
    expect(mac.entitlementsInherit).toBe(mac.entitlements)
    const requests = [...readFileSync(join(root, mac.entitlements), 'utf8').matchAll(/<key>(.*?)<\/key>/g)].map(
      ([, key]) => key,
    )
    expect(requests).toEqual(['com.apple.security.cs.allow-jit'])
    expect(win.requestedExecutionLevel).toBe('asInvoker')
    expect(nsis).toMatchObject({ perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false })
  })

  it('builds Linux’s packages one after another, the AppImage last, whose feed remains', () => {
    const kinds = packageRuns('linux', ['--x64']).map(([system, kind]) => `${system} ${kind}`)
    expect(kinds).toEqual(['--linux deb', '--linux rpm', '--linux AppImage'])
    expect(packageRuns('darwin', ['--release', '--x64', '--arm64'])).toEqual([
      ['--mac', '--config', 'electron-builder.release.mjs', '--publish', 'never', '--x64', '--arm64'],
    ])
    expect(packageRuns('win32', ['--dir'])).toEqual([['--win', 'dir', '--publish', 'never']])
  })
})

describe('a release', () => {
  it.each([
    ['linux', {}, false],
    ['darwin', APPLE, true],
    ['win32', CERTIFICATE, true],
    ['win32', SERVICE, true],
  ] as const)('of %s is signed by the system’s own means, if any', (system, environment, signed) => {
    expect(releaseConfiguration({ ...URL, ...environment }, system, KEYS).forceCodeSigning).toBe(signed)
  })

  it.each(Object.keys(APPLE))('of macOS is refused without %s', (name) => {
    expect(() => releaseConfiguration({ ...URL, ...APPLE, [name]: '' }, 'darwin', KEYS)).toThrow(`environment: ${name}`)
  })

  it.each(['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD', 'ISOTHERM_WINDOWS_PUBLISHER'])(
    'of Windows is refused without %s',
    (name) => {
      expect(() => releaseConfiguration({ ...URL, ...CERTIFICATE, [name]: undefined }, 'win32', KEYS)).toThrow(name)
    },
  )

  it('names its publisher to Windows, which identifies updates', () => {
    const byFile = releaseConfiguration({ ...URL, ...CERTIFICATE }, 'win32', KEYS).win
    const byService = releaseConfiguration({ ...URL, ...SERVICE }, 'win32', KEYS).win
    expect(byFile).toMatchObject({ signtoolOptions: { publisherName: 'Isotherm Ltd' } })
    expect(byService).toMatchObject({ azureSignOptions: { publisherName: 'Isotherm Ltd' } })
    expect(() => releaseConfiguration({ ...URL, ...SERVICE, AZURE_CLIENT_ID: '' }, 'win32', KEYS)).toThrow(
      'AZURE_CLIENT_ID',
    )
  })

  it.each([undefined, '', 'http://releases.invalid/', 'https://releases.invalid', 'releases'])(
    'is refused when updates would come from %s',
    (url) => {
      expect(() => releaseConfiguration({ ISOTHERM_RELEASES_URL: url }, 'linux', KEYS)).toThrow('ISOTHERM_RELEASES_URL')
    },
  )

  it.each([{}, { present: null }])('is refused with the keys %j, because it could not be updated', (keys) => {
    expect(() => releaseConfiguration(URL, 'linux', keys)).toThrow('release-keys.json')
  })
})
