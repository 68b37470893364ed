/** `app.commandLine`: Chromium's switches, from main's arguments and added by main before it is ready. */
import { provide } from './missing.ts'

/**
 * Value of a switch in the arguments, as `--name=value` or `--name value`.
 * @returns null when the switch is absent, '' when it has no value.
 */
export function switchValue(args: readonly string[], name: string): string | null {
  for (const [index, argument] of args.entries()) {
    if (argument.startsWith(`--${name}=`)) return argument.slice(name.length + 3)
    if (argument !== `--${name}`) continue
    const next = args[index + 1]
    return next === undefined || next.startsWith('--') ? '' : next
  }
  return null
}

export type CommandLine = ReturnType<typeof createCommandLine>

/** @param args the arguments after the program's own. */
export function createCommandLine(args: readonly string[]) {
  const added = new Map<string, string>()
  const removed = new Set<string>()
  return provide('app.commandLine', {
    appendSwitch(name: string, value = ''): void {
      removed.delete(name)
      added.set(name, value)
    },
    appendArgument(value: string): void {
      added.set(value.replace(/^--/, ''), '')
    },
    hasSwitch: (name: string): boolean => !removed.has(name) && (added.has(name) || switchValue(args, name) !== null),
    getSwitchValue: (name: string): string =>
      removed.has(name) ? '' : (added.get(name) ?? switchValue(args, name) ?? ''),
    removeSwitch(name: string): void {
      added.delete(name)
      removed.add(name)
    },
    /** For the launch: the added switches as arguments for Chromium. */
    added: (): string[] => [...added].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`)),
  })
}
