/** Requests of the desktop to the running terminal: a window, a link, or the arguments of a second start. */

import type { WebContents } from 'electron'
import { z } from 'zod'
import type { WindowAsk } from '../../contract/desktop.ts'
import { listed, plural } from '../../contract/plural.ts'
import type { StartOptions } from '../app/index.ts'
import type { Deployment } from '../deployment/index.ts'
import { LONGEST_LINK, parseLink } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import type { RunningDeployments } from '../profiles/index.ts'
import type { Notices } from '../topics/index.ts'
import type { WindowAsks, WindowGroups, WindowManager } from '../windows/index.ts'

interface OpenInWindowOptions {
  readonly windows: Pick<WindowManager, 'usedLast' | 'bringToFront' | 'freeName' | 'on' | 'windows'>
  readonly groups: Pick<WindowGroups<Deployment>, 'restore' | 'openNamed'>
  readonly asks: Pick<WindowAsks, 'ask'>
  readonly notices: Pick<Notices, 'put'>
  readonly log: Pick<Log, 'error'>
}

/** @param profile null for the window used last; `ask` null only shows one. */
export type OpenInWindow = (profile: string | null, ask: WindowAsk | null) => Promise<void>

/** Makes a window of a deployment fulfill a request of the desktop: the one used last, brought to the front, or a new one. */
export function createOpenInWindow({ windows, groups, asks, notices, log }: OpenInWindowOptions): OpenInWindow {
  async function windowFor(profile: string | null): Promise<{ contents: WebContents | null; isNew: boolean }> {
    const open = windows.usedLast(profile)
    if (open !== null) return { contents: open, isNew: false }
    if (windows.windows.length === 0) await groups.restore()
    const restored = windows.usedLast(profile)
    if (restored !== null || profile === null) return { contents: restored, isNew: true }
    const name = windows.freeName()
    await groups.openNamed(profile, name)
    return { contents: windows.on(profile).find((one) => one.name === name)?.contents ?? null, isNew: true }
  }

  return async (profile, ask) => {
    try {
      const { contents, isNew } = await windowFor(profile)
      if (contents === null) return
      windows.bringToFront(contents)
      if (ask !== null) asks.ask(contents, ask, isNew)
    } catch (error) {
      log.error({ err: error }, 'no window could be opened')
      notices.put('no-window', 'warning', 'Window not opened', error instanceof Error ? error.message : String(error))
    }
  }
}

/** Message of a second start to the first, as plain data. */
const secondStart = z.strictObject({
  link: z.string().max(2000).nullable(),
  profile: z.strictObject({ name: z.string().max(200), baseUrl: z.string().max(2000) }).nullable(),
  unused: z.array(z.string().max(40)).max(10),
})
type SecondStart = z.output<typeof secondStart>

/** The request of this start to the running terminal. */
export const secondStartOf = ({ line, profile, link }: StartOptions): SecondStart => ({
  link: link?.slice(0, 2000) ?? null,
  profile: profile === null ? null : { name: profile.name, baseUrl: profile.baseUrl },
  unused: [
    ...(line.windowSize === null ? [] : ['--window-size']),
    ...(line.screenshot === null ? [] : ['--screenshot']),
    ...(line.remoteDebuggingPort === null ? [] : ['--remote-debugging-port']),
    ...(line.headless ? ['--headless'] : []),
  ],
})

interface LinkOptions {
  readonly openInWindow: OpenInWindow
  readonly notices: Pick<Notices, 'put'>
}

/** Opens the view that a link names; reports an invalid one. */
export function openLink(text: string, { openInWindow, notices }: LinkOptions): void {
  const view = parseLink(text)
  if (view !== null) {
    void openInWindow(null, view)
    return
  }
  const shown = text.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?')
  notices.put(
    'link',
    'warning',
    'Link not opened',
    `“${shown}${text.length > 80 ? '…' : ''}” is not a valid link. Links open a market, a panel or a workspace: isotherm://market/scalar/live, isotherm://panel/alerts, isotherm://workspace/Day, of at most ${LONGEST_LINK} characters.`,
  )
  void openInWindow(null, null)
}

interface SecondStartOptions extends LinkOptions {
  readonly deployments: Pick<RunningDeployments<never>, 'choices'>
}

/**
 * Brings a window to the front: one of the deployment that was named, else the one used last.
 * @param reported the message of another start of the same program.
 */
export function answerSecondStart(reported: unknown, options: SecondStartOptions): void {
  const { openInWindow, notices } = options
  const parsed = secondStart.safeParse(reported)
  if (!parsed.success) {
    void openInWindow(null, null)
    return
  }
  const { link, profile, unused } = parsed.data
  if (unused.length > 0) {
    notices.put(
      'second-start',
      'info',
      'Isotherm is already running',
      plural(
        unused.length,
        `${listed(unused)} works only on a fresh start. Quit Isotherm first.`,
        `${listed(unused)} work only on a fresh start. Quit Isotherm first.`,
      ),
    )
  }
  if (profile !== null) openOn(profile, options)
  else if (link === null) void openInWindow(null, null)
  if (link !== null) openLink(link, options)
}

function openOn(
  { name, baseUrl }: NonNullable<SecondStart['profile']>,
  { deployments, openInWindow, notices }: SecondStartOptions,
): void {
  const known = deployments.choices().find((choice) => choice.name === name)
  if (known !== undefined && (known.baseUrl === null || sameOrigin(known.baseUrl, baseUrl))) {
    void openInWindow(name, null)
    return
  }
  const why =
    known === undefined
      ? 'It is not a deployment of the running terminal.'
      : `That name belongs to a different deployment there, at ${known.baseUrl}.`
  notices.put(
    'second-start-profile',
    'warning',
    `Isotherm is already running, without the deployment ${name.slice(0, 60)}`,
    `${why} Add its file in Account, or restart with --profile.`,
  )
  void openInWindow(null, null)
}

const sameOrigin = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href
