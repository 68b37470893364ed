import tls from 'node:tls'
import { describe, expect, it } from 'vitest'
import { checkCertificates, trustCertificates } from './network.ts'

function setUp(fails = false) {
  const trusted: string[][] = []
  const logged: string[] = []
  trustCertificates({
    read: (from) => {
      if (fails && from === 'system') throw new Error('no store')
      return from === 'system' ? ['company', 'both'] : ['own', 'both']
    },
    trust: (certificates) => void trusted.push(certificates),
    log: { info: (_facts, text) => void logged.push(text), warn: (_facts, text) => void logged.push(text) },
  })
  return { trusted, logged }
}

describe('certificates', () => {
  it('are the bundled ones and those of the system, each once', () => {
    expect(setUp().trusted).toEqual([['own', 'both', 'company']])
  })

  it('stay unchanged where the system’s cannot be read', () => {
    const { trusted, logged } = setUp(true)
    expect([trusted, logged]).toEqual([[], ['the certificates of the system could not be read']])
  })

  it('are checked even if the environment of a packaged terminal disables that, which is reported', () => {
    for (const [isPackaged, left, count] of [
      [true, {}, 1],
      [false, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 0],
    ] as const) {
      const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
      const reports: string[] = []
      checkCertificates({ environment, isPackaged, notify: (title) => void reports.push(title) })
      expect([environment, reports.length]).toEqual([left, count])
    }
  })

  it('of this Node can be read', () => {
    expect(tls.getCACertificates('bundled').length).toBeGreaterThan(50)
    expect(Array.isArray(tls.getCACertificates('system'))).toBe(true)
  })
})
