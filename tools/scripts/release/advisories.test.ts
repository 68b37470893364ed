import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Acceptance, faultsOfAudit, readAcceptances, UnreadableError } from './advisories.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const SHIPPED = ['electron', 'ws', 'pino/node_modules/thread-stream']
const URL = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
const ADVISORY = {
  source: 1,
  name: 'ws',
  dependency: 'ws',
  title: 'Memory is disclosed',
  url: URL,
  severity: 'moderate',
}

/** npm's report of one advisory on one package. */
const audit = (change: object = {}, advisory: object = {}, name = 'ws'): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      [name]: { name, via: [{ ...ADVISORY, ...advisory }], effects: [], nodes: [`node_modules/${name}`], ...change },
    },
  })
const ACCEPTED: Acceptance = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'ws',
  reason: 'The terminal opens no server with it.',
  date: '2026-11-01',
}
const faults = (text: string, accepted: readonly Acceptance[] = []): string[] =>
  faultsOfAudit(text, SHIPPED, accepted, NOW)

describe('the check of shipped packages', () => {
  it.each(['moderate', 'high', 'critical', 'one that npm adds later'])(
    'fails on an advisory of severity %s',
    (severity) => {
      expect(faults(audit({}, { severity }))).toEqual([`ws: ${severity}: Memory is disclosed (${URL})`])
    },
  )

  it('fails on an advisory on an indirect dependency, and on Electron', () => {
    const nested = 'pino/node_modules/thread-stream'
    expect(faults(audit({ nodes: ['node_modules/thread-stream', `node_modules/${nested}`] }))).toHaveLength(1)
    expect(faults(audit({}, {}, 'electron'))).toHaveLength(1)
  })

  it('passes packages that are not shipped, low severities, and advisories reported on a dependency instead', () => {
    expect(faults(audit({ nodes: ['node_modules/jsdom/node_modules/ws'] }))).toEqual([])
    expect(faults(audit({}, { severity: 'low' }))).toEqual([])
    expect(faults(audit({ via: ['a-tool'] }))).toEqual([])
    expect(faults(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
  })

  it('passes an accepted advisory with a reason and a date, for 90 days', () => {
    expect(faults(audit(), [ACCEPTED])).toEqual([])
    expect(faults(audit(), [{ ...ACCEPTED, date: '2026-08-30' }])).toEqual([])
    expect(faults(audit(), [{ ...ACCEPTED, date: '2026-08-29' }])).toEqual([expect.stringContaining('look again')])
    expect(faults(audit(), [{ ...ACCEPTED, date: '2026-11-29' }])).toEqual([expect.stringContaining('in the future')])
  })

  it('fails on an acceptance of another package or advisory, and on an unused one', () => {
    for (const other of [{ package: 'pino' }, { advisory: 'GHSA-dddd-eeee-ffff' }])
      expect(faults(audit(), [{ ...ACCEPTED, ...other }])).toEqual([
        expect.stringContaining('Memory is disclosed'),
        expect.stringContaining('remove the entry'),
      ])
    expect(faults(JSON.stringify({ vulnerabilities: {} }), [ACCEPTED])).toHaveLength(1)
  })

  it.each(['', '<html>', '{}', '{"message":"405 Method Not Allowed","vulnerabilities":null}'])(
    'does not treat npm’s answer %j as clean',
    (text) => {
      expect(() => faults(text)).toThrow(UnreadableError)
    },
  )
})

describe('accepted-advisories.json', () => {
  it('names advisory, package, reason and date of each entry', () => {
    const file = join(import.meta.dirname, '..', '..', '..', '.github', 'accepted-advisories.json')
    expect(() => readAcceptances(readFileSync(file, 'utf8'))).not.toThrow()
    expect(readAcceptances(JSON.stringify([ACCEPTED]))).toEqual([ACCEPTED])
  })

  it.each([
    { reason: '' },
    { reason: undefined },
    { date: undefined },
    { date: 'soon' },
    { package: '' },
    { advisory: 'all' },
    { until: '2099-01-01' },
  ])('is refused with %j', (change) => {
    expect(() => readAcceptances(JSON.stringify([{ ...ACCEPTED, ...change }]))).toThrow(UnreadableError)
  })
})
