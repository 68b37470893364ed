import { execFile } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { afterAll, describe, expect, it } from 'vitest'
import { listedOnly } from './listed-only.ts'
import { apiTable } from './testing/api-table.ts'
import { usedApis } from './used-apis.ts'

/** The compiler reads all of main, which takes time on a busy machine, ms. */
const PATIENT = { timeout: 300_000 }

const root = join(import.meta.dirname, '..', '..')

/** Files of main and the preload, without tests and their support. */
const mainFiles = (): string[] =>
  readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => join(root, 'electron', name))

interface Listed {
  readonly part: string
  readonly name: string
  readonly event: boolean
}
const listed: readonly Listed[] = Object.entries(usedApis).flatMap(([part, { members, ...rest }]) => [
  ...Object.keys(members).map((name) => ({ part, name, event: false })),
  ...Object.keys('events' in rest ? rest.events : {}).map((name) => ({ part, name, event: true })),
])

describe('the list of used APIs of Electron', () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'used-electron-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Creates a program in which `electron` is only the list, and returns its compile errors, one per line. */
  function compile(files: readonly string[]): Promise<string[]> {
    const quoted = (part: string, event: boolean): string =>
      listed.flatMap((one) => (one.part === part && one.event === event ? [`'${one.name}'`] : [])).join(' | ') ||
      'never'
    const names = Object.keys(usedApis).map(
      (part) =>
        `  readonly ${part}: { readonly members: ${quoted(part, false)}; readonly events: ${quoted(part, true)} }`,
    )
    const whole = readFileSync(join(root, 'node_modules', 'electron', 'electron.d.ts'), 'utf8')
    writeFileSync(
      join(folder, 'electron-whole.d.ts'),
      whole.replace("declare module 'electron' {", "declare module 'whole' {"),
    )
    writeFileSync(join(folder, 'used-names.ts'), `export interface Used {\n${names.join('\n')}\n}\n`)
    const used = readFileSync(join(import.meta.dirname, 'testing', 'used-electron.ts'), 'utf8')
    writeFileSync(
      join(folder, 'used-electron.ts'),
      used.replace("'../electron-types.ts'", "'../../tools/chromium-host/electron-types.ts'"),
    )
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { paths: { electron: ['./used-electron.ts'] } },
        include: [],
        files: [join(folder, 'electron-whole.d.ts'), ...files],
      }),
    )
    const compiler = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js')
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [compiler, '-p', folder, '--pretty', 'false', '--singleThreaded'],
        (_failed, message) => resolve(message.split('\n').filter((line) => /error TS/.test(line))),
      )
    })
  }

  it('is all that main and the preload use: they compile when Electron has nothing else', PATIENT, async () => {
    const beyond = join(folder, 'beyond.ts')
    const lines = [
      "import { app, BrowserWindow, powerMonitor, type WebContents } from 'electron'",
      'app.setBadgeCount(1)',
      "app.on('gpu-info-update', () => undefined)",
      "powerMonitor.on('shutdown', () => undefined)",
      'export const one = (contents: WebContents) => contents.openDevTools()',
      'new BrowserWindow({ kiosk: true })',
      'new BrowserWindow({ webPreferences: { experimentalFeatures: true } })',
      "app.on('web-contents-created', (_event, contents) => contents.openDevTools())",
    ]
    writeFileSync(beyond, lines.join('\n'))
    const errors = await compile([...mainFiles(), beyond])
    const { beyondTheList, elsewhere } = split(errors)
    expect(elsewhere).toEqual([])
    expect(beyondTheList).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  it('has only names that main or the preload contains', () => {
    const text = mainFiles()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const unused = listed.filter(({ name, event }) =>
      event ? !text.includes(`'${name}'`) : !new RegExp(`\\b${name}\\b`).test(text),
    )
    expect(unused).toEqual([])
  })

  it('is documented in tools/chromium-host/README.md', () => {
    const page = readFileSync(join(root, 'tools', 'chromium-host', 'README.md'), 'utf8')
    expect(page).toContain(apiTable())
  })
})

describe('a stand-in for a listed part', () => {
  const app = listedOnly('app', Object.assign(new EventEmitter(), { getVersion: () => '1' })) as unknown as Electron.App

  it('has the given members, and stubs for the rest of the list', () => {
    let quitting = 0
    app.on('before-quit', () => {
      quitting += 1
    })
    app.emit('before-quit')
    expect([app.getVersion(), app.quit(), quitting]).toEqual(['1', undefined, 1])
  })

  it('throws by name for what is not on the list', () => {
    expect(() => app.setBadgeCount(1)).toThrow('app.setBadgeCount is not on the list of used APIs of Electron')
    expect(() => app.on('login', () => undefined)).toThrow("app.on('login') is not on the list")
  })
})

/** Errors in the file that goes beyond the list, and errors anywhere else. */
function split(errors: readonly string[]): { readonly beyondTheList: number[]; readonly elsewhere: string[] } {
  const lineOf = (error: string): string | undefined => /beyond\.ts\((\d+),/.exec(error)?.[1]
  return {
    beyondTheList: errors.flatMap((error) => lineOf(error) ?? []).map(Number),
    elsewhere: errors.filter((error) => lineOf(error) === undefined),
  }
}
