/** What became of the update that the terminal ended for, told by the version that starts then. */
import type { UpdateView } from '../../contract/update.ts'
import type { Notices } from '../topics/index.ts'
import type { UpdateStore } from './update-store.ts'

/** Says so when it was not installed, once. @throws Error in words when that cannot be kept. */
export function tellOutcome(store: UpdateStore, running: string, notices: Pick<Notices, 'add'>): void {
  const { installing, failed } = store.value
  if (installing === null && failed === null) return
  store.change({ installing: null, failed: null })
  const version = failed?.version ?? installing
  if (version === null || version === running) return
  const reason = failed === null ? '' : `${failed.reason} `
  notices.add(
    'warning',
    `Isotherm ${version} was not installed`,
    `${reason}This is still ${running}, and everything is as it was. Try again under Updates in Account, or install it by hand.`,
  )
}

/** What is new in the version that runs, until that was read; null where its release said nothing. */
export function newsOf(
  { value: { notes, read } }: Pick<UpdateStore, 'value'>,
  running: string,
): UpdateView['whatsNew'] {
  if (notes === null || notes.version !== running || notes.text === '' || read === running) return null
  return { version: notes.version, notes: notes.text }
}
