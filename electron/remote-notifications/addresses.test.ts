import { describe, expect, it } from 'vitest'
import type { RemoteNotificationInput } from '../../contract/remote-notifications.ts'
import { CallError } from '../errors.ts'
import { addressJson, parseAddress, readAddress, secretParts, shownPart } from './addresses.ts'

const webhook = (address: string): RemoteNotificationInput => ({ kind: 'webhook', address })
const ntfy = (topic: string, token = '', server = 'https://ntfy.example'): RemoteNotificationInput => ({
  ...{ kind: 'ntfy', server, topic, token },
})

/** The message of a refusal, with its field. */
function refusal(input: RemoteNotificationInput): [message: string, about: string | null] {
  try {
    readAddress(input)
  } catch (error) {
    if (error instanceof CallError) {
      const { message, about } = error.toTerminalError()
      return [message, about]
    }
    throw error
  }
  throw new Error('it was taken')
}

describe('an address of a remote service', () => {
  it.each([
    ['https://hooks.example/services/T0/B0/abc', 'hooks.example'],
    ['  https://hooks.example:8443/x?key=1  ', 'hooks.example:8443'],
    ['http://127.0.0.1:4567/hook', '127.0.0.1:4567'],
    ['http://localhost/hook', 'localhost'],
    ['http://[::1]:9/hook', '[::1]:9'],
  ])('is accepted, and identified by its host: %s', (address, host) => {
    expect(readAddress(webhook(address))).toEqual({ host, url: new URL(address.trim()).href, topic: null, token: null })
  })

  it.each([
    ['', 'Enter an address'],
    ['hooks.example/x', 'Not a valid address'],
    ['https://hooks.example/a b', 'Not a valid address'],
    ['http://hooks.example/planted-secret', 'https://'],
    ['http://127.0.0.1.evil.example/planted-secret', 'https://'],
    ['http://localhost.evil.example/planted-secret', 'https://'],
    ['ftp://hooks.example/planted-secret', 'https://'],
    ['file:///etc/planted-secret', 'https://'],
    ['javascript:planted-secret', 'https://'],
    ['https://jane:planted-secret@hooks.example/', 'User name and password'],
    ['https://hooks.example/#planted-secret', '#'],
  ])('is refused with a message that contains nothing of it: %s', (address, text) => {
    const [message, about] = refusal(webhook(address))
    expect([message.includes(text), about]).toEqual([true, 'address'])
    expect(message).not.toContain('planted-secret')
  })

  it('of ntfy is a server with a topic, and a token where its server requires one', () => {
    expect(readAddress(ntfy(' my_topic-1 '))).toEqual({
      ...{ host: 'ntfy.example', url: 'https://ntfy.example/', topic: 'my_topic-1', token: null },
    })
    expect(readAddress(ntfy('alerts', 'tk_abc123')).token).toBe('tk_abc123')
    expect(refusal(ntfy(''))[1]).toBe('topic')
    expect(refusal(ntfy('a/b'))[1]).toBe('topic')
    expect(refusal(ntfy('x'.repeat(65)))[1]).toBe('topic')
    expect(refusal(ntfy('alerts', 'two words'))[1]).toBe('token')
    expect(refusal(ntfy('alerts', 'a\r\nX-Other: b'))[1]).toBe('token')
    expect(refusal(ntfy('alerts', '', 'http://ntfy.example'))[1]).toBe('server')
    expect(refusal(ntfy('alerts', '', 'https://ntfy.example/?auth=x'))[1]).toBe('server')
  })

  it('is read back from the keychain unchanged, under the same rules', () => {
    for (const input of [webhook('https://hooks.example/a?b=c'), ntfy('alerts', 'tk_1'), ntfy('alerts')]) {
      const address = readAddress(input)
      expect(parseAddress(input.kind, addressJson(address))).toEqual(address)
    }
    for (const text of ['', '{}', 'https://hooks.example/', '{"url":"http://evil.example/","topic":null,"token":null}'])
      expect(parseAddress('webhook', text)).toBeNull()
    expect(parseAddress('ntfy', addressJson(readAddress(webhook('https://hooks.example/a'))))).toBeNull()
  })

  it.each<readonly [RemoteNotificationInput, RemoteNotificationInput]>([
    [webhook('https://hooks.example/services/T0/B0/abcdef'), webhook('https://hooks.example/services/T1/B1/uvwxyz')],
    [webhook('https://hooks.example/in?key=abcdef'), webhook('https://hooks.example/in?key=uvwxyz')],
    [ntfy('alerts-of-jane-7Gh2'), ntfy('alerts-of-john-7Gh2')],
  ])('is distinguished from another one at the same host in the dialog that asks about it: %j', (own, another) => {
    const [shown, other] = [shownPart(readAddress(own)), shownPart(readAddress(another))]
    expect(shown).not.toBe(other)
  })

  it('of a webhook is never shown completely', () => {
    expect(shownPart(readAddress(webhook('https://hooks.example/abcd')))).toBe('The address ends in …bcd')
    expect(shownPart(readAddress(webhook('https://hooks.example/T0/B0/secret-abcdef')))).toBe(
      'The address ends in …abcdef',
    )
  })

  it('has everything that leads there as secret parts', () => {
    expect(secretParts(readAddress(webhook('https://hooks.example/T0/abc?key=1')))).toEqual([
      ...['https://hooks.example/T0/abc?key=1', '/T0/abc?key=1', '/T0/abc', '?key=1'],
    ])
    expect(secretParts(readAddress(ntfy('my-topic', 'tk_1')))).toEqual(['https://ntfy.example/', 'my-topic', 'tk_1'])
  })
})
