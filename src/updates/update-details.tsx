/** Updates: the section of a panel with the state, what is new and the possible actions, and the mark in the status bar. */
import { type ReactNode, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { SETTINGS } from '../../contract/settings-table.ts'
import type { UpdateView } from '../../contract/update.ts'
import { useCall } from '../bridge/index.ts'
import { useTopic, useTopicValue } from '../market-data/index.ts'
import { useSettings } from '../queries/index.ts'
import { Banner, Button, classNames, Facts, Segmented, Skeleton, Statement, Toggle } from '../ui/index.ts'
import { checkedText, markText, stateText, UPDATE_ACTS, type UpdateAct, unavailableReason } from './update-commands.ts'
import styles from './update-details.module.css'

const useStore = create<{ readonly times: number }>(() => ({ times: 0 }))

/** Number of requests since the window opened. */
const useAskedFor = (): number => useStore(({ times }) => times)

/** Scrolls the section into view, now or as soon as it is mounted. */
export const askFor = (): void => useStore.setState(({ times }) => ({ times: times + 1 }))

const CHANNELS = SETTINGS.updateChannel.choices.map(({ value, text: message }) => ({ value, label: message }))

const USER_INPUTS = ['wheel', 'pointerdown', 'keydown'] as const

interface UpdateDetailsProps {
  /** Tracks a request and shows its refusal under the title. */
  readonly refused: (title: string, request: Promise<unknown>) => void
}

export function UpdateDetails({ refused }: UpdateDetailsProps): ReactNode {
  const view = useTopic({ kind: 'update' })
  const place = useRef<HTMLDivElement>(null)
  const requests = useAskedFor()
  useEffect(() => {
    const { current } = place
    return requests === 0 || current === null ? undefined : keepInView(current)
  }, [requests])
  return (
    <div ref={place} className={styles.details}>
      {view === undefined ? <Skeleton rows={4} label="Loading updates" /> : <Details view={view} refused={refused} />}
    </div>
  )
}

/**
 * Scrolls to the section, and again while the sections above it load, until the user scrolls or presses something. Returns a function that stops it.
 */
function keepInView(section: HTMLElement): () => void {
  const show = (): void => {
    section.scrollIntoView({ block: 'nearest' })
    section.querySelector('button:not(:disabled)')?.scrollIntoView({ block: 'nearest' })
  }
  const sizes = new ResizeObserver(show)
  for (let outer = section.parentElement; outer !== null; outer = outer.parentElement) sizes.observe(outer)
  const end = (): void => {
    sizes.disconnect()
    for (const input of USER_INPUTS) removeEventListener(input, end, true)
  }
  for (const input of USER_INPUTS) addEventListener(input, end, true)
  show()
  return end
}

function Details({ view, refused }: UpdateDetailsProps & { view: UpdateView }): ReactNode {
  const { state, running, channel } = view
  return (
    <>
      <Statement text={stateText(view)} />
      {state.kind === 'downloading' && <Progress percent={state.percent} />}
      <Acts state={state} refused={refused} />
      {'release' in state && state.release !== null && (
        <Notes version={state.release.version} notes={state.release.notes} />
      )}
      <Facts aria-label="Updates">
        <dt>Version</dt>
        <dd>{running}</dd>
        {state.kind !== 'off' && (
          <>
            <dt>Last check</dt>
            <dd>{checkedText(view)}</dd>
          </>
        )}
      </Facts>
      {state.kind !== 'off' && <Choices channel={channel} refused={refused} />}
    </>
  )
}

/** Currently possible actions come first; the check is always in its place. */
function Acts({ state, refused }: UpdateDetailsProps & Pick<UpdateView, 'state'>): ReactNode {
  const call = useCall()
  const acts: readonly { act: UpdateAct; refusal: string; run: () => Promise<unknown> }[] = [
    { act: 'download', refusal: 'Update not downloaded', run: () => call('downloadUpdate', {}) },
    { act: 'cancel', refusal: 'Download still running', run: () => call('cancelDownload', {}) },
    { act: 'restart', refusal: 'Isotherm not restarted', run: () => call('restartToUpdate', {}) },
  ]
  const off = unavailableReason(state, 'check')
  return (
    <div className={styles.buttons}>
      {acts
        .filter(({ act }) => unavailableReason(state, act) === null)
        .map(({ act, refusal, run }) => (
          <Button key={act} variant={act === 'cancel' ? 'quiet' : 'primary'} onClick={() => refused(refusal, run())}>
            {UPDATE_ACTS[act]}
          </Button>
        ))}
      <Button
        disabled={off !== null}
        title={off ?? undefined}
        onClick={() => refused('Update check failed', call('checkForUpdate', {}))}
      >
        {UPDATE_ACTS.check}
      </Button>
    </div>
  )
}

function Progress({ percent }: { percent: number }): ReactNode {
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Downloaded" />
      <span>{percent} %</span>
    </div>
  )
}

function Notes({ version, notes }: { version: string; notes: string }): ReactNode {
  return (
    <>
      <h4>What is new in {version}</h4>
      <p className={styles.notes}>{notes === '' ? 'No release notes.' : notes}</p>
    </>
  )
}

function Choices({ channel, refused }: UpdateDetailsProps & Pick<UpdateView, 'channel'>): ReactNode {
  const call = useCall()
  const settings = useSettings()
  return (
    <>
      <h4>{SETTINGS.updateChannel.title}</h4>
      <Segmented
        label={SETTINGS.updateChannel.title}
        options={CHANNELS}
        value={settings?.updateChannel ?? channel}
        onChange={(updateChannel) => refused('Setting not saved', call('saveSettings', { updateChannel }))}
      />
      <Toggle
        label="Check automatically every six hours"
        checked={settings?.updateChecks ?? true}
        disabled={settings === undefined}
        onChange={(updateChecks) => refused('Setting not saved', call('saveSettings', { updateChecks }))}
      />
    </>
  )
}

/** A muted mark of an update, in reserved space so that nothing moves when it appears. @param show brings the panel with the section to the front */
export function UpdateMark({ show }: { show: () => void }): ReactNode {
  const text = useTopicValue({ kind: 'update' }, ({ state }) => markText(state)?.text) ?? null
  const dot = useTopicValue({ kind: 'update' }, ({ state }) => markText(state)?.dot)
  if (text === null) return null
  return (
    <button
      type="button"
      className={styles.mark}
      title="Open updates in Account"
      onClick={() => {
        show()
        askFor()
      }}
    >
      <span className={classNames(styles.dot, dot === 'full' && styles.full)} aria-hidden="true" />
      {text}
    </button>
  )
}

/** What is new in the running version: shown once after its installation, until dismissed. @param dismiss has main remember that it was read */
export function WhatsNew({ dismiss }: { dismiss: () => void }): ReactNode {
  const news = useTopic({ kind: 'update' })?.whatsNew ?? null
  if (news === null) return null
  return (
    <section className={styles.news} aria-label="What is new">
      <Banner
        title={`What is new in Isotherm ${news.version}`}
        action={
          <Button variant="bare" size="small" aria-label="Dismiss release notes" onClick={dismiss}>
            Dismiss
          </Button>
        }
      >
        <p className={styles.notes}>{news.notes}</p>
      </Banner>
    </section>
  )
}
