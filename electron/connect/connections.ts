/** Inspects services for windows, and remembers the last result of each window: what is added is that result, not what the page sends. */

import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { basename } from 'node:path'
import {
  type ConnectNetwork,
  LARGEST_PROFILE,
  type ProfileFileFound,
  type ServiceFound,
} from '../../contract/connect.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import { CallError } from '../errors.ts'
import { type DeploymentProfile, isLoopback, parseProfile } from '../service/index.ts'
import { type LookOptions, lookAt } from './look.ts'

const badAddress = (message: string): CallError => new CallError('bad_address', message, 'address')

/**
 * The URL of a typed address. Default scheme `https://`, on this computer `http://`.
 * @throws CallError about `address`, with the remedy.
 */
export function readAddress(typed: string): URL {
  const text = typed.trim()
  if (text === '') throw badAddress("Enter the venue's address, such as https://api.example.com.")
  if (/\s/.test(text)) throw badAddress('The address must not contain spaces or line breaks.')
  const url = parsed(text)
  if (url === null || url.hostname === '')
    throw badAddress('Not a valid address. Enter one such as https://api.example.com.')
  const { protocol, hostname, host, username, password } = url
  if (protocol === 'ws:' || protocol === 'wss:') {
    throw badAddress('Enter the https:// address; the WebSocket is derived from it.')
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw badAddress('The address must start with https://.')
  if (username !== '' || password !== '' || text.includes('@')) {
    throw badAddress(`Remove everything before the @: this address leads to ${host}.`)
  }
  if (/[?#]/.test(text))
    throw badAddress("Remove everything from the ? or # on: the venue's paths are appended to the address.")
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw badAddress('Use https://. Plain http:// can be altered on the way and is allowed for this computer only.')
  }
  return url
}

function parsed(text: string): URL | null {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`
  return URL.canParse(whole) ? new URL(whole) : null
}

const schemeFor = (text: string): 'http' | 'https' =>
  URL.canParse(`https://${text}`) && isLoopback(new URL(`https://${text}`).hostname) ? 'http' : 'https'

/** The stored form of the address: resolved, without a trailing slash. */
export const baseUrlOf = ({ origin, pathname }: URL): string => `${origin}${pathname}`.replace(/\/+$/, '')

/** A service's default name: its host, reduced to allowed characters. */
export const nameOf = ({ host }: URL): string =>
  host
    .replace(/[^\w.-]+/g, '-')
    .replace(/^\W+/, '')
    .slice(0, 40)

/** Warnings for the trader, a sentence each; none for an ordinary address. */
export function oddAbout(url: URL, known: readonly Pick<ProfileChoice, 'name' | 'baseUrl'>[]): readonly string[] {
  const { hostname, port, protocol, origin, pathname } = url
  const here = isLoopback(hostname)
  const odd: string[] = []
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    odd.push('Its name has non-ASCII letters, some of which look alike. It is shown in its resolved form, xn--….')
  }
  if (!here && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    odd.push('It is an IP address: nothing in it identifies the operator.')
  }
  if (!here && port !== '') odd.push(`It uses port ${port} instead of 443.`)
  if (here) odd.push('It runs on this computer.')
  if (protocol === 'http:')
    odd.push('The connection is not encrypted. This is allowed for venues on this computer only.')
  if (pathname !== '/') odd.push(`All requests go to paths under ${pathname.replace(/\/+$/, '').slice(0, 100)}.`)
  for (const { name, baseUrl } of known) {
    if (baseUrl !== null && new URL(baseUrl).origin === origin) odd.push(`${name} already uses this host.`)
  }
  return odd
}

/** A deployment file that the trader chose: read within a size limit, and validated. */
interface ProfileFile {
  /** Its own name, without folders. */
  readonly file: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly profile: DeploymentProfile
}

/** Name of pasted settings in place of a file name. */
const PASTED = 'the pasted profile'

/** Parameters of an inspection. */
interface LookAsked {
  readonly address: string
  readonly network: ConnectNetwork
  readonly name: string
  readonly file: string | null
}

export type Connections<Window extends object> = ReturnType<typeof createConnections<Window>>

interface ConnectionsOptions extends LookOptions {
  /** Parses a deployment's JSON text, if it could be added. @throws CallError naming the fault. */
  readonly check: (json: string) => DeploymentProfile
  readonly add: (json: string) => { readonly name: string }
  /** The existing deployments. */
  readonly known: () => readonly Pick<ProfileChoice, 'name' | 'baseUrl'>[]
}

interface Held {
  stop: AbortController | null
  found: { readonly id: string; readonly json: string; readonly profile: DeploymentProfile } | null
  file: (ProfileFile & { readonly id: string }) | null
}

export function createConnections<Window extends object>(options: ConnectionsOptions) {
  const { check, known } = options
  const windows = new WeakMap<Window, Held>()
  let count = 0
  const newId = (what: string): string => {
    count += 1
    return `${what}-${count}`
  }
  const heldOf = (window: Window): Held => {
    const held = windows.get(window) ?? { stop: null, found: null, file: null }
    windows.set(window, held)
    return held
  }

  function fileOf({ file }: Held, id: string | null): ProfileFile | null {
    if (id === null) return null
    if (file?.id === id) return file
    throw new CallError(
      'bad_profile',
      'Another profile file was chosen in the meantime. Choose this one again.',
      'file',
    )
  }

  function textOf(held: Held, request: LookAsked): { readonly json: string; readonly file: ProfileFile | null } {
    const file = fileOf(held, request.file)
    return { json: profileText(readAddress(request.address), request, file), file }
  }

  function keepFile(window: Window, read: ProfileFile): ProfileFileFound {
    const id = newId('file')
    heldOf(window).file = { ...read, id }
    const { name, network, baseUrl: url } = read.profile
    return { id, file: read.file, name, network, url }
  }

  return {
    /**
     * The deployment to inspect, before any request to it.
     * @throws CallError about `address`, `network`, `name` or `file`.
     */
    profileOf: (window: Window, request: LookAsked): DeploymentProfile => check(textOf(heldOf(window), request).json),
    /**
     * Inspects a service; a running inspection of that window is aborted for it.
     * @throws CallError about `address`, `network`, `name` or `file`.
     */
    async look(window: Window, request: LookAsked): Promise<ServiceFound> {
      const held = heldOf(window)
      held.stop?.abort()
      held.found = null
      const { json, file } = textOf(held, request)
      const profile = check(json)
      const stop = new AbortController()
      held.stop = stop
      try {
        const found = await lookAt(profile, options, stop.signal)
        const id = newId('service')
        held.found = { id, json, profile }
        const { name, network, baseUrl } = profile
        const odd = oddAbout(new URL(baseUrl), known())
        return { id, name, network, url: baseUrl, odd, file: file?.file ?? null, ...found }
      } finally {
        if (held.stop === stop) held.stop = null
      }
    },
    /** Aborts the running inspection of that window, if any. */
    cancel(window: Window): void {
      heldOf(window).stop?.abort()
    },
    /** Reads a deployment file for that window. @throws CallError about `file`. */
    takeFile: async (window: Window, path: string): Promise<ProfileFileFound> =>
      keepFile(window, await readProfileFile(path)),
    /** Reads pasted settings for that window, like a file. @throws CallError about `file`. */
    takeText: (window: Window, json: string): ProfileFileFound => keepFile(window, readProfileText(json, PASTED)),
    /** That window's last inspection; null where it is another by now. */
    lookedAt(window: Window, id: string): DeploymentProfile | null {
      const { found } = heldOf(window)
      return found?.id === id ? found.profile : null
    },
    /** Adds that window's last inspection. @throws CallError where that is another by now, or cannot be added. */
    add(window: Window, id: string): { readonly name: string } {
      const held = heldOf(window)
      const { found } = held
      if (found?.id !== id) throw new CallError('look_again', 'Check the venue again before you add it.')
      const added = options.add(found.json)
      held.found = null
      return added
    },
  }
}

/** The settings to store, as JSON. @throws CallError about the invalid field. */
function profileText(url: URL, { network, name }: LookAsked, file: ProfileFile | null): string {
  const baseUrl = baseUrlOf(url)
  if (network === 'practice' && !isLoopback(url.hostname)) {
    throw new CallError(
      'bad_profile',
      'Practice is for a venue on this computer only. Choose Mainnet or Testnet.',
      'network',
    )
  }
  const own = { name: name.trim() === '' ? nameOf(url) : name.trim(), baseUrl, network }
  if (file === null) return JSON.stringify(own)
  const { profile } = file
  const other = new URL(profile.baseUrl)
  if (baseUrlOf(other) !== baseUrl) {
    throw new CallError(
      'bad_profile',
      `${file.file} is for ${other.host}${other.pathname === '/' ? '' : other.pathname}, not for this address. Remove the file, or enter the address it is for.`,
      'address',
    )
  }
  if (profile.network !== network) {
    throw new CallError(
      'bad_profile',
      `${file.file} is for ${profile.network}. Choose that network, or remove the file.`,
      'network',
    )
  }
  return JSON.stringify({ ...file.raw, ...own })
}

/** @throws CallError about `file`. */
async function readProfileFile(path: string): Promise<ProfileFile> {
  const file = basename(path)
  return readProfileText(await textOf(path, file), file)
}

/** @param file display name of the text. @throws CallError about `file`. */
function readProfileText(text: string, file: string): ProfileFile {
  try {
    const profile = parseProfile(text, file)
    return { file, raw: JSON.parse(text) as Record<string, unknown>, profile }
  } catch (error) {
    throw bad((error as Error).message.replace(/^profile /, ''))
  }
}

async function textOf(path: string, file: string): Promise<string> {
  const unread = (error: unknown): never => {
    throw bad(`${file} could not be read: ${(error as Error).message}`)
  }
  const stats = await stat(path).catch(unread)
  if (!stats.isFile()) throw bad(`${file} is not a file.`)
  if (stats.size > LARGEST_PROFILE) throw bad(`${file} is too large for a profile: ${stats.size} bytes.`)
  const text = await readFile(path, 'utf8').catch(unread)
  return text.replace(/^\uFEFF/, '')
}

const bad = (message: string): CallError => new CallError('bad_profile', message, 'file')
