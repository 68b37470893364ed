/** Imports a workspace from its text: it is parsed and previewed first, then added to the list. Nothing on screen changes. */
import { type ReactNode, useState } from 'react'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { fullTitleOf, type MarketsView } from '../../../contract/instrument.ts'
import { follows, type MarketRef, parseRefText, sameRef } from '../../../contract/market-ref.ts'
import { counted } from '../../../contract/plural.ts'
import { LONGEST_EXPORT, type PreviewedPanel, type WorkspacePreview } from '../../../contract/workspace.ts'
import { LONGEST_NAME } from '../../../contract/workspace-names.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Banner, Button, Dialog, TextField } from '../../ui/index.ts'
import { PANELS, someOf, undescribedText, unknownText, unreadText } from '../docking/index.ts'
import styles from './workspaces.module.css'

const STATES = { normal: [], maximised: ['maximized'], fullscreen: ['full screen'] } as const
const TITLES = new Map<string, string>(PANELS.map(({ id, title }) => [id, title]))
/** Kinds that show a chosen market. */
const SHOWING = new Set<string>(PANELS.flatMap(({ id, shows }) => (shows === null ? [] : [id])))

/** Why a text is not even parsed; null where it can be. @param characters its length, or a lower bound of it */
function tooLongText(characters: number): string | null {
  if (characters <= LONGEST_EXPORT) return null
  const millions = Math.ceil(characters / 100_000) / 10
  return `This text has ${millions} million characters; the maximum is ${LONGEST_EXPORT / 1_000_000} million. Choose an exported file, or export fewer windows.`
}

/** `1600 × 960, maximised: 2 Chart, NYCTMP1 (group 1); Order book, NYCTMP1 (group 1); Activity` */
function windowText(
  { state, width, height, panels, isEmpty, more }: WorkspacePreview['windows'][number],
  markets: MarketsView | undefined,
): string {
  const listed = panels.map((panel) => panelText(panel, markets))
  const all = [...listed, ...(more > 0 ? [counted(more, 'more panel', 'more panels')] : [])]
  const none = isEmpty ? 'no panels' : 'the default panels'
  return `${[`${width} × ${height}`, ...STATES[state]].join(', ')}: ${all.length === 0 ? none : all.join('; ')}`
}

function panelText({ kind, market, group, count }: PreviewedPanel, markets: MarketsView | undefined): string {
  const title = TITLES.get(kind) ?? kind
  const named = count === 1 ? title : `${count} ${title}`
  if (!SHOWING.has(kind)) return named
  const ref = market === null ? null : parseRefText(market)
  const shown = ref === null ? named : `${named}, ${marketText(ref, markets)}`
  if (group !== null) return `${shown} (group ${group})`
  return ref === null ? shown : `${shown} (pinned)`
}

const instrumentOf = (ref: MarketRef, markets: MarketsView | undefined) =>
  markets?.instruments.find(({ ref: own }) => sameRef(own, ref))

function marketText(ref: MarketRef, markets: MarketsView | undefined): string {
  if (follows(ref)) return `${FAMILY_RULES[ref.family].following?.asset} ${ref.family}`
  const instrument = instrumentOf(ref, markets)
  if (instrument !== undefined) return fullTitleOf(instrument)
  return ref.family === 'outcome' ? `outcome ${ref.outcomeId}` : ref.asset
}

/** Markets of a workspace that this deployment does not list; those of a family that has not been read yet are not judged. */
function notHere({ windows }: WorkspacePreview, markets: MarketsView | undefined): readonly string[] {
  if (markets === undefined) return []
  const unsure = [...markets.waiting, ...markets.errors.map(({ family }) => family)]
  return windows
    .flatMap(({ panels }) => panels)
    .flatMap(({ kind, market }) => {
      const ref = market === null || !SHOWING.has(kind) ? null : parseRefText(market)
      if (ref === null || unsure.includes(ref.family) || instrumentOf(ref, markets) !== undefined) return []
      if (!follows(ref)) return [ref.family === 'outcome' ? `outcome ${ref.outcomeId}` : `${ref.family} ${ref.asset}`]
      return markets.instruments.some(({ family }) => family === ref.family) ? [] : [`${ref.family} markets`]
    })
}

/** What will differ from the text, a sentence or two each. */
function missingText(preview: WorkspacePreview, markets: MarketsView | undefined): readonly string[] {
  const panels = preview.windows.flatMap((window) => window.panels)
  const undescribed = preview.windows.flatMap((window) => window.undescribed)
  const absent = notHere(preview, markets)
  const unread = unreadText(
    panels.flatMap(({ kind, group, unread }) => (unread === null ? [] : [{ kind, group, unread }])),
  )
  return [
    ...(preview.unknownKinds.length === 0 ? [] : [unknownText(preview.unknownKinds, 'workspace')]),
    ...(undescribed.length === 0 ? [] : [undescribedText(undescribed, 'workspace')]),
    ...(absent.length === 0
      ? []
      : [`This deployment has no ${someOf(absent)}: choose another market in their panels.`]),
    ...(unread === null ? [] : [unread]),
    ...(preview.repeatedIds.length === 0 ? [] : [repeatedText(preview.repeatedIds)]),
  ]
}

/** Whether any panel of a workspace follows its link group. */
const hasLinks = ({ windows }: WorkspacePreview): boolean =>
  windows.some(({ panels }) => panels.some(({ kind, group }) => group !== null && SHOWING.has(kind)))

/** Maximum number of named ids. */
const NAMED = 3

/** What happens to panels whose ids appear in several windows of the text. */
function repeatedText(ids: readonly string[]): string {
  if (ids.length === 1) return `Panel id ${ids[0]} appears in several windows; each gets its own panel.`
  const more = ids.length - NAMED
  const named = ids.slice(0, NAMED).join(', ')
  return more > 0
    ? `Panel ids ${named} and ${more} more appear in several windows; each gets its own panels.`
    : `Panel ids ${named} appear in several windows; each gets its own panels.`
}

const KINDS = PANELS.map(({ id }) => id)

export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const call = useCall()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<WorkspacePreview | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const failed = (reason: unknown): void => setError(errorText(reason))
  const look = (): void => {
    const tooLong = tooLongText(text.length)
    if (tooLong !== null) setError(tooLong)
    else
      call('previewWorkspace', { text, kinds: KINDS }).then((found) => {
        setPreview(found)
        setName(found.name)
        setError(null)
      }, failed)
  }
  const read = (file: File): void => {
    // A character has at most three bytes: a file larger than that is not read.
    const tooLong = tooLongText(Math.floor(file.size / 3))
    if (tooLong !== null) setError(tooLong)
    else
      file.text().then((found) => {
        setText(found)
        setError(null)
      }, failed)
  }
  const take = (): void => {
    call('importWorkspace', { text, name: name.trim() }).then(onClose, failed)
  }
  if (preview === null) {
    return (
      <Dialog
        title="Import workspace…"
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button key="look" variant="primary" onClick={look} disabled={text.trim() === ''}>
              Preview
            </Button>
          </>
        }
      >
        <p>Paste an exported workspace, or choose its file.</p>
        <input
          type="file"
          className={styles.file}
          accept=".json,.txt,application/json,text/plain"
          aria-label="Workspace file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) read(file)
          }}
        />
        <TextField
          label="Workspace as text"
          value={text}
          rows={8}
          autoFocus
          error={error}
          onChange={(typed) => {
            setText(typed)
            setError(null)
          }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Import workspace…"
      onClose={onClose}
      onSubmit={take}
      actions={
        <>
          <Button onClick={() => setPreview(null)}>Back</Button>
          {/* A different button than the one for the preview, or a double click would import at once. */}
          <Button key="add" variant="primary" type="submit" disabled={name.trim() === ''}>
            Add
          </Button>
        </>
      }
    >
      <Previewed preview={preview} />
      <TextField label="Name" value={name} maxLength={LONGEST_NAME} autoFocus error={error} onChange={setName} />
    </Dialog>
  )
}

function Previewed({ preview }: { preview: WorkspacePreview }): ReactNode {
  const markets = useTopic({ kind: 'markets' })
  return (
    <>
      <p>
        It is added to your workspaces. Open windows stay unchanged.
        {hasLinks(preview) && ' Linked panels show the market of their group.'}
      </p>
      <ul className={styles.list}>
        {preview.windows.map((window, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the windows of a text have no other name, and their order stays
          <li key={index}>{windowText(window, markets)}</li>
        ))}
      </ul>
      {missingText(preview, markets).map((text) => (
        <Banner key={text} tone="warning">
          {text}
        </Banner>
      ))}
    </>
  )
}
