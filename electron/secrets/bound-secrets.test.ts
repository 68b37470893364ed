import { describe, expect, it } from 'vitest'
import { boundSecrets, Secret, type SecretStore } from './secret-store.ts'

const REAL = 'https://api.real.example'
const EVIL = 'https://evil.example'
const TOKEN = 'live/access-token'

function setup({ isReached = true } = {}) {
  const kept = new Map<string, Secret>()
  const known = new Map<string, string>()
  const store: SecretStore = {
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => void kept.set(account, secret),
    delete: async (account) => void (isReached && kept.delete(account)),
    view: () => ({ mode: 'keychain' }),
    onChange: () => () => undefined,
    tryAgain: () => Promise.resolve(),
  }
  const origins: Parameters<typeof boundSecrets>[1]['origins'] = {
    read: (account) => known.get(account) ?? null,
    save: (account, origin) => void known.set(account, origin),
  }
  const reports: (string | null)[] = []
  const at = (origin: string) => boundSecrets(store, { origins, origin, onOther: (other) => reports.push(other) })
  return { at, kept, reports }
}

describe('a secret', () => {
  it('belongs to the origin that it was imported for, even if another deployment has the name later', async () => {
    const { at, reports, kept } = setup()
    await at(REAL).set(TOKEN, new Secret('of the real one'))
    expect((await at(REAL).get(TOKEN))?.reveal()).toBe('of the real one')
    expect(await at(EVIL).get(TOKEN)).toBeNull()
    expect(reports).toEqual([REAL])
    // It is not lost: the real one has it again.
    expect(kept.size).toBe(1)
    expect((await at(REAL).get(TOKEN))?.reveal()).toBe('of the real one')
  })

  it('belongs to the new origin once it was imported there', async () => {
    const { at } = setup()
    await at(REAL).set(TOKEN, new Secret('old'))
    await at(EVIL).set(TOKEN, new Secret('new'))
    expect((await at(EVIL).get(TOKEN))?.reveal()).toBe('new')
    expect(await at(REAL).get(TOKEN)).toBeNull()
  })

  it('of an unknown origin belongs to nobody until it is imported again', async () => {
    const { at, kept, reports } = setup()
    kept.set(TOKEN, new Secret('old'))
    expect(await at(EVIL).get(TOKEN)).toBeNull()
    expect(await at(REAL).get(TOKEN)).toBeNull()
    expect(reports).toEqual([null, null])
    await at(REAL).set(TOKEN, new Secret('new'))
    expect((await at(REAL).get(TOKEN))?.reveal()).toBe('new')
    expect(await at(EVIL).get(TOKEN)).toBeNull()
  })

  it('that an unreachable keychain did not delete is not sent to a new owner of its name', async () => {
    const { at, kept } = setup({ isReached: false })
    kept.set(TOKEN, new Secret('of another data folder'))
    await at(REAL).delete(TOKEN)
    expect(kept.size).toBe(1)
    expect(await at(EVIL).get(TOKEN)).toBeNull()
  })

  it('that does not exist reports no other origin', async () => {
    const { at, reports } = setup()
    await at(REAL).set(TOKEN, new Secret('x'))
    await at(REAL).delete(TOKEN)
    expect(await at(EVIL).get(TOKEN)).toBeNull()
    expect(reports).toEqual([])
  })
})
