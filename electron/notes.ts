/** The trader's notes on days, markets and trades, of the signed-in wallet: published to every window of the deployment. */
import type { Address } from '../contract/address.ts'
import { type Listen, Listeners } from '../contract/listeners.ts'
import { LONGEST_NOTE, type NoteAbout, type NotesView } from '../contract/notes.ts'
import type { SafeBlock } from '../contract/safe-text.ts'
import { type Cancel, type Clock, millis } from '../contract/time.ts'
import { CallError } from './errors.ts'
import type { NoteStore, PastOf } from './storage/index.ts'
import { topicOf } from './topics/index.ts'

interface TypedNote {
  readonly about: NoteAbout
  /** An empty text removes the note. */
  readonly text: SafeBlock
  /** Its text in the window when the typing began; empty where there was none. */
  readonly before: SafeBlock
}

export type Notes = ReturnType<typeof createNotes>

/** Every window receives all of them at each change. */
const MAX_NOTES = 20_000
/** Total bytes: more of them at each change would keep main busy for too long. */
const LARGEST = 2_000_000

/** The notes of the signed-in wallet: stored as they are written, and published to every window of the deployment. */
export function createNotes(options: {
  readonly store: NoteStore
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly clock: Pick<Clock, 'now'>
}) {
  const { store, profile, address, clock } = options
  const listeners = new Listeners()
  let known: NotesView | null = null
  const changed = (): void => {
    known = null
    listeners.notify()
  }
  const cancel: Cancel = options.onIdentityChange(() => {
    if (known !== null && known.account !== address()) changed()
  })

  const mine = (): PastOf => {
    const account = address()
    if (account === null) throw new CallError('signed_out', 'Sign in to save notes: they belong to a wallet.')
    return { profile, account }
  }

  function view(): NotesView {
    const account = address()
    if (known?.account !== account) known = null
    known ??= { account, notes: account === null ? [] : store.all({ profile, account }) }
    return known
  }

  return {
    /**
     * On disk when it returns.
     * @throws CallError when nobody is signed in, it is too long, there are too many, the total is too long, or it was changed elsewhere meanwhile.
     */
    save({ about, text, before }: TypedNote): void {
      const of = mine()
      if (text.length > LONGEST_NOTE)
        throw new CallError('bad_input', `A note can have ${LONGEST_NOTE} characters; this one has ${text.length}.`)
      const kept = store.textOf(of, about) ?? ''
      if (kept === text) return
      if (kept !== before)
        throw new CallError(
          'changed_elsewhere',
          kept === ''
            ? 'This note was deleted in another window. Save again to restore it.'
            : `This note was changed in another window. It now reads: “${kept}”. Save again to replace it.`,
        )
      if (kept === '' && store.count(of) >= MAX_NOTES)
        throw new CallError('too_many', `At most ${MAX_NOTES} notes. Delete one first.`)
      const growth = Buffer.byteLength(text) - Buffer.byteLength(kept)
      if (growth > 0 && store.bytes(of) + growth > LARGEST)
        throw new CallError('too_many', 'All notes together can take 2 MB. Shorten or delete one first.')
      if (text === '') store.remove(of, about)
      else store.keep(of, { about, text, at: millis(clock.now()) })
      changed()
    },
    topics: topicOf('notes', view, listeners.on),
    stop: cancel,
  }
}
