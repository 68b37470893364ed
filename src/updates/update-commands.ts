/** Commands for updates of the terminal, and texts of updates. Pure. */
import type { Decimal } from '../../contract/decimal.ts'
import type { UpdateState, UpdateView } from '../../contract/update.ts'
import type { Command } from '../commands/index.ts'
import { grouped, momentText } from '../format/index.ts'
import type { StatementText } from '../ui/index.ts'

/** The possible actions, with the labels of their buttons. */
export const UPDATE_ACTS = {
  check: 'Check for updates',
  download: 'Download',
  cancel: 'Cancel download',
  restart: 'Restart to update…',
} as const
export type UpdateAct = keyof typeof UPDATE_ACTS

/** Why it is unavailable now; null where it is available. `undefined` is before main has published anything. */
export function unavailableReason(state: UpdateState | undefined, act: UpdateAct): string | null {
  if (state === undefined) return 'Update status unknown'
  if (state.kind === 'off') return state.reason
  switch (act) {
    case 'check':
      if (state.kind === 'checking') return 'Checking'
      return state.kind === 'downloading' ? 'Download in progress' : null
    case 'download':
      if (state.kind === 'available' || failedAt(state, 'download')) return null
      if (state.kind === 'downloading') return 'Downloading'
      return state.kind === 'ready' || failedAt(state, 'restart') ? 'Downloaded' : 'No newer version'
    case 'cancel':
      return state.kind === 'downloading' ? null : 'Nothing is being downloaded'
    case 'restart':
      return state.kind === 'ready' || failedAt(state, 'restart') ? null : 'No update is downloaded'
  }
}

const failedAt = (state: UpdateState, during: 'check' | 'download' | 'restart'): boolean =>
  state.kind === 'failed' && state.during === during

/** The state, with its explanation. */
export function stateText({ state, running, checkedAt, heldBack }: UpdateView): StatementText {
  switch (state.kind) {
    case 'off':
      return good('Updates are off', state.reason)
    case 'idle':
      if (heldBack !== null) return good('No newer version for this computer', heldBack)
      if (checkedAt === null) return good('Not checked yet', 'Newer versions are unknown.')
      return good(`${running} is the latest version`, '')
    case 'checking':
      return good('Checking for updates…', '')
    case 'available':
      return good(
        `${state.release.version} is available`,
        `${sizeText(state.release.bytes)} to download. Installed when you restart.`,
      )
    case 'downloading':
      return good(`Downloading ${state.release.version}`, '')
    case 'ready':
      return good(
        `${state.release.version} is ready`,
        'Verified. Use Restart to update; quitting normally keeps this version.',
      )
    case 'failed':
      return {
        tone: state.during === 'check' ? 'warning' : 'error',
        title: failedText(state),
        detail: `${state.reason} ${state.advice}`,
      }
  }
}

const good = (title: string, detail: string): StatementText => ({ tone: 'good', title, detail })

function failedText({ during, release }: Extract<UpdateState, { kind: 'failed' }>): string {
  if (during === 'check' || release === null) return 'The check for updates failed'
  return during === 'download' ? `${release.version} not downloaded` : `${release.version} not installed`
}

/** When the last check was, and whether it reached the server. */
export function checkedText({ checkedAt, reached }: Pick<UpdateView, 'checkedAt' | 'reached'>): string {
  const last = checkedAt === null ? 'Never' : momentText(checkedAt)
  return reached === false ? `${last}; release host unreachable since` : last
}

/** The mark in the status bar: null where there is nothing to do; `dot` is filled if only the trader's action is pending. */
export function markText(
  state: UpdateState | undefined,
): { readonly text: string; readonly dot: 'ring' | 'full' } | null {
  switch (state?.kind) {
    case 'available':
      return { text: `Update ${state.release.version}`, dot: 'ring' }
    case 'downloading':
      return { text: `Update ${state.percent} %`, dot: 'ring' }
    case 'ready':
      return { text: 'Update ready', dot: 'full' }
    case 'failed':
      return state.during === 'check' ? null : { text: 'Update failed', dot: 'ring' }
    default:
      return null
  }
}

/** `86.4 MB` */
const sizeText = (bytes: number): string => `${grouped((bytes / 1e6).toFixed(1) as Decimal)} MB`

interface UpdatePort {
  readonly whyNot: Readonly<Record<Exclude<UpdateAct, 'cancel'>, string | null>>
  readonly check: () => void
  readonly download: () => void
  readonly restart: () => void
  readonly show: () => void
}

export const updateCommands = ({ whyNot, check, download, restart, show }: UpdatePort): readonly Command[] => [
  {
    id: 'update/check',
    title: UPDATE_ACTS.check,
    scope: 'app',
    aliases: ['version', 'release', 'newer', 'upgrade'],
    impossible: whyNot.check,
    menu: { menu: 'View', section: 'Updates', label: UPDATE_ACTS.check },
    run: check,
  },
  {
    id: 'update/download',
    title: 'Download the update',
    scope: 'app',
    aliases: ['version', 'release', 'upgrade'],
    impossible: whyNot.download,
    run: download,
  },
  {
    id: 'update/restart',
    title: 'Restart to update',
    scope: 'app',
    aliases: ['version', 'release', 'install', 'upgrade'],
    impossible: whyNot.restart,
    run: restart,
  },
  {
    id: 'update/show',
    title: 'Show updates in Account',
    scope: 'window',
    aliases: ['version', 'release', 'about', "what's new", 'channel', 'beta'],
    run: show,
  },
]
