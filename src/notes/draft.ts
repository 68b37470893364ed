/** Notes that are being typed, kept with their panel until they are saved or given up: an end of the window takes nothing of them. */
import { isNoteAbout, type NoteAbout } from '../../contract/notes.ts'
import { usePanelOption } from '../workspace/index.ts'

export interface NoteDraft {
  readonly text: string
  /** What was kept when the typing began. */
  readonly before: string
}
type Drafts = Readonly<Partial<Record<NoteAbout, NoteDraft>>>

const NONE: Drafts = {}
const known = new WeakMap<object, Drafts>()

/** What was kept, as far as it is drafts; the same for the same thing. */
function draftsFrom(kept: unknown): Drafts {
  if (typeof kept !== 'object' || kept === null) return NONE
  const drafts =
    known.get(kept) ?? Object.fromEntries(Object.entries(kept).filter(([about, one]) => isDraft(about, one)))
  known.set(kept, drafts)
  return drafts
}

function isDraft(about: string, one: unknown): boolean {
  if (!isNoteAbout(about) || typeof one !== 'object' || one === null) return false
  const { text, before } = one as Readonly<Record<string, unknown>>
  return typeof text === 'string' && typeof before === 'string'
}

/** The draft of one note in the panel, and the way to put another in its place; null takes it away. */
export function useNoteDraft(about: NoteAbout): [NoteDraft | null, (draft: NoteDraft | null) => void] {
  const [drafts, putDrafts] = usePanelOption('note drafts', draftsFrom)
  const put = (draft: NoteDraft | null): void => {
    const { [about]: _before, ...others } = drafts
    putDrafts(draft === null ? others : { ...others, [about]: draft })
  }
  return [drafts[about] ?? null, put]
}
