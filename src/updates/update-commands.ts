/** Commands for updates of the terminal, and texts of updates. Pure. */
import type { Decimal } from '../../contract/decimal.ts'
import type { UpdateState, UpdateView } from '../../contract/update.ts'
import type { Command } from '../commands/index.ts'
import { grouped, momentText } from '../format/index.ts'
import type { StatementText } from '../ui/index.ts'

// The state of the next version as text.

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
  if (state === undefined) return 'The terminal has not said yet how it is updated'
  if (state.kind === 'off') return state.reason
  switch (act) {
    case 'check':
      if (state.kind === 'checking') return 'It is being looked for'
      return state.kind === 'downloading' ? 'A download is under way' : null
    case 'download':
      if (state.kind === 'available' || failedAt(state, 'download')) return null
      if (state.kind === 'downloading') return 'It is being downloaded'
      return state.kind === 'ready' || failedAt(state, 'restart') ? 'It is downloaded' : 'No newer version is known'
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
      return good('Updates are off', capital(state.reason.replace(/^Updates are off: /, '')))
    case 'idle':
      if (heldBack !== null) return good('Nothing newer for this machine', heldBack)
      if (checkedAt === null) return good('Not looked for yet', 'Nothing is known of newer versions.')
      return good(`${running} is the newest version`, '')
    case 'checking':
      return good('Looking for a newer version…', '')
    case 'available':
      return good(
        `${state.release.version} is available`,
        `${sizeText(state.release.bytes)} to download. Nothing is installed before you restart.`,
      )
    case 'downloading':
      return good(`Downloading ${state.release.version}`, '')
    case 'ready':
      return good(
        `${state.release.version} is ready`,
        'It was verified, and is installed when you restart: when you quit and start again this version goes on.',
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
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function failedText({ during, release }: Extract<UpdateState, { kind: 'failed' }>): string {
  if (during === 'check' || release === null) return 'The check for updates failed'
  return during === 'download' ? `${release.version} was not downloaded` : `${release.version} was not installed`
}

/** When the last check was, and whether it reached the server. */
export function checkedText({ checkedAt, reached }: Pick<UpdateView, 'checkedAt' | 'reached'>): string {
  const last = checkedAt === null ? 'Never' : momentText(checkedAt)
  return reached === false ? `${last}; the release host could not be reached since` : last
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

/** Their interface to the window. */
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
    title: 'Show updates, in Account',
    scope: 'window',
    aliases: ['version', 'release', 'about', "what's new", 'channel', 'beta'],
    run: show,
  },
]
