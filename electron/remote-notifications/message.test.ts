import { describe, expect, it } from 'vitest'
import { readAddress } from './addresses.ts'
import { ntfyRequest, pingRequest, type RemoteMessage, redactMessage, webhookRequest } from './message.ts'

const AT = '2026-11-21T12:00:00.000Z'
const message = (part: Partial<RemoteMessage> = {}): RemoteMessage => ({
  level: 'info',
  title: 'Filled',
  text: 'Bought 12.5 NYCTMP1 at 572.48, for 7,156.00 USDC.',
  deployment: 'alpha',
  at: AT,
  ...part,
})
const redacted = (part: Partial<RemoteMessage> = {}) => redactMessage(message(part), true)
const hook = readAddress({ kind: 'webhook', address: 'https://hooks.example/T0/abc' })
const ntfy = (token: string) =>
  readAddress({ kind: 'ntfy', server: 'https://ntfy.example', topic: 'alerts-of-jane', token })

describe('an outgoing message', () => {
  it('has one line each of title and body, without control or direction characters', () => {
    const reported = redactMessage(message({ title: 'Fi\u202Elled\n\u0007', text: 'Bought\n12\u2028now' }), true)
    expect([reported.title, reported.text]).toEqual(['Fi lled', 'Bought 12 now'])
  })
})

describe('an outgoing message without details', () => {
  it.each([
    ['Filled', 'Filled'],
    ['Temperature rises to 72.5 °F', 'Temperature rises to … °F'],
    ['Mark crosses 1,234.50', 'Mark crosses …'],
    ['Closed −3 of NYCTMP1', 'Closed … of NYCTMP1'],
    ['Stop of 12.5 NYCTMP1 for $7,156 triggered', 'Stop of … NYCTMP1 for … triggered'],
    ['Loss of 1 234 567.8 USDC', 'Loss of … … … USDC'],
    ['Agent 0x1234567890123456789012345678901234567890 expires', 'Agent 0x… expires'],
    ['Agent 0x3f12ab…a91c expires', 'Agent 0x… expires'],
  ])('is the title, without figures and addresses: %s', (title, reported) => {
    expect(redactMessage(message({ title }), false)).toEqual(message({ title: reported, text: '' }))
  })

  it('has everything but addresses when details are on', () => {
    const label = 'From 0x1234567890123456789012345678901234567890: bought 12.5 at 572.48.'
    expect(redactMessage(message({ text: label }), true).text).toBe('From 0x…: bought 12.5 at 572.48.')
  })

  it('is complete when it concerns the terminal itself', () => {
    const plain = message({ title: 'The terminal was closed', text: 'It held 2 conditional orders.', isPlain: true })
    expect(redactMessage(plain, false)).toEqual(plain)
  })

  it('is short, and cut between characters', () => {
    const { title, text: label } = redactMessage(message({ title: 'x'.repeat(300), text: '🙂'.repeat(900) }), true)
    expect([title.length, label.length <= 1001, label.isWellFormed()]).toEqual([200, true, true])
  })
})

describe('a message', () => {
  it('to a webhook is small JSON, with a line that chat services show', () => {
    const { method, url, headers, body } = webhookRequest(hook, redacted(), 0)
    expect([method, url, headers['content-type']]).toEqual(['POST', 'https://hooks.example/T0/abc', 'application/json'])
    expect(JSON.parse(body ?? '')).toEqual({
      source: 'isotherm',
      level: 'info',
      title: 'Filled',
      detail: 'Bought 12.5 NYCTMP1 at 572.48, for 7,156.00 USDC.',
      deployment: 'alpha',
      at: AT,
      text: 'alpha: Filled: Bought 12.5 NYCTMP1 at 572.48, for 7,156.00 USDC.',
    })
  })

  it('to a webhook omits empty fields, and counts the messages lost before it', () => {
    const bare = message({ text: '', deployment: null })
    expect(JSON.parse(webhookRequest(hook, redactMessage(bare, true), 3).body ?? '')).toEqual({
      ...{ source: 'isotherm', level: 'info', title: 'Filled', at: AT, lost: 3 },
      text: 'Filled (3 messages before this one could not be sent.)',
    })
  })

  it('that represents others states how many', () => {
    const first = message({ text: '', more: 1 })
    expect(JSON.parse(webhookRequest(hook, redactMessage(first, true), 0).body ?? '')).toMatchObject({
      ...{ more: 1, text: 'alpha: Filled (And 1 more message at the same time.)' },
    })
    expect(JSON.parse(ntfyRequest(ntfy(''), redacted({ more: 12 }), 2).body ?? '')).toMatchObject({
      message: `${message().text}\n(And 12 more messages at the same time.)\n(2 messages before this one could not be sent.)`,
    })
  })

  it('to ntfy goes to the server, with topic, priority and a tag, and the token in its header', () => {
    const { url, headers, body } = ntfyRequest(ntfy('tk_1'), redacted({ level: 'error' }), 1)
    expect([url, headers.authorization]).toEqual(['https://ntfy.example/', 'Bearer tk_1'])
    expect(JSON.parse(body ?? '')).toEqual({
      topic: 'alerts-of-jane',
      title: 'alpha: Filled',
      message: `${message().text}\n(1 message before this one could not be sent.)`,
      priority: 5,
      tags: ['rotating_light'],
    })
    const bare = ntfyRequest(ntfy(''), redacted({ text: '' }), 0)
    expect(bare.headers).not.toHaveProperty('authorization')
    expect(JSON.parse(bare.body ?? '')).toMatchObject({ title: 'Isotherm', message: 'alpha: Filled', priority: 3 })
  })

  it('of a heartbeat has no body', () => {
    expect(pingRequest(hook)).toEqual({ method: 'GET', url: hook.url, headers: { 'user-agent': 'isotherm' } })
  })
})
