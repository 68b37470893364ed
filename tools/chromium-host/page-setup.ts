/** Prepares an opened page before anything is loaded: its requests, its worlds, and its child targets. */
import { randomBytes } from 'node:crypto'
import { type IsolatedWorldConfig, isolatedWorldSource, mainWorldSource } from './bridge/index.ts'
import type { Payload, Session as Target } from './cdp/index.ts'
import { pageScript } from './page-script.ts'
import { interceptRequests, type Requester } from './requests.ts'
import { runtime } from './runtime.ts'

/** Name of the preloads' isolated world; pages cannot create worlds, so it is the host's alone. */
export const WORLD = 'chromium-host-preload'

/** Names of the binding and of the receiver in a page's isolated world. */
export interface PageNames {
  readonly binding: string
  readonly receive: string
}

/** Everything is sent at once and in order, so that the page waits for one round trip only. */
export async function setUpPage(target: Target, requester: Requester, preload: string | null): Promise<PageNames> {
  const secret = randomBytes(16).toString('hex')
  const names = { binding: `__report_${secret}`, receive: `__receive_${secret}` }
  const config: IsolatedWorldConfig = {
    ...names,
    handOver: `__port_${secret}`,
    hosts: runtime.bare ? null : runtime.urls.hostSuffixes(),
    process: {
      platform: process.platform,
      versions: { node: process.versions.node, v8: process.versions.v8 },
    },
  }
  target.on('Target.attachedToTarget', ({ sessionId }: Payload) => {
    void holdToRules(runtime.browser?.connection.session(sessionId), requester)
  })
  const script = 'Page.addScriptToEvaluateOnNewDocument'
  const source = pageScript(process.env)
  const ofTest = source === null ? [] : [target.call(script, { source, runImmediately: true })]
  await Promise.all([
    target.call('Page.enable'),
    target.call('Runtime.enable'),
    target.call('Inspector.enable'),
    interceptRequests(target, requester),
    target.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    target.call('Runtime.addBinding', { name: names.binding, executionContextName: WORLD }),
    ...ofTest,
    target.call(script, { source: mainWorldSource(config.handOver), runImmediately: true }),
    target.call(script, { source: isolatedWorldSource(config, preload), worldName: WORLD, runImmediately: true }),
    target.call('Runtime.runIfWaitingForDebugger'),
  ])
  return names
}

/** Applies the same rules to a frame or worker in its own process before it may start. */
async function holdToRules(child: Target | undefined, requester: Requester): Promise<void> {
  if (child === undefined) return
  child.on('Target.attachedToTarget', ({ sessionId }: Payload) => {
    void holdToRules(runtime.browser?.connection.session(sessionId), requester)
  })
  const settled = [
    interceptRequests(child, requester),
    child.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
  ]
  // Not every kind of worker supports these; the browser's own switches keep all of them off the network.
  await Promise.allSettled(settled)
  child.send('Runtime.runIfWaitingForDebugger')
}
