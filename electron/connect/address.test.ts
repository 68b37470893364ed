import { describe, expect, it } from 'vitest'
import { baseUrlOf, nameOf, oddAbout, readAddress } from './connections.ts'

describe('a typed address', () => {
  it.each([
    ['https://api.real.example', 'https://api.real.example'],
    ['  api.real.example/ ', 'https://api.real.example'],
    ['HTTPS://API.Real.Example:443/', 'https://api.real.example'],
    ['api.real.example:8443/sub/', 'https://api.real.example:8443/sub'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:9', 'http://[::1]:9'],
    // Other notations of a number are shown as what they are.
    ['https://0x7f000001', 'https://127.0.0.1'],
    ['https://аpi.real.example', 'https://xn--pi-6kc.real.example'],
  ])('%s is %s', (typed, url) => {
    expect(baseUrlOf(readAddress(typed))).toBe(url)
  })

  it.each([
    ['', 'Enter the venue'],
    ['https://', 'Not a valid address'],
    ['https://a b.example', 'must not contain spaces'],
    ['http://api.real.example', 'Use https://'],
    ['http://10.0.0.5', 'Use https://'],
    ['http://localhost.real.example', 'Use https://'],
    ['wss://api.real.example/v1/ws', 'the websocket is derived'],
    ['ftp://api.real.example', 'must start with https://'],
    ['file:///etc/passwd', 'Not a valid address'],
    ['https://api.real.example@other.example', 'this address leads to other.example'],
    ['https://api.real.example/?x=1', 'from the ? or #'],
    ['https://api.real.example#x', 'from the ? or #'],
  ])('%s is refused, with the remedy', (typed, text) => {
    expect(() => readAddress(typed)).toThrow(
      expect.objectContaining({
        about: 'address',
        message: expect.stringMatching(new RegExp(text.replace('?', '\\?'), 'i')),
      }),
    )
  })

  it('gives a valid name of a deployment', () => {
    expect(nameOf(readAddress('api.real.example:8443'))).toBe('api.real.example-8443')
    expect(nameOf(readAddress('http://[::1]:9'))).toMatch(/^\w[\w.-]*$/)
    expect(nameOf(readAddress(`https://${'a'.repeat(60)}.example`))).toHaveLength(40)
  })
})

describe('warnings about an address', () => {
  const known = [
    { name: 'practice', baseUrl: null },
    { name: 'real', baseUrl: 'https://api.real.example/sub' },
  ]
  it.each([
    ['https://other.example', []],
    [
      'https://xn--pi-6kc.real.example',
      [/Its name has non-ASCII letters, some of which look alike\. It is shown in its resolved form, xn--…\./],
    ],
    ['https://10.0.0.5', [/It is an IP address: nothing in it identifies the operator\./]],
    ['https://[2001:db8::1]', [/It is an IP address: nothing in it identifies the operator\./]],
    ['https://other.example:8443', [/port 8443/]],
    ['http://127.0.0.1:8080', [/runs on this computer/, /not encrypted/]],
    ['https://other.example/sub/', [/under \/sub\./]],
    ['https://api.real.example', [/real already uses this host\./]],
  ])('%s', (address, sentences) => {
    const odd = oddAbout(readAddress(address), known)
    expect(odd).toHaveLength(sentences.length)
    sentences.forEach((sentence, at) => {
      expect(odd[at]).toMatch(sentence)
    })
  })
})
