import { describe, expect, it } from 'vitest'
import { electronArguments, hostArguments, whyNotElectron } from './electron-start.mjs'

describe('starting Electron', () => {
  it('uses the folder, where it reads name and version, not the built file', () => {
    expect(electronArguments('/app', [])).toEqual(['/app'])
    expect(electronArguments('/app', ['--headless'])).toEqual(['/app', '--headless'])
  })

  it.each([
    [['--remote-debugging-port', '9222'], ['--remote-debugging-port=9222']],
    [['--user-data-dir', '/data dir'], ['--user-data-dir=/data dir']],
    [
      ['--remote-debugging-port', '0', '--headless'],
      ['--remote-debugging-port=0', '--headless'],
    ],
    [['--remote-debugging-port=9222'], ['--remote-debugging-port=9222']],
    [
      ['--profile', 'p.json', '--window-size', '800x600'],
      ['--profile', 'p.json', '--window-size', '800x600'],
    ],
    // An invalid flag is unchanged: the terminal reports it itself.
    [['--user-data-dir'], ['--user-data-dir']],
    [
      ['--user-data-dir', '--headless'],
      ['--user-data-dir', '--headless'],
    ],
    [
      ['--remote-debugging-port', '-1'],
      ['--remote-debugging-port', '-1'],
    ],
  ])('puts the value of a flag that Chromium reads too behind an equals sign: %j', (given, wanted) => {
    expect(electronArguments('/app', given)).toEqual(['/app', ...wanted])
  })

  it('passes flags to the development host unchanged, after the built main', () => {
    const args = hostArguments('file:///app/register.ts', '/app/main.js', ['--remote-debugging-port', '1'])
    expect(args.slice(-4)).toEqual(['file:///app/register.ts', '/app/main.js', '--remote-debugging-port', '1'])
  })
})

describe('when Electron would refuse to start', () => {
  const desktop = { platform: 'linux', uid: 1000, display: true, userNamespaces: true, sandboxHelper: false }
  it.each([
    ['a desktop', desktop, null],
    ['root', { ...desktop, uid: 0 }, /root/],
    ['root with a sandbox helper', { ...desktop, uid: 0, sandboxHelper: true }, /root/],
    ['no display', { ...desktop, display: false }, /no display/],
    ['no user namespaces', { ...desktop, userNamespaces: false }, /sandbox/],
    ['no user namespaces but a sandbox helper', { ...desktop, userNamespaces: false, sandboxHelper: true }, null],
    ['macOS', { ...desktop, platform: 'darwin', display: false, userNamespaces: false }, null],
    ['Windows', { ...desktop, platform: 'win32', uid: null, display: false }, null],
  ])('another host is used, with the reason: %s', (_what, machine, reason) => {
    const message = whyNotElectron(machine)
    if (reason === null) expect(message).toBeNull()
    else expect(message).toMatch(reason)
  })
})
