/** Search over all actions and views: commands, markets, workspaces. */

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, TextField } from 'react-aria-components'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { useMarketData } from '../market-data/index.ts'
import { classNames, STILL_AFTER_MS } from '../ui/index.ts'
import { runCommand } from './command.ts'
import { isMac, keyText } from './keys.ts'
import { closeOverlay, OverlayFrame, used, useOverlay } from './overlay.tsx'
import styles from './overlays.module.css'
import { useCommandList, useProviders } from './registry.ts'
import { type FoundRow, searchAll } from './search.ts'

export const Palette = (): ReactNode => (
  <OverlayFrame overlay="palette" label={COMMON.find}>
    <Search />
  </OverlayFrame>
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
  const [field, list] = [useRef<HTMLInputElement>(null), useRef<HTMLDivElement>(null)]
  useFirstChosen(query, field, list)
  const isPointing = useIsPointing()
  const isByKeys = useRef(false)
  const { clock } = useMarketData()
  const [request, setAsked] = useState<Asked | null>(null)
  const choose = (id: string): void => {
    const row = found.flatMap(({ rows }) => rows).find((one) => one.id === id)
    if (row === undefined || reasonOf(row) !== null) return
    if (row.kind === 'entry') {
      closeOverlay(row.entry.run)
      return
    }
    if (row.command.asks !== undefined) {
      if (request?.id !== id) {
        setAsked({ id, at: clock.monotonic() })
        return
      }
      // A double press answers nothing: the question was not read.
      if (clock.monotonic() - request.at < STILL_AFTER_MS) return
    }
    used(row.command.id)
    closeOverlay(() => runCommand(row.command))
  }
  /** Acts immediately: the menu's own mark lags slightly, and Enter on it would run a row of the query before. */
  const enter = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key.startsWith('Arrow') && event.nativeEvent.isTrusted) isByKeys.current = true
    if (event.key !== 'Enter') return
    // The row that the arrow keys chose, else the first: a pointer that passes chooses none.
    const row = isByKeys.current ? '[role="menuitem"][data-focused]' : '[role="menuitem"]:not([aria-disabled])'
    const id = list.current?.querySelector<HTMLElement>(row)?.dataset.key
    const isChosen = query.trim() !== '' || isByKeys.current
    if (isChosen && id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (isChosen && id !== undefined) choose(id)
  }
  return (
    <Autocomplete
      inputValue={query}
      onInputChange={(next) => {
        isByKeys.current = false
        setAsked(null)
        setQuery(next)
      }}
    >
      <TextField aria-label="Command, market or order: buy 5 @ ask" className={styles.field ?? ''} autoFocus>
        <Input
          ref={field}
          className={styles.input ?? ''}
          placeholder="Command, market or order: buy 5 @ ask"
          spellCheck={false}
          onKeyDownCapture={enter}
        />
      </TextField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll from the keyboard */}
      <div ref={list} className={classNames(styles.list, !isPointing && styles.unpointed)} tabIndex={0}>
        <Menu
          className={styles.menu ?? ''}
          aria-label="Found"
          onAction={(id) => choose(String(id))}
          disabledKeys={found.flatMap(({ rows }) => rows.filter(isPassedOver).map(({ id }) => id))}
          renderEmptyState={() => <p className={styles.none}>No matches.</p>}
        >
          {found.map(({ section, rows }) => (
            <MenuSection key={section} id={section} className={styles.section ?? ''}>
              <Header className={styles.heading ?? ''}>{section}</Header>
              {rows.map((row) => rowOf(row, request?.id === row.id))}
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Autocomplete>
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

/** Keeps Enter on the first available row: when the last typed letter removes the chosen row, the menu does not choose another by itself. */
function useFirstChosen(
  query: string,
  field: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (query === '') return
    const frame = requestAnimationFrame(() => {
      const rows = list.current
      const isLost =
        rows?.querySelector('[role="menuitem"]:not([aria-disabled])') != null &&
        rows.querySelector('[data-focused]') === null
      if (isLost)
        field.current?.dispatchEvent(
          new globalThis.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
        )
    })
    return () => cancelAnimationFrame(frame)
  }, [query, field, list])
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

/** @param isAsked its question is shown instead of its name */
function rowOf(row: FoundRow, isAsked: boolean): ReactNode {
  const { title } = row.kind === 'command' ? row.command : row.entry
  const selected = row.kind === 'command' && row.command.selected === true
  const key = row.kind === 'command' ? row.command.keys?.[0] : undefined
  const note = reasonOf(row) ?? (row.kind === 'entry' ? row.entry.detail : undefined)
  return (
    <MenuItem
      key={row.id}
      id={row.id}
      textValue={title}
      className={classNames(styles.row, reasonOf(row) !== null && styles.off)}
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
    </MenuItem>
  )
}
