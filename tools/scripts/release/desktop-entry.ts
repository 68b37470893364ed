/** The program's desktop entry on Linux. */

/** The name of its windows, and of the entry's file. */
export const DESKTOP_NAME = 'app.isotherm.terminal'

/** Start command of each kind of package: never with a flag, above all none that disables the sandbox. */
const EXEC = { appimage: 'AppRun %U', installed: '/opt/Isotherm/isotherm %U' } as const

/**
 * Faults of a desktop entry; empty when there are none.
 * @param name of its file.
 */
export function faultsOfDesktopEntry(kind: keyof typeof EXEC, name: string, text: string): string[] {
  const [head, ...lines] = text.trim().split('\n')
  const fields = Object.fromEntries(
    lines
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const wanted = {
    Name: 'Isotherm',
    Exec: EXEC[kind],
    Icon: 'isotherm',
    Type: 'Application',
    Terminal: 'false',
    StartupWMClass: DESKTOP_NAME,
    Categories: 'Office;Finance;',
    MimeType: 'x-scheme-handler/isotherm;',
  }
  return [
    ...(name === `${DESKTOP_NAME}.desktop` ? [] : [`the desktop entry is named ${name}`]),
    ...(head === '[Desktop Entry]' ? [] : [`the desktop entry begins with ${head}`]),
    ...Object.entries(wanted).flatMap(([key, value]) =>
      fields[key] === value ? [] : [`${key} of the desktop entry is "${fields[key]}", not "${value}"`],
    ),
    ...(text.includes('--no-sandbox') ? ['the desktop entry starts it without its sandbox'] : []),
  ]
}
