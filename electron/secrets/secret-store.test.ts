import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { createSecretStore, Secret, secretAccount } from './secret-store.ts'

const KEYCHAIN_TIMEOUT_MS = 120_000
const ACCOUNT = secretAccount('practice', 'agent-key')

/** A keychain in memory that can fail or hang on request. */
class FakeKeychain {
  readonly entries = new Map<string, string>()
  calls = 0
  behaviour: 'works' | 'fails' | 'hangs' = 'works'
  /** It does not answer before this resolves. */
  lock: Promise<void> = Promise.resolve()

  getPassword = (service: string, account: string) => this.#run(() => this.entries.get(`${service}|${account}`) ?? null)
  setPassword = (service: string, account: string, password: string) =>
    this.#run(() => void this.entries.set(`${service}|${account}`, password))
  deletePassword = (service: string, account: string) => this.#run(() => this.entries.delete(`${service}|${account}`))

  async #run<T>(work: () => T): Promise<T> {
    this.calls += 1
    await this.lock
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

  it('sees another program’s entries', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('old'))
    keychain.entries.set('isotherm|practice/agent-key', 'new')
    expect((await store.get(ACCOUNT))?.reveal()).toBe('new')
  })

  it('continues from memory when the keychain fails in the middle, and reports that', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('kept'))
    keychain.behaviour = 'fails'
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(store.view()).toMatchObject({ mode: 'session' })
  })

  it('reports that a secret may still be there when it cannot be deleted', async () => {
    const { keychain, store } = open()
    await store.set(ACCOUNT, new Secret('kept'))
    keychain.behaviour = 'fails'
    await expect(store.delete(ACCOUNT)).rejects.toThrow('may still be in the keychain')
    expect(await store.get(ACCOUNT)).toBeNull()
  })
})

describe('a secret store without a keychain', () => {
  it('keeps secrets for the session and shows the reason', async () => {
    const clock = createFakeClock()
    const store = createSecretStore({
      keychain: () => Promise.reject(new Error('libsecret-1.so.0: cannot open shared object file')),
      clock,
    })
    await store.set(ACCOUNT, new Secret('kept'))
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(store.view()).toEqual({
      mode: 'session',
      reason: 'No keychain: libsecret is not available on this computer. Secrets are kept for this session only.',
    })
    await store.delete(ACCOUNT)
    expect(await store.get(ACCOUNT)).toBeNull()
  })

  it.each(['Cannot autolaunch D-Bus without X11 $DISPLAY', 'Could not connect: No such file or directory'])(
    'translates the raw error of a missing bus: %s',
    async (raw) => {
      const store = createSecretStore({ keychain: () => Promise.reject(new Error(raw)), clock: createFakeClock() })
      await store.get(ACCOUNT)
      expect(store.view()).toEqual({
        mode: 'session',
        reason: 'No keychain: this computer has no session bus (D-Bus). Secrets are kept for this session only.',
      })
    },
  )

  it('asks only once, even for simultaneous calls', async () => {
    const { keychain, store } = open()
    keychain.behaviour = 'fails'
    await Promise.all(['a', 'b', 'c'].map((account) => store.get(account)))
    await store.get(ACCOUNT)
    expect(keychain.calls).toBe(1)
    await expect(store.delete(ACCOUNT)).resolves.toBeUndefined()
  })

  it('is not delayed by one that hangs: a call is given up after 2 minutes, and the others do not wait again', async () => {
    const { keychain, clock, store } = open()
    keychain.behaviour = 'hangs'
    const answers = Promise.all([store.get('a'), store.get('b'), store.set(ACCOUNT, new Secret('kept'))])
    await clock.advanceAsync(KEYCHAIN_TIMEOUT_MS)
    await answers
    expect(keychain.calls).toBe(1)
    expect(store.view()).toHaveProperty('reason', expect.stringContaining('did not answer within 2 minutes'))
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
    expect(clock.waiting).toBe(0)
  })
})

describe('a keychain that asks the user', () => {
  it('is waited for, which is shown after 5 s until it answers; nothing counts as lost', async () => {
    const { keychain, clock, store } = open()
    const messages: string[] = []
    store.onChange(() => messages.push(store.view().mode))
    let unlock: () => void = () => undefined
    keychain.lock = new Promise((resolve) => {
      unlock = resolve
    })
    const stored = store.set(ACCOUNT, new Secret('kept'))
    await clock.advanceAsync(5000)
    expect(store.view()).toMatchObject({
      mode: 'waiting',
      reason: expect.stringContaining(
        'The keychain is locked. Unlock it or allow Isotherm in the system dialog. After two minutes, keys are kept for this session only.',
      ),
    })
    await clock.advanceAsync(60_000)
    unlock()
    await stored
    expect(messages).toEqual(['waiting', 'keychain'])
    expect([...keychain.entries.values()]).toEqual(['kept'])
    expect(clock.waiting).toBe(0)
  })

  it('is tried again on the trader’s request, and then gets new secrets and loses forgotten ones', async () => {
    const { keychain, store } = open()
    keychain.entries.set('isotherm|practice/access-token', 'forgotten')
    keychain.behaviour = 'fails'
    await store.set(ACCOUNT, new Secret('given'))
    await store.delete(secretAccount('practice', 'access-token'))
    await store.tryAgain()
    expect(store.view().mode).toBe('session')

    keychain.behaviour = 'works'
    await store.tryAgain()
    expect(store.view()).toEqual({ mode: 'keychain' })
    expect([...keychain.entries]).toEqual([['isotherm|practice/agent-key', 'given']])
    expect(await store.get(secretAccount('practice', 'access-token'))).toBeNull()
  })

  it('holds one thread at most: no second call before the one that was given up is answered', async () => {
    const { keychain, clock, store } = open()
    await store.set(ACCOUNT, new Secret('kept'))
    let unlock: () => void = () => undefined
    keychain.lock = new Promise((resolve) => {
      unlock = resolve
    })
    const read = store.get(ACCOUNT)
    await clock.advanceAsync(KEYCHAIN_TIMEOUT_MS)
    await read
    const { calls } = keychain
    for (let tries = 0; tries < 3; tries += 1) {
      await store.tryAgain()
      await expect(store.delete(ACCOUNT)).rejects.toThrow('did not answer')
    }
    expect(keychain.calls).toBe(calls)
    expect(store.view().mode).toBe('session')
    unlock()
    await clock.advanceAsync(0)
    await store.tryAgain()
    expect(store.view().mode).toBe('keychain')
    expect(keychain.entries.size).toBe(0)
  })

  it('that answers too late counts as missing until it is tried again', async () => {
    const { keychain, clock, store } = open()
    let unlock: () => void = () => undefined
    keychain.lock = new Promise((resolve) => {
      unlock = resolve
    })
    const stored = store.set(ACCOUNT, new Secret('kept'))
    await clock.advanceAsync(KEYCHAIN_TIMEOUT_MS)
    await stored
    unlock()
    await clock.advanceAsync(0)
    expect(store.view().mode).toBe('session')
    await store.tryAgain()
    expect(store.view().mode).toBe('keychain')
    expect((await store.get(ACCOUNT))?.reveal()).toBe('kept')
  })
})
