/** Simulates load of other programs: a busy loop on each core. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'

/** Keeps them running during `run`. */
export async function besideOtherPrograms<T>(run: () => Promise<T>): Promise<T> {
  const loops: ChildProcess[] = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const end = (): void => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  process.once('exit', end)
  try {
    return await run()
  } finally {
    process.off('exit', end)
    end()
  }
}
