/** Settings as text: exported, and imported after a preview of the changes. */
import { type ReactNode, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { Key } from '../../../contract/key.ts'
import { LONGEST_SETTINGS, type SettingsPreview } from '../../../contract/settings.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import {
  type Command,
  importedKeyConflicts,
  isMac,
  type KeyGroup,
  keyText,
  table,
  useCommandList,
  useCommands,
} from '../../commands/index.ts'
import { ORDERS_KEYS, PREVIEW_KEYS } from '../../quick-order/index.ts'
import {
  ANYWHERE_KEYS,
  Banner,
  Button,
  DIALOG_KEYS,
  Dialog,
  FILTER_KEYS,
  type HandledKey,
  HEAD_KEYS,
  ROW_KEYS,
  TextField,
} from '../../ui/index.ts'
import { reportRefusal } from '../bars/index.ts'
import { PANELS, TAB_KEYS } from '../docking/index.ts'
import { ExportDialog } from '../export-dialog.tsx'
import styles from './settings-dialogs.module.css'

/** As implemented in `src/ui/escape.ts`. */
const ESCAPE_KEYS: readonly HandledKey[] = [
  {
    act: 'end',
    keys: ['Escape'],
    does: 'Cancel the preview, drag, estimate or field in progress; then disarm one-click and trading keys',
  },
]

/** Keys that are not commands, by their context: each list is the one that handles them. */
export const HANDLED_KEYS: readonly KeyGroup[] = [
  { heading: 'Anywhere', keys: ESCAPE_KEYS },
  { heading: 'In a table', keys: ANYWHERE_KEYS },
  { heading: 'On a row of a table', keys: ROW_KEYS },
  { heading: 'On a column header', keys: HEAD_KEYS },
  { heading: 'In the filter of a table', keys: FILTER_KEYS },
  ...PANELS.flatMap((kind) => ('keys' in kind ? [{ heading: `In the ${kind.title} panel`, keys: kind.keys }] : [])),
  { heading: 'On the tab of a panel', keys: TAB_KEYS },
  { heading: 'In an order preview', keys: PREVIEW_KEYS },
  { heading: 'Stepping through your orders', keys: ORDERS_KEYS },
  { heading: 'In a dialog or a menu', keys: DIALOG_KEYS },
]

type Shown = { readonly kind: 'export'; readonly text: string } | { readonly kind: 'import' }
const useShown = create<{ readonly shown: Shown | null }>(() => ({ shown: null }))
const close = (): void => useShown.setState({ shown: null })

/** The commands that open them. Pure. */
export const settingsDialogCommands = (port: {
  readonly exportSettings: () => void
  readonly importSettings: () => void
}): readonly Command[] => [
  {
    id: 'settings/export',
    title: 'Export settings and keys',
    scope: 'app',
    aliases: ['backup', 'copy', 'json'],
    menu: { menu: 'View', section: 'Find', label: 'Export settings…' },
    run: port.exportSettings,
  },
  {
    id: 'settings/import',
    title: 'Import settings and keys',
    scope: 'app',
    aliases: ['restore', 'paste', 'json'],
    menu: { menu: 'View', section: 'Find', label: 'Import settings…' },
    run: port.importSettings,
  },
]

export function SettingsDialogs(): ReactNode {
  const call = useCall()
  const shown = useShown((state) => state.shown)
  useCommands(
    useMemo(
      () =>
        settingsDialogCommands({
          exportSettings: () =>
            reportRefusal(
              'Settings not exported',
              call('exportSettings', {}).then(({ text }) => useShown.setState({ shown: { kind: 'export', text } })),
            ),
          importSettings: () => useShown.setState({ shown: { kind: 'import' } }),
        }),
      [call],
    ),
  )
  if (shown === null) return null
  if (shown.kind === 'import') return <ImportSettings />
  return (
    <ExportDialog
      title="Export settings"
      holds="Appearance, keys, size presets and named exit plans. No secrets, limits or deployments."
      label="Settings as text"
      text={shown.text}
      onClose={close}
    />
  )
}

function ImportSettings(): ReactNode {
  const call = useCall()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<SettingsPreview | null>(null)
  const [error, setError] = useState<string | null>(null)
  const failed = (reason: unknown): void => setError(errorText(reason))
  const look = (): void => {
    if (text.length > LONGEST_SETTINGS) setError('This text is too long for a settings export.')
    else call('previewSettings', { text }).then(setPreview, failed)
  }
  const take = (): void => {
    call('importSettings', { text, loosens: [...(preview?.loosens ?? [])] }).then(close, failed)
  }
  const isNothing = preview !== null && preview.changes.length === 0 && Object.keys(preview.keys).length === 0
  return (
    <Dialog
      title="Import settings"
      onClose={close}
      onSubmit={preview === null ? look : take}
      actions={
        <>
          <Button onClick={preview === null ? close : () => setPreview(null)}>
            {preview === null ? 'Cancel' : 'Back'}
          </Button>
          <Button variant="primary" type="submit" disabled={preview === null ? text.trim() === '' : isNothing}>
            {preview === null ? 'Preview' : 'Import'}
          </Button>
        </>
      }
    >
      {preview === null ? (
        <>
          <p>Paste exported settings. A preview shows what would change.</p>
          <TextField
            label="Settings as text"
            value={text}
            rows={8}
            autoFocus
            error={error}
            onChange={(typed) => {
              setText(typed)
              setError(null)
            }}
          />
        </>
      ) : (
        <>
          <Previewed preview={preview} isNothing={isNothing} />
          {error !== null && <Banner tone="error">{error}</Banner>}
        </>
      )}
    </Dialog>
  )
}

const keysText = (keys: readonly Key[]): string =>
  keys.length === 0 ? 'no key' : keys.map((key) => keyText(key, isMac)).join(', ')

function Previewed({
  preview,
  isNothing,
}: {
  readonly preview: SettingsPreview
  readonly isNothing: boolean
}): ReactNode {
  const commands = useCommandList()
  const conflicts = importedKeyConflicts(preview.keys, {
    ...{ own: table.own, chosen: table.choices, handledKeys: HANDLED_KEYS },
    name: (key) => keyText(key, isMac),
  })
  return (
    <>
      {isNothing && <p>No changes.</p>}
      <ul className={styles.list} aria-label="Changes">
        {preview.changes.map(({ title, from, to }) => (
          <li key={title}>
            {title}: {from} → {to}
          </li>
        ))}
        {Object.entries(preview.keys).map(([id, keys]) => {
          const command = commands.find((one) => one.id === id)
          return (
            <li key={id}>
              Key of {command?.title ?? `a command not available here (${id})`}: {keysText(command?.keys ?? [])} →{' '}
              {keysText(keys)}
            </li>
          )
        })}
      </ul>
      {preview.loosens.length > 0 && (
        <Banner tone="warning">This would reduce confirmations: {preview.loosens.join('; ')}.</Banner>
      )}
      {[...conflicts, ...preview.left].map((text) => (
        <Banner key={text} tone="warning">
          {text}
        </Banner>
      ))}
    </>
  )
}
