/** The commands about updates of the terminal. Pure. */
import type { Command } from '../commands/index.ts'
import { UPDATE_ACTS, type UpdateAct } from './update-text.ts'

/** What they need of the window. */
export interface UpdatePort {
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
    words: ['version', 'release', 'newer', 'upgrade'],
    impossible: whyNot.check,
    menu: { menu: 'View', section: 'Updates', label: UPDATE_ACTS.check },
    run: check,
  },
  {
    id: 'update/download',
    title: 'Download the update',
    scope: 'app',
    words: ['version', 'release', 'upgrade'],
    impossible: whyNot.download,
    run: download,
  },
  {
    id: 'update/restart',
    title: 'Restart to update',
    scope: 'app',
    words: ['version', 'release', 'install', 'upgrade'],
    impossible: whyNot.restart,
    run: restart,
  },
  {
    id: 'update/show',
    title: 'Show updates, in Account',
    scope: 'window',
    words: ['version', 'release', 'about', "what's new", 'channel', 'beta'],
    run: show,
  },
]
