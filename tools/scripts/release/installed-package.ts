/** Package metadata for a system's package manager. */

/** Sizes in which Linux's desktops look for an icon, px. */
const ICONS = [16, 32, 48, 64, 128, 256, 512]

/**
 * Faults of the command that creates a deb or rpm; empty when there are none.
 * @param args of fpm, each flag followed by its value.
 */
export function faultsOfInstalledPackage(args: readonly string[]): string[] {
  const argumentOf = (flag: string): string => args[args.indexOf(flag) + 1] ?? ''
  const wanted: readonly (readonly [string, RegExp])[] = [
    ['--name', /^isotherm$/],
    ['--maintainer', /^[\w ]+ <[^<>\s@]+@[^<>\s@]+\.[a-z]+>$/],
    ['--url', /^https:\/\/\S+$/],
    ['--license', /^MIT$/],
    ['--version', /^\d+\.\d+\.\d+/],
    ['--architecture', /^(?:amd64|arm64|x86_64|aarch64)$/],
  ]
  return [
    ...wanted
      .filter(([flag, value]) => !args.includes(flag) || !value.test(argumentOf(flag)))
      .map(([flag]) => `the package manager is told ${flag} "${args.includes(flag) ? argumentOf(flag) : ''}"`),
    ...ICONS.filter(
      (size) =>
        !args.some((it) =>
          it.endsWith(`${size}x${size}.png=/usr/share/icons/hicolor/${size}x${size}/apps/isotherm.png`),
        ),
    ).map((size) => `there is no icon of ${size} px`),
    ...(args.some((it) => it.endsWith('/=/opt/Isotherm')) ? [] : ['it is not put into /opt/Isotherm']),
  ]
}
