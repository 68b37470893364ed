/** Processor time and private memory of each process of a running terminal, from `/proc`. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

/** Role of a process. */
export type Role = 'main' | 'browser' | 'graphics' | 'renderer' | 'other'

/** A process at one time. */
export interface ProcessNow {
  readonly pid: number
  readonly role: Role
  /** Processor time since its start, seconds, including ended threads. */
  readonly cpuSeconds: number
  /** Of that, the first thread's: a renderer's main thread. */
  readonly mainThreadSeconds: number
  /**
   * Memory that only it has written to, MB. File pages that it only read do not count: whether they are private depends on other running browsers.
   */
  readonly privateMb: number
}

/** Ticks per second in `/proc/PID/stat`. */
const TICKS = 100

/** The terminal's main process and all its descendants. */
export function processesOf(main: number): ProcessNow[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = statOf(`/proc/${name}/stat`)?.parent
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const descends = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === main) return true
    return false
  }
  return [...parents.keys()].filter(descends).flatMap((pid) => {
    const now = readProcess(pid, main)
    return now === null ? [] : [now]
  })
}

function readProcess(pid: number, main: number): ProcessNow | null {
  const stat = statOf(`/proc/${pid}/stat`)
  const first = statOf(`/proc/${pid}/task/${pid}/stat`)
  if (stat === null || first === null) return null
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytes = Number(/^Private_Dirty:\s+(\d+) kB$/m.exec(memory)?.[1])
    const role = pid === main ? 'main' : roleOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    return { pid, role, cpuSeconds: stat.seconds, mainThreadSeconds: first.seconds, privateMb: kilobytes / 1024 }
  } catch {
    // It has exited since the folder was listed.
    return null
  }
}

/** Chromium rewrites its processes' command lines as one text. */
function roleOf(commandLine: string): Role {
  const type = /--type=([\w-]+)/.exec(commandLine)?.[1]
  if (type === undefined) return commandLine.includes('--remote-debugging-pipe') ? 'browser' : 'other'
  if (type === 'gpu-process') return 'graphics'
  return type === 'renderer' ? 'renderer' : 'other'
}

function statOf(file: string): { readonly parent: number; readonly seconds: number } | null {
  try {
    const text = readFileSync(file, 'utf8')
    // The name, in brackets, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return null
  }
}

/** Load of a process over a time span. */
export interface ProcessShare {
  readonly pid: number
  readonly role: Role
  /** Share of one core, percent. */
  readonly corePercent: number
  /** Of that, its first thread's. */
  readonly mainThreadPercent: number
  /** At the end, MB. */
  readonly privateMb: number
}

/** Starts watching a terminal's processes; the returned function ends it. Processes that started or exited in between are omitted. */
export function watchProcesses(main: number): () => readonly ProcessShare[] {
  const from = performance.now()
  const before = new Map(processesOf(main).map((each) => [each.pid, each]))
  return () => {
    const seconds = (performance.now() - from) / 1000
    return processesOf(main).flatMap(({ pid, role, cpuSeconds, mainThreadSeconds, privateMb }) => {
      const was = before.get(pid)
      if (was === undefined) return []
      return [
        {
          pid,
          role,
          corePercent: ((cpuSeconds - was.cpuSeconds) / seconds) * 100,
          mainThreadPercent: ((mainThreadSeconds - was.mainThreadSeconds) / seconds) * 100,
          privateMb,
        },
      ]
    })
  }
}

/** Total share of all processes of a role, percent of one core. */
export const shareOf = (shares: readonly ProcessShare[], role?: Role): number =>
  shares.filter((each) => role === undefined || each.role === role).reduce((sum, each) => sum + each.corePercent, 0)
