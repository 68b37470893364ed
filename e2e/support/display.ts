/** A test's own X display, and a desktop that records notifications. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Display {
  readonly name: string
  stop(): void
}

/** Why it is not available here, or null. */
export function noDisplay(): string | null {
  try {
    execFileSync('sh', ['-c', 'command -v Xvfb'], { stdio: 'ignore' })
    return null
  } catch {
    return 'Xvfb is not installed'
  }
}

/** Starts an X server on the first free display number. */
export async function startDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb ended')))
    server.stdio[3]?.once('data', (text: Buffer) => resolve(String(text).trim()))
  })
  return { name: `:${number}`, stop: () => server.kill() }
}

/** A `notify-send` that records what it is asked to show. */
export function recordedNotifications(): { readonly path: string; shown(): string[] } {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-notify-'))
  const file = join(directory, 'shown')
  const program = join(directory, 'notify-send')
  writeFileSync(program, `#!/bin/sh\n[ "$1" = --version ] || printf '%s|%s\\n' "$3" "$4" >> '${file}'\n`)
  chmodSync(program, 0o755)
  return {
    path: `${directory}:${process.env.PATH ?? ''}`,
    shown: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
  }
}
