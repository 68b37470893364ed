/** Workspaces as text, to be kept elsewhere or given away: written whole, read with care. */
import type { z } from 'zod'
import { parseInTurns } from '../../contract/json-in-turns.ts'
import { isRecord } from '../../contract/record.ts'
import { exportedWorkspace, LARGEST_LAYOUT, type WindowLayout } from '../../contract/workspace.ts'
import { CallError } from '../errors/index.ts'
import type { StoredWorkspace } from '../storage/index.ts'
import { repeatedIn, withOwnIds } from './own-ids.ts'

const FORMAT = 'isotherm-workspace'
const VERSION = 1

/** Rows and columns in one another, with all around and in them; neither the way to a window nor a file takes thousands. */
const DEEPEST = 200

type Exported = z.output<typeof exportedWorkspace>

/** One that was read: each panel has an id of its own. */
export interface ReadWorkspace extends Exported {
  /** Ids that panels of several windows had. */
  readonly repeated: readonly string[]
}

export function exportText({ name, windows }: StoredWorkspace): string {
  const exported: z.input<typeof exportedWorkspace> = {
    format: FORMAT,
    version: VERSION,
    name,
    windows: windows.map(({ place, layout }) => ({ place, layout })),
  }
  return `${JSON.stringify(exported, null, 2)}\n`
}

/**
 * What was typed and not sent is left out, should somebody have written it in. A text of megabytes is read in turns, and each of its windows in
 * one: at `LARGEST_LAYOUT` that takes no 20 ms.
 * @throws CallError that names what is wrong.
 */
export async function readExported(text: string): Promise<ReadWorkspace> {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const json = await parseInTurns(text, { number: Number, deepest: DEEPEST, pause }).catch((error: unknown) => {
    throw wrong(
      error instanceof RangeError
        ? `more than ${DEEPEST} things are in one another.`
        : 'it is not JSON. Choose a file that was made by “Export”.',
    )
  })
  const { format, version } = isRecord(json) ? json : {}
  if (format !== FORMAT) throw wrong(`"format" is not “${FORMAT}”. Choose a file that was made by “Export”.`)
  if (version !== VERSION) {
    throw wrong(
      `it is of version ${JSON.stringify(version)}, and this terminal reads version ${VERSION}. Use a newer terminal.`,
    )
  }
  const parsed = exportedWorkspace.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw wrong(`"${issue?.path.join('.')}": ${issue?.message}`)
  }
  for (const [index, { layout }] of parsed.data.windows.entries()) {
    await pause()
    if (JSON.stringify(layout).length > LARGEST_LAYOUT) {
      throw wrong(`"windows.${index}.layout" is larger than ${LARGEST_LAYOUT / 1024} KB.`)
    }
    const id = repeatedIn(layout)
    if (id !== null) {
      throw wrong(
        `"windows.${index}.layout": the panel id “${id.slice(0, 60)}” stands twice in this window. Give one of the two panels another id, in "panels", "layout.panels" and "views", or take it out.`,
      )
    }
  }
  const { layouts, repeated } = withOwnIds(parsed.data.windows.map(({ layout }) => undrafted(layout)))
  const windows = parsed.data.windows.map(({ place }, index) => ({ place, layout: layouts[index] ?? null }))
  return { ...parsed.data, windows, repeated }
}

const wrong = (why: string): CallError =>
  new CallError('bad_workspace', `This is not a workspace that can be taken: ${why}`, 'text')

/** Without what was typed: that belongs to a deployment, and to nobody else. */
export function undrafted(layout: WindowLayout | null): WindowLayout | null {
  if (layout === null) return null
  const { drafts: _drafts, ...arrangement } = layout
  return arrangement
}
