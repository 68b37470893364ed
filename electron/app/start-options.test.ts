import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CommandLineError } from './command-line.ts'
import { readStart } from './start-options.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isotherm-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = (packaged: boolean, at: string | undefined) =>
  readStart(packaged ? ['isotherm'] : ['electron', folder], packaged ? null : folder, () => folder, {
    ISOTHERM_PRACTICE_AT: at,
  })

it('an installed terminal opens no debugging port, and reports that in one line', () => {
  const startOn = (argv: readonly string[], appFolder: string | null) => readStart(argv, appFolder, () => folder, {})
  expect(() => startOn(['isotherm', '--remote-debugging-port=9222'], null)).toThrow(
    /--remote-debugging-port is for development builds only/,
  )
  const { line } = startOn(['electron', folder, '--remote-debugging-port=9222'], folder)
  expect(line.remoteDebuggingPort).toBe(9222)
})

describe('the time of the practice venue', () => {
  it('is taken from the environment by a development build', () => {
    expect(start(false, '2026-03-04T13:10:00Z').practiceAt).toBe(Date.UTC(2026, 2, 4, 13, 10))
    expect(start(false, '2026-03-01T00:30:00+01:00').practiceAt).toBe(Date.UTC(2026, 1, 28, 23, 30))
    expect(start(false, undefined).practiceAt).toBeNull()
    expect(start(false, '').practiceAt).toBeNull()
  })

  it.each(['now', '2026-03-04', '2026-03-04T13:10:00', '2026-02-29T13:10:00Z'])(
    'is refused in one line that names it when it is %s',
    (text) => {
      expect(() => start(false, text)).toThrow(CommandLineError)
      expect(() => start(false, text)).toThrow(/^ISOTHERM_PRACTICE_AT must be [^\n]+$/)
    },
  )

  it('is the machine’s in a packaged app, ignoring the environment', () => {
    expect(start(true, '2026-03-04T13:10:00Z').practiceAt).toBeNull()
    expect(start(true, 'now').practiceAt).toBeNull()
  })
})

describe('the sandbox', () => {
  const startAs = (packaged: boolean, argv: string[], environment: Record<string, string> = {}) =>
    readStart(['isotherm', ...argv], packaged ? null : folder, () => folder, environment)

  it.each([
    ['by the user', ['--no-sandbox'], {}, /start it without --no-sandbox$/],
    ['by the user, with a value', ['--no-sandbox=1'], {}, /start it without --no-sandbox$/],
    [
      'by an AppImage',
      ['--no-sandbox', '--headless'],
      { APPIMAGE: '/x.AppImage' },
      /Isotherm requires its sandbox, which this system blocks for AppImages: install the deb or rpm package instead/,
    ],
    [
      'by the environment',
      [],
      { ELECTRON_DISABLE_SANDBOX: '1' },
      /Isotherm requires its sandbox: remove ELECTRON_DISABLE_SANDBOX from the environment/,
    ],
  ])('is not disabled %s: a packaged terminal refuses to start, in one line', (_how, argv, environment, text) => {
    expect(() => startAs(true, argv, environment)).toThrow(CommandLineError)
    expect(() => startAs(true, argv, environment)).toThrow(text)
    expect(() => startAs(true, argv, environment)).toThrow(/^[^\n]+$/)
  })

  it('is enabled otherwise, and a development build may run without it', () => {
    expect(startAs(true, ['--headless'], { APPIMAGE: '/x.AppImage' }).line.headless).toBe(true)
    expect(startAs(false, [folder, '--no-sandbox', '--headless']).line.headless).toBe(true)
  })
})

describe('a link that the desktop passes', () => {
  it('is not parsed for flags, with any content', () => {
    const folderOf = () => folder
    const started = readStart(['isotherm', 'isotherm://panel/alerts', '--headless'], null, folderOf, {})
    expect([started.link, started.line.headless]).toEqual(['isotherm://panel/alerts', true])
    expect(readStart(['isotherm'], null, folderOf, {}).link).toBeNull()
  })
})
