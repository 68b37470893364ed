/**
 * A main process for Electron or the development host in bare mode: for each case it opens windows with that case's hardening, lets their pages try
 * everything, and prints what succeeded. It also reports a refusal that was not notified, and a policy that breaks the terminal's own page.
 */

import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { app, BrowserWindow, protocol, type Session, session, type WebContents } from 'electron'
import type { createAppProtocol, hardenContents, hardenSession, hardenSessions } from '../../electron/windows/index.ts'
import type { Outcome, ProbeCase } from './cases.ts'
import { OF_AN_OPEN_PAGE, OF_THE_POLICY, RESTRICTED, WEB_RTC } from './tries.ts'

interface Hardening {
  readonly hardenSession: typeof hardenSession
  readonly hardenSessions: typeof hardenSessions
  readonly hardenContents: typeof hardenContents
}

/** Time for an attempt that nothing refuses to succeed, ms. */
const PATIENCE = 2000
/** Time limit of a whole case, ms: a page that gets no answer is as wrong as an attempt that succeeds. */
const LONGEST = 12_000

const [folder = '', casesFile = ''] = process.argv.slice(-2)
app.setPath('userData', folder)
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])

/** Requests that reached the outside world. */
const hits = new Set<string>()
const outside = createServer((request, response) => {
  hits.add(request.url ?? '')
  response.setHeader('access-control-allow-origin', '*')
  response.end('<!doctype html><title>Outside</title>')
})

/** WebRTC packets that reached the outside. */
let packets = 0
const stun = createSocket('udp4').on('message', () => {
  packets += 1
})

/** The hardening of the current case: it is notified of windows and sessions only while it should harden them. */
const listeners = new Map<string, (...given: unknown[]) => void>()
const held = { contents: false, sessions: false }
const emitter: Pick<typeof app, 'on'> = {
  on(name: string, listener: (...given: never[]) => void) {
    listeners.set(name, listener as (...given: unknown[]) => void)
    return app
  },
} as never
app.on('web-contents-created', (...given) => {
  if (held.contents) listeners.get('web-contents-created')?.(...given)
})
app.on('session-created', (made) => {
  if (held.sessions) listeners.get('session-created')?.(made)
})
app.on('window-all-closed', () => undefined)

let sessions = 0
/** A session that serves the pages of the probe; those called `open` without their policy. */
function newSession(serve: (request: Request) => Promise<Response>, elsewhere: string): Session {
  sessions += 1
  const made = session.fromPartition(`case-${sessions}`)
  made.protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/away') return new Response(null, { status: 302, headers: { location: `${elsewhere}/redirect` } })
    const response = await serve(request)
    if (!pathname.startsWith('/open')) return response
    response.headers.delete('content-security-policy')
    return response
  })
  return made
}

async function openPage(of: Session, path: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({ show: false, webPreferences: { session: of } })
  await window.loadURL(`app://ui${path}`).catch(() => undefined)
  return window
}

const run = (contents: WebContents, script: string, outsideUrl: string): Promise<string[]> =>
  contents.executeJavaScript(`(${script})(${JSON.stringify(outsideUrl)})`)

/** Resolves as soon as one of them is true, or after a while. */
async function until(...looks: readonly (() => boolean)[]): Promise<void> {
  const end = performance.now() + PATIENCE
  while (!looks.some((look) => look()) && performance.now() < end) await new Promise((go) => setTimeout(go, 10))
}

async function probe(one: ProbeCase, at: string): Promise<Outcome> {
  const { name, hardening, appProtocol, pages } = one
  const by = (await import(hardening)) as Hardening
  const { createAppProtocol: serveFrom } = (await import(appProtocol)) as {
    readonly createAppProtocol: typeof createAppProtocol
  }
  const serve = serveFrom(pages)
  const found: string[] = []
  const reported: string[] = []
  const base = `${at}/${sessions}`
  const hit = (what: string): boolean => hits.has(`${new URL(base).pathname}/${what}`)
  const note = (what: string, isThere: boolean): void => {
    if (isThere) found.push(what)
  }
  const log = { warn: ({ what = '' }: { what?: string }, message: string) => void reported.push(what || message) }
  listeners.clear()
  by.hardenContents(emitter, log as never)
  by.hardenSessions(emitter)

  if (one.of !== 'policy') await tryHardening()
  if (one.of !== 'hardening') await tryPolicy()
  return { name, found }

  async function tryHardening(): Promise<void> {
    // The session is hardened, the window is not, and the page has no policy.
    const hardened = newSession(serve, base)
    by.hardenSession(hardened)
    let downloads = 0
    hardened.on('will-download', (event, item) => {
      downloads += 1
      note('downloads', !event.defaultPrevented)
      item.cancel()
    })
    const inHardened = await openPage(hardened, '/open.html')
    found.push(...(await run(inHardened.webContents, RESTRICTED, base)))
    note('the network', hit('fetch'))
    await until(() => downloads > 0)
    note('no download was reported', downloads === 0)

    // Any new session, without an explicit call for it.
    held.sessions = true
    const made = newSession(serve, base)
    held.sessions = false
    const inMade = await openPage(made, '/open.html')
    await run(inMade.webContents, "(at) => fetch(at + '/made').catch(() => undefined).then(() => [])", base)
    note('the network, from a session of its own', hit('made'))

    // The window is hardened, its session is not, and the page has no policy.
    const free = newSession(serve, base)
    held.contents = true
    const inHeld = await openPage(free, '/open.html')
    held.contents = false
    // The host's browser has the policy, or not, from its start: `network.long.test.ts` tests it there.
    if (process.versions.electron !== undefined) {
      const before = packets
      await run(inHeld.webContents, WEB_RTC, `127.0.0.1:${stun.address().port}`)
      await until(() => packets > before)
      note('WebRTC', packets > before)
    }
    for (const [script, what, message] of OF_AN_OPEN_PAGE) {
      await run(inHeld.webContents, script, base)
      const isReported = (): boolean => reported.includes(message)
      await until(() => hit(what), isReported)
      note(`${message} was not reported`, !isReported())
    }
    await until(() => reported.includes('will-navigate'))
    note('will-navigate was not reported', !reported.includes('will-navigate'))
    await inHeld.loadURL('app://ui/away').catch(() => undefined)
    await until(
      () => hit('redirect'),
      () => reported.includes('will-redirect'),
    )
    note('will-redirect was not reported', !reported.includes('will-redirect'))

    // Effects of an attempt that was notified but not refused come a little later: checked at the end.
    for (const what of ['open', 'frame', 'navigate', 'redirect']) note(what, hit(what))
  }

  /** Tests only the policy of the page. */
  async function tryPolicy(): Promise<void> {
    const free = newSession(serve, base)
    const inFrame = await openPage(free, '/open-frame.html')
    found.push(...(await run(inFrame.webContents, 'framed', base)))
    const underPolicy = await openPage(free, '/page.html')
    found.push(...(await run(underPolicy.webContents, OF_THE_POLICY, base)))
    for (const what of ['media', 'script', 'style', 'image', 'connect', 'form']) note(`policy: ${what}`, hit(what))
  }
}

await app.whenReady()
await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
await new Promise<void>((bound) => stun.bind(0, '127.0.0.1', bound))
const at = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
for (const one of JSON.parse(readFileSync(casesFile, 'utf8')) as readonly ProbeCase[]) {
  const tooLong = new Promise<Outcome>((answer) =>
    setTimeout(answer, LONGEST, { name: one.name, found: ['a page was not answered'] }).unref(),
  )
  const broke = (error: unknown): Outcome => ({ name: one.name, found: [`broke: ${error}`] })
  const outcome = await Promise.race([probe(one, at).catch(broke), tooLong])
  for (const window of BrowserWindow.getAllWindows()) window.destroy()
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
app.exit(0)
