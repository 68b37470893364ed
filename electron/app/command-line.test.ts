import { describe, expect, it } from 'vitest'
import { CommandLineError, parseCommandLine } from './command-line.ts'

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

  it('takes every flag, with a space or an equals sign', () => {
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
