import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { redact } from '../log/index.ts'
import { createSecretStore } from '../secrets/index.ts'
import { openStorage } from '../storage/index.ts'
import { createOpenMeteoKey } from './open-meteo-key.ts'

const KEY = 'planted/Key+0123'
const ACCOUNT = 'isotherm|open-meteo/api-key'

/** A data folder and a keychain that outlive the terminal. */
function computer() {
  const directory = mkdtempSync(join(tmpdir(), 'open-meteo-key-'))
  const entries = new Map<string, string>()
  const keychain = { isThere: true, reads: 0 }
  const there = (): void => {
    if (!keychain.isThere) throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')
  }
  /** Starts the terminal. */
  function start() {
    const clock = createFakeClock()
    const storage = openStorage({ directory, clock })
    onTestFinished(() => storage.close())
    const secrets = createSecretStore({
      clock,
      keychain: async () => ({
        async getPassword(service, account) {
          there()
          keychain.reads += 1
          return entries.get(`${service}|${account}`) ?? null
        },
        async setPassword(service, account, password) {
          there()
          entries.set(`${service}|${account}`, password)
        },
        async deletePassword(service, account) {
          there()
          return entries.delete(`${service}|${account}`)
        },
      }),
    })
    const key = createOpenMeteoKey({ secrets, origins: storage.secretOrigins })
    let changes = 0
    key.onChange(() => {
      changes += 1
    })
    return { key, secrets, changes: () => changes }
  }
  return { directory, entries, keychain, start }
}
const yes = async (): Promise<void> => undefined

describe('the API key of Open-Meteo', () => {
  it('is kept in the keychain, found by the next start, replaced and forgotten', async () => {
    const { entries, keychain, start } = computer()
    const { key, changes } = start()
    expect(key.state()).toBe('none')
    await expect(key.get()).rejects.toThrow('No Open-Meteo API key is stored. Enter one in Settings under Weather.')
    await key.set(` ${KEY}\n`, yes)
    expect([...entries]).toEqual([[ACCOUNT, KEY]])
    expect(key.state()).toBe('stored')
    const { key: next, changes: later } = start()
    expect(next.state()).toBe('stored')
    expect(keychain.reads).toBe(0)
    expect([(await next.get()).reveal(), (await next.get()).reveal(), keychain.reads]).toEqual([KEY, KEY, 1])
    await next.set('another-key', yes)
    expect((await next.get()).reveal()).toBe('another-key')
    await next.forget()
    expect(entries.size).toBe(0)
    expect(next.state()).toBe('none')
    await expect(next.get()).rejects.toThrow('No Open-Meteo API key')
    expect(start().key.state()).toBe('none')
    expect([changes(), later()]).toEqual([1, 2])
  })

  it('is in no file, and redacted from the log in every form while it is asked about and kept', async () => {
    const { directory, start } = computer()
    const { key } = start()
    const url = `https://customer-api.open-meteo.com/v1/forecast?latitude=1&${new URLSearchParams({ apikey: KEY })}`
    let asked = ''
    await key.set(KEY, async () => {
      asked = redact(`${KEY} ${url}`)
    })
    for (const line of [asked, redact(`${KEY} ${url}`)]) {
      expect(line).toContain('latitude=1')
      expect(line).not.toMatch(/planted|Key/)
    }
    const origins = readFileSync(join(directory, 'secret-origins.json'), 'utf8')
    expect(origins).toContain('https://customer-api.open-meteo.com')
    expect(origins).not.toContain('planted')
  })

  it.each([
    ['', 'Enter the API key first.'],
    ['   ', 'Enter the API key first.'],
    ['two words', 'An API key has only plain ASCII characters and no spaces.'],
    ['tab\tinside', 'An API key has only plain ASCII characters and no spaces.'],
    ['schlüssel', 'An API key has only plain ASCII characters and no spaces.'],
    ['control\u0007', 'An API key has only plain ASCII characters and no spaces.'],
    ['short12', 'An API key has 8 to 200 characters; this one has 7.'],
    ['x'.repeat(201), 'An API key has 8 to 200 characters; this one has 201.'],
  ])('is not %j: nobody is asked, and nothing is stored', async (typed, message) => {
    const { entries, start } = computer()
    const { key } = start()
    const never = async (): Promise<void> => {
      throw new Error('asked')
    }
    await expect(key.set(typed, never)).rejects.toMatchObject({ message, about: 'key' })
    expect([entries.size, key.state()]).toEqual([0, 'none'])
  })

  it.each([KEY, 'x'.repeat(8), '~'.repeat(200)])('may be %j', async (typed) => {
    const { key } = computer().start()
    await key.set(typed, yes)
    expect((await key.get()).reveal()).toBe(typed)
  })

  it('is not stored after a no, and the stored one stays', async () => {
    const { key } = computer().start()
    await key.set(KEY, yes)
    await expect(key.set('another-key', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await key.get()).reveal()).toBe(KEY)
  })

  it('without a keychain is kept for the session, missing after a restart, and used again once the keychain is back', async () => {
    const { entries, keychain, start } = computer()
    const first = start()
    await first.key.set(KEY, yes)
    keychain.isThere = false
    const { key, secrets, changes } = start()
    await expect(key.get()).rejects.toThrow(
      'The Open-Meteo API key is not in the keychain. Enter it again in Settings under Weather, or retry the keychain in Account.',
    )
    expect([key.state(), secrets.view().mode]).toEqual(['missing', 'session'])
    await secrets.tryAgain()
    expect(changes()).toBe(1)
    keychain.isThere = true
    await secrets.tryAgain()
    expect((await key.get()).reveal()).toBe(KEY)
    expect(key.state()).toBe('stored')
    entries.clear()
    keychain.isThere = false
    const last = start()
    await last.key.set('another-key', yes)
    expect((await last.key.get()).reveal()).toBe('another-key')
    expect([last.key.state(), entries.size]).toEqual(['stored', 0])
  })

  it('that was forgotten or replaced while the keychain is asked is not used', async () => {
    const { entries, start } = computer()
    await start().key.set(KEY, yes)
    const { key } = start()
    const reading = key.get()
    await key.set('another-key', yes)
    expect((await reading).reveal()).toBe('another-key')
    const storing = key.set('a-third-key', yes)
    await Promise.resolve()
    await Promise.all([storing, key.forget()])
    await expect(key.get()).rejects.toThrow('No Open-Meteo API key')
    expect([key.state(), entries.size]).toEqual(['none', 0])
  })
})
