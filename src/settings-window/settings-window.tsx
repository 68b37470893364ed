/** All settings in one place, found by typing: those changed here, and links to those changed elsewhere. */
import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import { DEFAULT_SETTINGS, type SettingKey, type Settings } from '../../contract/settings-table.ts'
import { SOUND_EVENTS, SOUND_SETTINGS, type SoundEvent } from '../../contract/sound.ts'
import { type Command, CommandButton, useCommandKey, useCommands, useLeadAway } from '../commands/index.ts'
import { useFormat } from '../format/index.ts'
import { useSettings } from '../queries/index.ts'
import { playSound } from '../sounds.tsx'
import { Button, Checkbox, classNames, Dialog, Segmented, Select } from '../ui/index.ts'
import { type Entry, entriesOf, foundEntries, SECTIONS, type SettingEntry } from './entries.ts'
import { MESSAGES } from './messages.ts'
import { OpenMeteoKey } from './open-meteo-key.tsx'
import styles from './settings-window.module.css'

/** Maximum number of choices side by side, if their labels are short. */
const MAX_SIDE_BY_SIDE = 3
const LONGEST_SIDE_BY_SIDE = 40

interface SettingControlProps {
  readonly entry: SettingEntry
  readonly onChange: (value: Settings[SettingEntry['key']]) => void
}

/** The control of a setting: a few choices side by side, more in a list, on or off, a number in steps. */
function SettingControl({ entry, onChange }: SettingControlProps): ReactNode {
  const { setting, value, title } = entry
  const id = useId()
  if (setting.kind === 'flag') {
    return <Checkbox label={value === true ? 'On' : 'Off'} name={title} checked={value === true} onChange={onChange} />
  }
  if (setting.kind === 'whole') {
    const { least, most, step, unit } = setting
    const now = Number(value)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has no name but a legend's
      <div role="group" aria-label={title} className={styles.steps}>
        <Button
          size="small"
          aria-label={`${title}: smaller`}
          disabled={now - step < least}
          onClick={() => onChange(now - step)}
        >
          −
        </Button>
        <output>
          {now} {unit}
        </output>
        <Button
          size="small"
          aria-label={`${title}: larger`}
          disabled={now + step > most}
          onClick={() => onChange(now + step)}
        >
          +
        </Button>
      </div>
    )
  }
  const { choices } = setting
  const length = choices.reduce((sum, { text: message }) => sum + message.length, 0)
  if (choices.length <= MAX_SIDE_BY_SIDE && length <= LONGEST_SIDE_BY_SIDE) {
    return (
      <Segmented
        label={title}
        options={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
        value={String(value)}
        onChange={(to) => onChange(to as Settings[SettingEntry['key']])}
      />
    )
  }
  return (
    <Select id={id} name={title} value={String(value)} onChange={(to) => onChange(to as Settings[SettingEntry['key']])}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </Select>
  )
}

const TEXTS: Partial<Record<SoundEvent, string>> = {
  connection_lost: 'Test sound: lost',
  connection_back: 'Test sound: back',
}

/** The sounds that a setting concerns; for the volume, a sample. */
const soundsOf = (key: SettingKey): readonly SoundEvent[] =>
  key === 'soundVolume' ? ['alert'] : SOUND_EVENTS.filter((event) => SOUND_SETTINGS[event] === key).toReversed()

interface TestSoundProps {
  readonly setting: SettingKey
  readonly title: string
  /** Percent. */
  readonly volume: number
}

/** Beside each sound setting: plays it at the current volume. */
function TestSound({ setting, title, volume }: TestSoundProps): ReactNode {
  const sounds = soundsOf(setting)
  if (sounds.length === 0) return null
  return (
    <span className={styles.hear}>
      {sounds.map((event) => {
        const text = TEXTS[event] ?? 'Test sound'
        return (
          <Button key={event} size="small" aria-label={`${title}: ${text}`} onClick={() => playSound(event, volume)}>
            {text}
          </Button>
        )
      })}
    </span>
  )
}

const useShown = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))
const close = (): void => useShown.setState({ isOpen: false })

/** The command that opens it. Pure. */
export const settingsWindowCommand = (open: () => void): Command => ({
  id: 'settings/open',
  title: 'Settings',
  scope: 'app',
  keys: [
    { sign: ',', mod: true },
    { code: 'Comma', mod: true },
  ],
  aliases: ['preferences', 'options', 'configure', 'setting'],
  menu: { menu: 'View', section: 'Find', label: 'Settings…' },
  run: open,
})

interface SettingsWindowProps {
  /** Has main save a change; the caller reports failures. */
  readonly save: (change: { readonly [K in SettingKey]?: Settings[K] }) => void
}

export function SettingsWindow({ save }: SettingsWindowProps): ReactNode {
  const isOpen = useShown((state) => state.isOpen)
  useCommands(useMemo(() => [settingsWindowCommand(() => useShown.setState({ isOpen: true }))], []))
  const { goTo, ending } = useLeadAway(close)
  if (!isOpen) return null
  return (
    <Dialog
      title="Settings"
      isWide
      onClose={close}
      actions={
        <Button variant="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <Searched save={save} goTo={goTo} />
      {ending}
    </Dialog>
  )
}

interface SearchedProps extends SettingsWindowProps {
  readonly goTo: (command: Command) => void
}

function Searched({ save, goTo }: SearchedProps): ReactNode {
  const settings = useSettings() ?? DEFAULT_SETTINGS
  const format = useFormat()
  const paletteKey = useCommandKey('palette')
  const [query, setQuery] = useState('')
  const list = useRef<HTMLElement>(null)
  const entries = useMemo(() => entriesOf(settings, format.grouped), [settings, format])
  const found = foundEntries(entries, query)
  const sections = SECTIONS.filter((section) => found.some((entry) => entry.section === section))
  const show = (section: string): void =>
    list.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'start' })
  return (
    <>
      <div className={styles.search}>
        <input
          type="search"
          className={styles.query}
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={query}
          // biome-ignore lint/a11y/noAutofocus: it was opened to find something
          autoFocus
          spellCheck={false}
          maxLength={100}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <output className={styles.count}>
          {query.trim() === '' ? `${entries.length} entries` : `${found.length} of ${entries.length}`}
        </output>
      </div>
      <div className={styles.columns}>
        <nav aria-label="Settings sections" className={styles.sections}>
          {SECTIONS.map((section) => (
            <button
              key={section}
              type="button"
              className={styles.goTo}
              disabled={!sections.includes(section)}
              onClick={() => show(section)}
            >
              {section}
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <section ref={list} className={styles.list} aria-label="Settings found" tabIndex={0}>
          {sections.length === 0 && (
            <p className={styles.none}>
              {MESSAGES.nothing(query.trim())} {MESSAGES.elsewhere(paletteKey)}
            </p>
          )}
          {sections.map((section) => (
            <section key={section} aria-label={section} data-section={section} className={styles.section}>
              <h3>{section}</h3>
              {found
                .filter((entry) => entry.section === section)
                .map((entry) => (
                  <Row key={entry.id} entry={entry} volume={settings.soundVolume} save={save} goTo={goTo} />
                ))}
            </section>
          ))}
        </section>
      </div>
    </>
  )
}

interface RowProps extends SearchedProps {
  readonly entry: Entry
  /** Of sounds, percent. */
  readonly volume: number
}

function Row({ entry, volume, save, goTo }: RowProps): ReactNode {
  return (
    <div className={styles.row}>
      <div className={styles.told}>
        <h4>{entry.title}</h4>
        <p>{entry.explanation}</p>
      </div>
      <div className={styles.control}>
        {entry.kind === 'limit' && (
          <span className={classNames(styles.value, entry.text === 'none' && styles.off)}>{entry.text}</span>
        )}
        {entry.kind === 'place' && (
          <CommandButton id={entry.command} text={entry.button} whyClass={styles.off} goTo={goTo} />
        )}
        {entry.kind === 'setting' && (
          <>
            <SettingControl entry={entry} onChange={(value) => save({ [entry.key]: value })} />
            <TestSound setting={entry.key} title={entry.title} volume={volume} />
            {/* Always rendered, so that its neighbors do not move when it appears. */}
            <Button
              size="small"
              variant="bare"
              className={entry.usual === null ? styles.hidden : undefined}
              disabled={entry.usual === null}
              aria-label={`${entry.title}: reset to ${entry.usual ?? ''}`}
              onClick={() => save({ [entry.key]: entry.setting.initial })}
            >
              Reset to {entry.usual ?? ''}
            </Button>
            {entry.key === 'openMeteo' && <OpenMeteoKey />}
          </>
        )}
      </div>
    </div>
  )
}
