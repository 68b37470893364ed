import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { MOMENT } from './support/moment.ts'
import { root, runNode } from './support/processes.ts'
import { newDataDir, underElectron } from './support/terminal.ts'

const start = (...flags: string[]) => startWith({}, ...flags)
const startWith = (env: NodeJS.ProcessEnv, ...flags: string[]) =>
  runNode(
    ['--import', join(root, 'tools', 'chromium-host', 'register.ts'), join(root, 'out', 'main', 'main.js'), ...flags],
    env,
  )

test.describe('the command line', () => {
  test.skip(underElectron, 'reads the output of the development host')

  for (const [what, flags, names] of [
    ['an unknown flag', ['--fast'], /--fast/],
    ['an invalid port', ['--remote-debugging-port', 'http'], /remote-debugging-port/],
    ['a missing profile', ['--profile', '/nowhere/profile.json'], /\/nowhere\/profile\.json/],
    ['an invalid window size', ['--window-size', 'huge'], /window-size/],
    ['a data folder that cannot be created', ['--user-data-dir', '/proc/isotherm/data'], /user-data-dir/],
  ] as const) {
    test(`reports ${what} in one clear line and exit code 2`, async () => {
      const program = start('--headless', '--user-data-dir', newDataDir(), ...flags)
      expect(await program.ended).toBe(2)
      expect(program.stderr().trim().split('\n')).toHaveLength(1)
      expect(program.stderr()).toMatch(names)
      expect(program.stdout()).toBe('')
    })
  }

  test('reports a port in use in one clear line and exit code 2', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const program = start('--headless', '--user-data-dir', newDataDir(), '--remote-debugging-port', String(port))
    expect(await program.ended).toBe(2)
    expect(program.stderr().trim().split('\n')).toHaveLength(1)
    expect(program.stderr()).toContain(`${port} is in use`)
    taken.close()
  })

  test('reports an invalid practice time in one clear line and exit code 2', async () => {
    const program = startWith({ ISOTHERM_PRACTICE_AT: '4 March' }, '--headless', '--user-data-dir', newDataDir())
    expect(await program.ended).toBe(2)
    expect(program.stderr().trim().split('\n')).toHaveLength(1)
    expect(program.stderr()).toContain('ISOTHERM_PRACTICE_AT')
    expect(program.stdout()).toBe('')
  })

  test('names the invalid field of a profile', async () => {
    const dir = newDataDir()
    const file = join(dir, 'profile.json')
    writeFileSync(file, JSON.stringify({ name: 'x', baseUrl: 'ftp://nowhere', network: 'practice' }))
    const program = start('--headless', '--user-data-dir', dir, '--profile', file)
    expect(await program.ended).toBe(2)
    expect(program.stderr()).toContain('baseUrl')
  })

  test('takes a screenshot of the live terminal, which then exits', async () => {
    const dir = newDataDir()
    const file = join(dir, 'terminal.png')
    const at = { ISOTHERM_PRACTICE_AT: MOMENT }
    const program = startWith(
      at,
      '--headless',
      '--user-data-dir',
      dir,
      '--window-size',
      '1280x800',
      '--screenshot',
      file,
    )
    expect(await program.ended).toBe(0)
    expect(existsSync(file)).toBe(true)
    const png = readFileSync(file)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1280, 800])
  })
})
