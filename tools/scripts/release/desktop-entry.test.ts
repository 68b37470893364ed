import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DESKTOP_NAME, faultsOfDesktopEntry } from './desktop-entry.ts'
import { faultsOfInstalledPackage } from './installed-package.ts'

const ENTRY = `[Desktop Entry]
Name=Isotherm
Exec=/opt/Isotherm/isotherm %U
Terminal=false
Type=Application
Icon=isotherm
StartupWMClass=app.isotherm.terminal
Categories=Office;Finance;
MimeType=x-scheme-handler/isotherm;
`
const FILE = 'app.isotherm.terminal.desktop'

describe('the Linux desktop entry', () => {
  it('is valid for an installed package and for an AppImage', () => {
    expect(faultsOfDesktopEntry('installed', FILE, ENTRY)).toEqual([])
    const image = ENTRY.replace('/opt/Isotherm/isotherm', 'AppRun')
    expect(faultsOfDesktopEntry('appimage', FILE, image)).toEqual([])
  })

  it.each([
    ['without the sandbox', ENTRY.replace('isotherm %U', 'isotherm --no-sandbox %U'), 'without its sandbox'],
    ['with another window name', ENTRY.replace('=app.isotherm.terminal', '=Isotherm'), 'StartupWMClass'],
    ['without its view links', ENTRY.replace(/MimeType=.*\n/, ''), 'MimeType'],
    ['in another menu', ENTRY.replace('Office;', ''), 'Categories'],
  ])('%s is refused', (_what, text, message) => {
    expect(faultsOfDesktopEntry('installed', FILE, text).join()).toContain(message)
  })

  it('has the file name that Electron gives to the windows, which is the application’s id', () => {
    const { desktopName } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
    const yml = readFileSync(join(import.meta.dirname, '../../../electron-builder.yml'), 'utf8')
    expect(desktopName).toBe(`${DESKTOP_NAME}.desktop`)
    expect(/^appId: (.*)$/m.exec(yml)?.[1]).toBe(DESKTOP_NAME)
    expect(faultsOfDesktopEntry('installed', 'isotherm.desktop', ENTRY)).toHaveLength(1)
  })
})

describe('package-manager metadata', () => {
  const icons = [16, 32, 48, 64, 128, 256, 512].map(
    (size) => `/x/${size}x${size}.png=/usr/share/icons/hicolor/${size}x${size}/apps/isotherm.png`,
  )
  const args = [
    ...['--architecture', 'amd64', '--version', '0.1.0', '--name', 'isotherm', '--license', 'MIT'],
    ...['--maintainer', 'Isotherm maintainers <maintainers@isotherm.example>', '--url', 'https://isotherm.example/'],
    ...['/x/linux-unpacked/=/opt/Isotherm', ...icons],
  ]

  it('is complete', () => expect(faultsOfInstalledPackage(args)).toEqual([]))

  it.each([
    ['without a mail address', args.with(args.indexOf('--maintainer') + 1, 'Isotherm maintainers'), '--maintainer'],
    ['without a project page', args.toSpliced(args.indexOf('--url'), 2), '--url'],
    ['without a 512 px icon', args.slice(0, -1), '512 px'],
  ])('%s is refused', (_what, wrong, text) => {
    expect(faultsOfInstalledPackage(wrong).join()).toContain(text)
  })
})
