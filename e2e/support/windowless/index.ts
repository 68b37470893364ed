/** Starts the built main without any window: complete, for crash and restart rounds that a browser would slow down. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { channelOf } from '../../../contract/channels.ts'
import type { FrameBatch, TopicPayloads } from '../../../contract/topics.ts'
import type { Boxes } from '../boxes.ts'
import type { Bridge } from '../bridge.ts'
import { ENDS_WITH_ITS_TEST, root } from '../processes.ts'

interface Windowless extends Bridge {
  /** The newest payload of a topic, after `watch`. */
  topic<K extends keyof TopicPayloads>(kind: K): TopicPayloads[K] | undefined
  /** Simulates a machine event, as `powerMonitor` does. */
  machine(event: 'suspend' | 'resume' | 'lock-screen'): Promise<void>
  readonly boxes: Pick<Boxes, 'press'>
  output(): string
  /** Resolves when main has exited, for any reason. */
  readonly ended: Promise<unknown>
  quit(): Promise<void>
  kill(): Promise<void>
}

interface Reply {
  readonly id?: number
  readonly answer?: unknown
  readonly batch?: FrameBatch
}

/** Resolves as soon as main accepts calls. */
export async function launchWindowless(options: {
  readonly userDataDir: string
  /** Default: the built-in practice venue. */
  readonly profile?: string
  readonly env: NodeJS.ProcessEnv
}): Promise<Windowless> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      ENDS_WITH_ITS_TEST,
      '--import',
      join(root, 'e2e', 'support', 'windowless', 'register.ts'),
      join(root, 'out', 'main', 'main.js'),
      ...['--headless', '--user-data-dir', options.userDataDir],
      ...(options.profile === undefined ? [] : ['--profile', options.profile]),
    ],
    { cwd: root, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  let output = ''
  const waiting = new Map<number, (answer: unknown) => void>()
  const topics = new Map<string, unknown>()
  const opened = Promise.withResolvers<void>()
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      opened.reject(new Error(`main ended at its start:\n${output}`))
      for (const answer of waiting.values()) answer({ ok: false, error: { code: 'ended', message: 'main has ended' } })
      resolve()
    }),
  )
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Isotherm is open')) opened.resolve()
    })
  }
  child.on('message', ({ id, answer, batch }: Reply) => {
    if (id !== undefined) waiting.get(id)?.(answer)
    for (const [key, value] of batch?.updates ?? []) topics.set(key, value)
  })
  child.on('error', () => undefined)
  await opened.promise
  let calls = 0
  const say = (channel: string, input: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      calls += 1
      waiting.set(calls, resolve)
      if (child.connected) child.send({ id: calls, channel, input }, () => undefined)
      else resolve({ ok: false, error: { code: 'ended', message: 'main has ended', status: null, about: null } })
    })
  await say(channelOf('openFrames'), {})
  return {
    call: (name, input) => say(channelOf(name), input) as never,
    press: async (name, input) => (await Promise.all([say('press', null), say(channelOf(name), input)]))[1] as never,
    copies: async (text) => void (await say('copied', text)),
    machine: async (event) => void (await say('machine', event)),
    boxes: { press: async (...labels) => void (await say('boxes', labels)) },
    topic: (kind) => topics.get(kind) as never,
    output: () => output,
    ended,
    async quit() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
