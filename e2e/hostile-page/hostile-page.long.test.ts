/**
 * Hostile pages are stopped by main's own hardening: in the host's bare mode, which refuses nothing by itself, a probe tries everything under the
 * full hardening, and once more without each of its statements.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../tools/chromium-host/browser/index.ts'
import { root, runNode } from '../support/processes.ts'
import { type Outcome, type ProbeCase, WHOLE, writeCases } from './cases.ts'

/** Statements whose removal lets nothing more through, and why they stay. */
const CHANGES_NOTHING: Readonly<Record<string, string>> = {
  'session.setDevicePermissionHandler(() => false)':
    'Electron gives a page only devices that a listener has chosen, and there is none; nor does the host have devices',
  "contents.on('will-attach-webview', deny('will-attach-webview'))":
    'no window has the tag; the host has no webviews, so the unit tests hold it',
  "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')":
    'the host’s browser is started with it: network.long.test.ts tries it there, and the probe under Electron',
  "return { action: 'deny' }": 'Electron takes no answer for a refusal',
  '"object-src \'none\'"': 'default-src says so too',
}

/** Timeout for a busy machine, ms. */
const PATIENT = 400_000

describe.skipIf(!('path' in findChromium(process.env)))(
  'a hostile page, in a host that refuses nothing by itself',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'isotherm-hostile-'))
    let cases: readonly ProbeCase[]
    let outcomes: readonly Outcome[]
    beforeAll(async () => {
      cases = writeCases(folder)
      const file = join(folder, 'cases.json')
      writeFileSync(file, JSON.stringify(cases))
      const host = join(root, 'tools', 'chromium-host', 'register.ts')
      const probe = runNode(['--import', host, join(import.meta.dirname, 'probe.ts'), '--headless', folder, file], {
        CHROMIUM_HOST_BARE: '1',
      })
      await probe.ended
      outcomes = probe
        .stdout()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Outcome)
    }, PATIENT)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('succeeds with nothing, and leaves the terminal’s own page working', () => {
      expect(outcomes.find(({ name }) => name === WHOLE)).toEqual({ name: WHOLE, found: [] })
    })

    it('is tried once for each statement of the hardening, each line of the policy and each header', () => {
      expect(outcomes.map(({ name }) => name)).toEqual(cases.map(({ name }) => name))
      const names = new Set(cases.map(({ name }) => name))
      for (const name of ['session.setPermissionCheckHandler(() => false)', '"frame-ancestors \'none\'"']) {
        expect(names).toContain(name)
      }
      expect(cases.length).toBeGreaterThan(25)
    })

    it('succeeds with something, or breaks, without any one of them, except those listed here', () => {
      const survivors = outcomes.flatMap(({ name, found }) => (found.length === 0 && name !== WHOLE ? [name] : []))
      expect(survivors.sort()).toEqual(Object.keys(CHANGES_NOTHING).sort())
    })
  },
)
