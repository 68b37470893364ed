import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { Secret } from './secret.ts'
import { createSecretStore, KEYCHAIN_TIMEOUT_MS, type KeytarLike, secretAccount } from './secret-store.ts'

const ACCOUNT = secretAccount('practice', 'agent-key')

/** A keychain in memory that can be told to fail or to hang. */
class FakeKeychain implements KeytarLike {
  readonly entries = new Map<string, string>()
  calls = 0
  behaviour: 'works' | 'fails' | 'hangs' = 'works'

  getPassword = (service: string, account: string) => this.#run(() => this.entries.get(`${service}|${account}`) ?? null)
  setPassword = (service: string, account: string, password: string) =>
    this.#run(() => void this.entries.set(`${service}|${account}`, password))
  deletePassword = (service: string, account: string) => this.#run(() => this.entries.delete(`${service}|${account}`))

  async #run<T>(work: () => T): Promise<T> {
    this.calls += 1
    if (this.behaviour === 'fails') throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')
    return this.behaviour === 'hangs' ? new Promise<T>(() => {}) : work()
  }
}

function open() {
  const keychain = new FakeKeychain()
  const clock = createFakeClock()
  return { keychain, clock, store: createSecretStore({ keychain: async () => keychain, clock }) }
}

describe('a secret store with a keychain', () => {
  it('keeps secrets under service isotherm and account <profile>/<kind>', async () => {
    const { keychain, store } = open()
    expect(await store.get(ACCOUNT)).toBeNull()
    await store.set(ACCOUNT, new Secret('0x1234'))
    expect([...keychain.entries]).toEqual([['isotherm|practice/agent-key', '0x1234']])
    expect((await store.get(ACCOUNT))?.reveal()).toBe('0x1234')
    await store.delete(ACCOUNT)
    expect(keychain.entries.size).toBe(0)
    expect(await store.get(ACCOUNT)).toBeNull()
    expect(store.view()).toEqual({ mode: 'keychain' })
  })

  it('sees what another program has put there', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('old'))
    keychain.entries.set('isotherm|practice/agent-key', 'new')
    expect((await store.get(ACCOUNT))?.reveal()).toBe('new')
  })

  it('goes on from memory when the keychain fails in the middle, and says so', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('kept'))
    keychain.behaviour = 'fails'
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(store.view()).toMatchObject({ mode: 'session' })
  })

  it('says that a secret may still be there when it cannot be deleted', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('kept'))
    keychain.behaviour = 'fails'
    await expect(store.delete(ACCOUNT)).rejects.toThrow('may still be in the keychain')
    expect(await store.get(ACCOUNT)).toBeNull()
  })
})

describe('a secret store without a keychain', () => {
  it('keeps secrets for the session and gives the reason in words', async () => {
    const clock = createFakeClock()
    const store = createSecretStore({
      keychain: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
      clock,
    })
    await store.set(ACCOUNT, new Secret('kept'))
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(store.view()).toEqual({
      mode: 'session',
      reason: 'No keychain: libsecret-1.so.0: cannot open shared object file. Secrets are kept for this session only.',
    })
    await store.delete(ACCOUNT)
    expect(await store.get(ACCOUNT)).toBeNull()
  })

  it('asks only once, also when several ask at the same time', async () => {
    const { keychain, store } = open()
    keychain.behaviour = 'fails'
    await Promise.all(['a', 'b', 'c'].map((account) => store.get(account)))
    await store.get(ACCOUNT)
    expect(keychain.calls).toBe(1)
    await expect(store.delete(ACCOUNT)).resolves.toBeUndefined()
  })

  it('is not held up by one that hangs: a call is given up after 5 s, and the others do not wait again', async () => {
    const { keychain, clock, store } = open()
    keychain.behaviour = 'hangs'
    const answers = Promise.all([store.get('a'), store.get('b'), store.set(ACCOUNT, new Secret('kept'))])
    await clock.advanceAsync(KEYCHAIN_TIMEOUT_MS)
    await answers
    expect(keychain.calls).toBe(1)
    expect(store.view()).toHaveProperty('reason', expect.stringContaining('did not answer within 5 s'))
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(clock.waiting).toBe(0)
  })
})
