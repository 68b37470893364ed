import { describe, expect, it } from 'vitest'
import { CommandLineError, ownArguments, parseCommandLine } from './command-line.ts'

describe('an installer', () => {
  it('restarts the terminal after an update on Windows with --updated', () => {
    const own = ownArguments(['Isotherm.exe', '--updated', '--profile', 'p.json'], null)
    expect(parseCommandLine(own).profile).toBe('p.json')
    expect(() => parseCommandLine(ownArguments(['Isotherm.exe', '--updatedX'], null))).toThrow(CommandLineError)
  })
})

describe('the command line', () => {
  it('is empty by default', () => {
    expect(parseCommandLine([])).toEqual({
      headless: false,
      screenshot: null,
      userDataDir: null,
      remoteDebuggingPort: null,
      profile: null,
      windowSize: null,
    })
  })

  it('accepts every flag, with a space or an equals sign', () => {
    const flags = [
      '--headless',
      '--screenshot',
      'a.png',
      '--user-data-dir=/d',
      '--remote-debugging-port',
      '0',
      '--profile',
      'p.json',
      '--window-size',
      '1280x800',
    ]
    expect(parseCommandLine(flags)).toEqual({
      headless: true,
      screenshot: 'a.png',
      userDataDir: '/d',
      remoteDebuggingPort: 0,
      profile: 'p.json',
      windowSize: { width: 1280, height: 800 },
    })
  })

  it.each([
    [['--fast'], '--fast'],
    [['stray'], 'stray'],
    [['--profile'], '--profile'],
    [['--profile', ''], '--profile'],
    [['--remote-debugging-port', '70000'], '70000'],
    [['--remote-debugging-port', 'x'], 'x'],
    [['--remote-debugging-port=-1'], '-1'],
    [['--window-size', 'big'], 'big'],
    [['--window-size', '10x10'], '10x10'],
    [['--headless=yes'], '--headless'],
  ])('refuses %j in one line that names it', (flags, named) => {
    let message = ''
    try {
      parseCommandLine(flags)
    } catch (error) {
      expect(error).toBeInstanceOf(CommandLineError)
      message = (error as Error).message
    }
    expect(message).toContain(named)
    expect(message).not.toContain('\n')
  })
})

describe('the terminal’s own arguments', () => {
  it.each([
    ['a script in the development host', ['node', '/app/out/main/main.js', '--headless'], '/app'],
    ['the app’s folder in Electron', ['electron', '/app', '--headless'], '/app'],
    ['the current folder', ['electron', '.', '--headless'], process.cwd()],
    [
      'a script after a test driver’s own arguments',
      ['electron', '--inspect=0', '/app/main.cjs', '--headless'],
      '/app',
    ],
    ['an executable when packaged', ['isotherm', '--headless'], null],
  ])('are what follows %s', (_what, argv, folder) => {
    expect(ownArguments(argv, folder)).toEqual(['--headless'])
  })

  it('keep a path that is the app’s folder or a script where it is a flag’s value', () => {
    const flags = ['--user-data-dir', '/app', '--profile', 'x.js']
    expect(ownArguments(['electron', '/app', ...flags], '/app')).toEqual(flags)
    expect(ownArguments(['isotherm', ...flags], null)).toEqual(flags)
  })
})
