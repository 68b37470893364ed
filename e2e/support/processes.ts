/** Programs that a test starts: their output is recorded, their exit awaited, and none is left behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export const root = dirname(dirname(import.meta.dirname))

/** A module for `--import`: a killed runner closes the channel, which the program notices. */
export const ENDS_WITH_ITS_TEST = join(import.meta.dirname, 'ends-with-its-test.ts')

/** Flags that give a program a test-controlled clock (`test-clock.ts`). */
export const CLOCKED = ['--import', join(import.meta.dirname, 'clocked-process.ts')]

/** A running program and its output so far. */
export interface Program {
  readonly process: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
  /** Resolves with the first match in past or future output; rejects when it exits without one. */
  says(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Runs one of the project's programs on its own Node. */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  return follow(
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', ENDS_WITH_ITS_TEST, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )
}

/** Runs any other program. */
export const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program =>
  follow(spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }))

function follow(child: ChildProcess): Program {
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    process: child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    says: (pattern, stream = 'stderr') =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output[stream])
          if (match === null) return
          waiting.delete(look)
          resolve(match)
        }
        waiting.add(look)
        void ended.then((code) =>
          reject(new Error(`ended with ${code} before saying ${pattern}:\n${output.stdout}${output.stderr}`)),
        )
        look()
      }),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}
