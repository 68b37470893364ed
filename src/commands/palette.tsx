/** Search over all actions and views: commands, markets, workspaces. */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { useMarketData } from '../market-data/index.ts'
import { classNames, STILL_AFTER_MS } from '../ui/index.ts'
import { runCommand } from './command.ts'
import { isMac, keyText } from './keys.ts'
import { closeOverlay, PaletteFrame, used, useOverlay } from './overlay.tsx'
import styles from './overlays.module.css'
import { useCommandList, useProviders } from './registry.ts'
import { type FoundRow, searchAll } from './search.ts'

export const MESSAGES = {
  field: 'Command, market or order: buy 5 @ ask',
  found: 'Found',
  none: 'No matches.',
} as const

export const Palette = (): ReactNode => (
  <PaletteFrame label={COMMON.find}>
    <Search />
  </PaletteFrame>
)

function Search(): ReactNode {
  const [query, setQuery] = useState('')
  const commands = useCommandList()
  const providers = useProviders()
  const recent = useOverlay((overlay) => overlay.recent)
  const found = searchAll(
    query,
    commands.filter(({ id }) => id !== 'palette'),
    providers,
    recent,
  )
  const stops = found.flatMap(({ rows }) => rows).filter((row) => !isPassedOver(row))
  const [arrowed, setArrowed] = useState<string | null>(null)
  // Without a typed text nothing is meant yet. A pointer that passes chooses none.
  const first = query.trim() === '' ? undefined : stops[0]
  const marked = (stops.find(({ id }) => id === arrowed) ?? first)?.id ?? null
  const isPointing = useIsPointing()
  const { clock } = useMarketData()
  const [request, setAsked] = useState<Asked | null>(null)
  const choose = (row: FoundRow): void => {
    if (reasonOf(row) !== null) return
    if (row.kind === 'entry') {
      closeOverlay(row.entry.run)
      return
    }
    if (row.command.asks !== undefined) {
      if (request?.id !== row.id) {
        setAsked({ id: row.id, at: clock.monotonic() })
        return
      }
      // A double press answers nothing: the question was not read.
      if (clock.monotonic() - request.at < STILL_AFTER_MS) return
    }
    used(row.command.id)
    closeOverlay(() => runCommand(row.command))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const at = stops.findIndex(({ id }) => id === marked)
    const to = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? Math.max(at, 0) - 1 : null
    if (event.key !== 'Enter' && to === null) return
    event.preventDefault()
    if (to !== null) {
      setArrowed(stops.at(to === stops.length ? 0 : to)?.id ?? null)
      return
    }
    event.stopPropagation()
    const row = stops[at]
    if (row !== undefined) choose(row)
  }
  const list = useId()
  return (
    <>
      <div className={styles.field}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type in it
          autoFocus
          role="combobox"
          aria-label={MESSAGES.field}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={marked === null ? undefined : `${list}/${marked}`}
          className={styles.input}
          placeholder={MESSAGES.field}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => {
            setArrowed(null)
            setAsked(null)
            setQuery(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        id={list}
        role="listbox"
        aria-label={MESSAGES.found}
        className={classNames(styles.list, !isPointing && styles.unpointed)}
      >
        {found.length === 0 && <p className={styles.none}>{MESSAGES.none}</p>}
        {found.map(({ section, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={section} role="group" aria-label={section} className={styles.section}>
            <div className={styles.heading} aria-hidden="true">
              {section}
            </div>
            {rows.map((row) => (
              <Row
                key={row.id}
                id={`${list}/${row.id}`}
                row={row}
                isMarked={row.id === marked}
                isAsked={request?.id === row.id}
                onChoose={choose}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

/**
 * Whether the pointer has moved since the palette opened. Until then it rests where rows appeared under it by chance: it marks none and a click
 * runs none. A touch counts as a move.
 */
function useIsPointing(): boolean {
  const [isPointing, setPointing] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    const moved = (): void => setPointing(true)
    // Browsers send a move to the same place when what lies under the pointer changes.
    let rested: readonly [x: number, y: number] | null = null
    const byDistance = ({ clientX, clientY }: PointerEvent): void => {
      if (rested !== null && (rested[0] !== clientX || rested[1] !== clientY)) moved()
      rested = [clientX, clientY]
    }
    window.addEventListener('pointermove', byDistance, options)
    window.addEventListener('pointerdown', (event) => event.pointerType !== 'mouse' && moved(), options)
    window.addEventListener('wheel', moved, options)
    return () => listeners.abort()
  }, [])
  return isPointing
}

/** The row whose question is shown, and since when, monotonic ms. */
interface Asked {
  readonly id: string
  readonly at: number
}

const reasonOf = (row: FoundRow): string | null =>
  (row.kind === 'command' ? row.command.impossible : row.entry.impossible) ?? null

/** Whether Enter skips it. */
const isPassedOver = (row: FoundRow): boolean =>
  reasonOf(row) !== null && !(row.kind === 'entry' && row.entry.holdsEnter === true)

interface RowProps {
  readonly id: string
  readonly row: FoundRow
  /** Enter chooses it. */
  readonly isMarked: boolean
  /** Its question is shown instead of its name. */
  readonly isAsked: boolean
  readonly onChoose: (row: FoundRow) => void
}

function Row({ id, row, isMarked, isAsked, onChoose }: RowProps): ReactNode {
  const { title } = row.kind === 'command' ? row.command : row.entry
  const selected = row.kind === 'command' && row.command.selected === true
  const key = row.kind === 'command' ? row.command.keys?.[0] : undefined
  const note = reasonOf(row) ?? (row.kind === 'entry' ? row.entry.detail : undefined)
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isMarked) own.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the same
    <div
      ref={own}
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-disabled={isPassedOver(row) || undefined}
      className={classNames(styles.row, reasonOf(row) !== null && styles.off)}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(row)}
    >
      <span className={styles.mark} aria-hidden="true">
        {selected ? '•' : ''}
      </span>
      <span className={styles.title}>
        {isAsked && row.kind === 'command' ? <strong className={styles.asks}>{row.command.asks}</strong> : title}
        {selected && <span className="visually-hidden">, chosen</span>}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {key !== undefined && <kbd className={styles.key}>{keyText(key, isMac)}</kbd>}
    </div>
  )
}
