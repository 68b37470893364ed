/**
 * The trader's API key of Open-Meteo: kept in the keychain like other secrets, given only to requests to Open-Meteo's host for customers. Windows learn
 * whether there is one.
 */
import { Listeners } from '../../contract/listeners.ts'
import { text } from '../../contract/safe-text.ts'
import type { OpenMeteoKeyState } from '../../contract/weather/index.ts'
import { CallError } from '../errors.ts'
import { Secret, type SecretStore } from '../secrets/index.ts'
import { LIVE_HOSTS, WeatherError } from './weather-http.ts'

const ACCOUNT = 'open-meteo/api-key'
/** Shorter texts are not redacted from the log. */
const [SHORTEST, LONGEST] = [8, 200]
const PRINTABLE = /^[\x21-\x7e]+$/

export type OpenMeteoKey = ReturnType<typeof createOpenMeteoKey>

interface OpenMeteoKeyOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'view' | 'onChange'>
  /** Whether a key is stored, by the origin that it is for: the keychain is read only once the key is needed. */
  readonly origins: { read(account: string): string | null; save(account: string, origin: string | null): void }
}

export function createOpenMeteoKey({ secrets, origins }: OpenMeteoKeyOptions) {
  const listeners = new Listeners()
  let held: Secret | null = null
  let isMissing = false
  /** Counts up with each change by the trader: a read or write that began before is outdated. */
  let version = 0

  const isStored = (): boolean => origins.read(ACCOUNT) !== null

  function change(secret: Secret | null): number {
    held = secret
    isMissing = false
    version += 1
    return version
  }

  /** @throws WeatherError where there is none. */
  async function get(): Promise<Secret> {
    if (held !== null) return held
    if (!isStored()) throw new WeatherError(text`No Open-Meteo API key is stored. Enter one in Settings under Weather.`)
    const before = version
    const found = await secrets.get(ACCOUNT)
    if (before !== version) return get()
    held = found
    isMissing = found === null
    if (found !== null) return found
    throw new WeatherError(
      text`The Open-Meteo API key is not in the keychain. Enter it again in Settings under Weather, or retry the keychain in Account.`,
    )
  }

  secrets.onChange(() => {
    if (!isMissing || secrets.view().mode !== 'keychain') return
    isMissing = false
    listeners.notify()
  })

  return {
    state: (): OpenMeteoKeyState => (!isStored() ? 'none' : isMissing ? 'missing' : 'stored'),
    get,
    /**
     * Replaces the stored one. @param mayStore throws where it may not be stored
     * @throws CallError for text that is no key; it contains nothing of it.
     */
    async set(typed: string, mayStore: () => Promise<void>): Promise<void> {
      const secret = new Secret(keyIn(typed))
      await mayStore()
      const own = change(secret)
      await secrets.set(ACCOUNT, secret)
      // It was removed meanwhile, or replaced.
      if (own !== version) return
      origins.save(ACCOUNT, LIVE_HOSTS.openMeteoCustomer)
      listeners.notify()
    },
    /** @throws CallError when it may still be in the keychain; it is no longer used all the same. */
    async forget(): Promise<void> {
      change(null)
      try {
        origins.save(ACCOUNT, null)
      } finally {
        listeners.notify()
        await secrets.delete(ACCOUNT)
      }
    },
    /** Called when another key, or none, is to be used. */
    onChange: listeners.on,
  }
}

function keyIn(typed: string): string {
  const key = typed.trim()
  if (key === '') throw bad('Enter the API key first.')
  if (!PRINTABLE.test(key)) throw bad('An API key has only plain ASCII characters and no spaces.')
  if (key.length < SHORTEST || key.length > LONGEST)
    throw bad(`An API key has ${SHORTEST} to ${LONGEST} characters; this one has ${key.length}.`)
  return key
}

const bad = (message: string): CallError => new CallError('bad_input', message, 'key')
