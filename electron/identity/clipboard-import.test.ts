import { describe, expect, it } from 'vitest'
import { CallError } from '../errors.ts'
import { Secret } from '../secrets/index.ts'
import { type ImportableKind, importFromClipboard } from './clipboard-import.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const KEY = `0x${'0123456789abcdef'.repeat(4)}`

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: object): string => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`

function setup(text: string, serviceTime: number | null = NOW) {
  const clipboard = {
    text,
    readText: () => clipboard.text,
    clear: () => {
      clipboard.text = ''
    },
  }
  const stored = new Map<string, Secret>()
  const store = {
    get: async (account: string) => stored.get(account) ?? null,
    set: async (account: string, secret: Secret) => void stored.set(account, secret),
  }
  const requests: string[] = []
  const says = { own: '', yes: true }
  const run = (kind: ImportableKind) =>
    importFromClipboard({
      ...{ kind, clipboard, store, stored: store, profile: 'live', serviceTime: () => serviceTime },
      isOwnCopy: (copied) => copied === says.own,
      async mayStore(given, stored) {
        const before = stored?.description ?? 'nothing'
        requests.push(`${before} -> ${given}${stored?.isRenewal === true ? ', renewed' : ''}`)
        if (!says.yes) throw new CallError('not_by_hand', 'The answer was no.')
      },
    })
  return { clipboard, stored, store, run, asked: requests, says }
}

async function refusal(kind: ImportableKind, text: string): Promise<string> {
  const { clipboard, stored, run } = setup(text)
  const error = await run(kind).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(CallError)
  expect(stored.size).toBe(0)
  expect(clipboard.text).toBe(text)
  const { message } = error as CallError
  for (let i = 0; i + 12 <= text.trim().length; i += 12) expect(message).not.toContain(text.trim().slice(i, i + 12))
  return message
}

describe('importing an access token', () => {
  const wallet = `0x${'3F'.repeat(19)}${'a9'}`

  it('stores it, clears the clipboard, and describes it masked', async () => {
    const token = jwt({ sub: wallet, exp: NOW / 1000 + 3600 })
    const { clipboard, stored, run } = setup(` ${token}\n`)
    expect(await run('access-token')).toBe('Access token of 0x3f…3fa9, valid until 2026-11-21 13:00 UTC')
    expect(stored.get('live/access-token')?.reveal()).toBe(token)
    expect(clipboard.text).toBe('')
  })

  it('accepts one with a leading Bearer, an e-mail identity, and none at all', async () => {
    const token = jwt({ email: 'trader@example.com' })
    const { stored, run } = setup(`Bearer ${token}`)
    expect(await run('access-token')).toBe('Access token of t…@example.com, without an expiry')
    expect(stored.get('live/access-token')?.reveal()).toBe(token)
    expect(await setup(jwt({ sub: 'user-17' })).run('access-token')).toBe('Access token, without an expiry')
  })

  it('describes it safely, with any claim about its owner', async () => {
    const reported = await setup(jwt({ email: `a@\u202E\u0007${'x'.repeat(5_000)}` })).run('access-token')
    expect(reported).toMatch(/^Access token of a…@ x+…$/)
    expect(reported.length).toBeLessThanOrEqual(500)
  })

  it.each<[string, string, string]>([
    ['nothing', '  ', 'The clipboard has no text.'],
    ['a sentence', 'hello there, this is not a token', 'three parts'],
    ['a wallet key', KEY, 'three parts'],
    [
      'a truncated token',
      `${jwt({ a: 1 }).slice(3)}`,
      'The access token in the clipboard is incomplete. Copy all of it.',
    ],
    ['an expired token', jwt({ exp: NOW / 1000 - 60 }), 'expired on 2026-11-21 11:59 UTC'],
    ['a whole book', `${'x'.repeat(20_000)}`, 'The text in the clipboard is too long for a secret.'],
  ])('refuses %s, and keeps clipboard and store unchanged', async (_, text, reason) => {
    expect(await refusal('access-token', text)).toContain(reason)
  })

  it('leaves the clipboard alone when it has changed meanwhile', async () => {
    const { clipboard, store, run } = setup(jwt({ sub: 'x' }))
    const set = store.set
    store.set = async (account, secret) => {
      clipboard.text = 'something the trader copied meanwhile'
      await set(account, secret)
    }
    await run('access-token')
    expect(clipboard.text).toBe('something the trader copied meanwhile')
  })
})

describe('importing a wallet key', () => {
  it.each([KEY, KEY.slice(2), `\t${KEY.toUpperCase().replace('0X', '0x')} `])(
    'stores it in one notation: %#',
    async (text) => {
      const { clipboard, stored, run } = setup(text)
      expect(await run('wallet-key')).toMatch(/^Wallet key of 0x[0-9a-f]{2}…[0-9a-f]{4}$/)
      expect(stored.get('live/wallet-key')?.reveal()).toBe(KEY)
      expect(clipboard.text).toBe('')
    },
  )

  it.each<[string, string, string]>([
    ['a short key', KEY.slice(0, -2), '64 hex digits'],
    ['an address', `0x${'3f'.repeat(20)}`, '64 hex digits'],
    ['a seed phrase', 'witch collapse practice feed shame open despair creek road again ice least', '64 hex digits'],
    ['zero', `0x${'00'.repeat(32)}`, 'The 64 hex digits in the clipboard are not a valid private key.'],
    [
      'a number beyond the curve',
      `0x${'ff'.repeat(32)}`,
      'The 64 hex digits in the clipboard are not a valid private key.',
    ],
    ['a token', jwt({ sub: 'x' }), '64 hex digits'],
  ])('refuses %s', async (_, text, reason) => {
    expect(await refusal('wallet-key', text)).toContain(reason)
  })
})

describe('a token’s expiry', () => {
  const until = (time: number): string => jwt({ sub: 'a@isotherm.example', exp: time / 1000 })

  it('is checked by the service’s time, which may be months from the machine’s', async () => {
    const march = Date.UTC(2026, 2, 4, 13, 10)
    expect(await setup(until(march + 3_600_000), march).run('access-token')).toContain(
      'valid until 2026-03-04 14:10 UTC',
    )
    await expect(setup(until(march), march + 1).run('access-token')).rejects.toThrow('expired on 2026-03-04 13:10 UTC')
  })

  it('is left to the service while its time is unknown', async () => {
    expect(await setup(until(NOW - 1000), null).run('access-token')).toContain('valid until')
  })
})

describe('a secret that a window could have imported in the trader’s place', () => {
  const OTHER = `0x${'fedcba9876543210'.repeat(4)}`
  const tokenOf = (sub: string, more: object = {}): string => jwt({ sub, exp: NOW / 1000 + 3600, ...more })
  const ALICE = `0x${'aa'.repeat(20)}`
  const BOB = `0x${'bb'.repeat(20)}`

  it('is refused where the terminal itself put it on the clipboard', async () => {
    const { run, says, stored, clipboard } = setup(KEY)
    says.own = KEY
    await expect(run('wallet-key')).rejects.toThrow(
      'Isotherm itself put this text on the clipboard. Copy the secret again from where you keep it, then import it.',
    )
    expect(stored.size).toBe(0)
    expect(clipboard.text).toBe(KEY)
  })

  it('is first stored only when the trader agrees', async () => {
    const { run, says, stored, clipboard } = setup(KEY)
    says.yes = false
    await expect(run('wallet-key')).rejects.toMatchObject({ code: 'not_by_hand' })
    expect([stored.size, clipboard.text]).toEqual([0, KEY])
  })

  it('replaces no other key without a confirmation that names both', async () => {
    const { run, says, asked, stored, clipboard } = setup(KEY)
    await run('wallet-key')
    // The first one is asked about too: a page may have brought the trader to a deployment.
    expect(asked.splice(0)).toEqual([expect.stringMatching(/^nothing -> Wallet key of 0x\w+…\w+$/)])
    clipboard.text = OTHER
    says.yes = false
    await expect(run('wallet-key')).rejects.toMatchObject({ code: 'not_by_hand' })
    expect(asked).toEqual([expect.stringMatching(/^Wallet key of 0x\w+…\w+ -> Wallet key of 0x\w+…\w+$/)])
    expect(stored.get('live/wallet-key')?.reveal()).toBe(KEY)
    says.yes = true
    await run('wallet-key')
    expect(stored.get('live/wallet-key')?.reveal()).toBe(OTHER)
  })

  it('is asked about for every replaced token, with whether it claims the same trader', async () => {
    const { run, asked, clipboard } = setup(tokenOf(ALICE))
    await run('access-token')
    expect(asked.splice(0)).toEqual([expect.stringMatching(/^nothing -> /)])
    clipboard.text = tokenOf(ALICE, { jti: 'renewed' })
    await run('access-token')
    expect(asked).toEqual([expect.stringMatching(/, renewed$/)])
    clipboard.text = tokenOf(BOB)
    await run('access-token')
    expect(asked).toHaveLength(2)
    clipboard.text = tokenOf('user-17')
    await run('access-token')
    clipboard.text = tokenOf('user-18')
    await run('access-token')
    expect(asked).toHaveLength(4)
    expect(asked.filter((text) => text.endsWith(', renewed'))).toHaveLength(1)
  })

  it('is asked about when the stored one cannot be read', async () => {
    const { run, asked, store } = setup(KEY)
    await store.set('live/wallet-key', new Secret('damaged'))
    await run('wallet-key')
    expect(asked).toEqual([expect.stringMatching(/A wallet key that cannot be read -> Wallet key of 0xfc…377c/)])
  })
})
