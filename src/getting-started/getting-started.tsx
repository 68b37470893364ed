/** The steps from a new terminal to a first order, with their current state: done, next, and where to do it. */
import { type ReactNode, useMemo } from 'react'
import { create } from 'zustand'
import { plural } from '../../contract/plural.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { type Command, CommandButton, useCommands, useLeadAway } from '../commands/index.ts'
import { useTopicValue } from '../market-data/index.ts'
import { useAccount, useMarket, useRead, useSession, useSettings } from '../queries/index.ts'
import { Button, classNames, Dialog, Skeleton } from '../ui/index.ts'
import styles from './getting-started.module.css'
import { STEP_STATE_LABELS } from './messages.ts'
import { doneText, type Step, stepsOf } from './steps.ts'

/** The command that opens the list of first steps. */
export const gettingStartedCommand = (open: () => void): Command => ({
  id: 'help/getting-started',
  title: 'Getting started: from practice to a first order',
  scope: 'app',
  aliases: ['first', 'steps', 'begin', 'checklist', 'setup', 'onboarding', 'live', 'help'],
  menu: { menu: 'View', section: 'Help', label: 'Getting started…' },
  run: open,
})

const useShown = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const showGettingStarted = (): void => useShown.setState({ isOpen: true })
const hideGettingStarted = (): void => useShown.setState({ isOpen: false })

/** Render once per window. */
export function GettingStarted(): ReactNode {
  const isOpen = useShown((state) => state.isOpen)
  useCommands(useMemo(() => [gettingStartedCommand(showGettingStarted)], []))
  return isOpen ? <Shown /> : null
}

function Shown(): ReactNode {
  const steps = useSteps()
  const { goTo, ending } = useLeadAway(hideGettingStarted)
  return (
    <Dialog
      title="Getting started"
      isWide
      onClose={hideGettingStarted}
      onSubmit={hideGettingStarted}
      actions={
        <Button variant="primary" type="submit">
          Close
        </Button>
      }
    >
      <p>Close any time; reopen from View › Help. {steps !== null && `${doneText(steps)}.`}</p>
      {steps === null ? (
        <Skeleton rows={7} label="Loading steps" />
      ) : (
        <ol className={styles.steps}>
          {steps.map((step, at) => (
            <li key={step.id} className={classNames(styles.step, styles[step.state])} aria-label={step.title}>
              <span className={styles.mark} aria-hidden="true">
                {step.state === 'done' ? '✓' : at + 1}
              </span>
              <div className={styles.told}>
                <h3>
                  {step.title} <span className={styles.state}>{STEP_STATE_LABELS[step.state]}</span>
                </h3>
                <p>{step.text}</p>
              </div>
              {step.way !== null && <Way step={step} way={step.way} goTo={goTo} />}
            </li>
          ))}
        </ol>
      )}
      {ending}
    </Dialog>
  )
}

interface WayProps {
  readonly step: Step
  readonly way: NonNullable<Step['way']>
  readonly goTo: Parameters<typeof CommandButton>[0]['goTo']
}

const Way = ({ step, way, goTo }: WayProps): ReactNode => (
  <CommandButton
    id={way.command}
    text={way.text}
    variant={step.state === 'next' ? 'primary' : 'quiet'}
    whyClass={styles.why}
    goTo={goTo}
  />
)

/** Null until main has published the session. */
function useSteps(): readonly Step[] | null {
  const session = useSession()
  const limits = (useSettings() ?? DEFAULT_SETTINGS).limits
  const orders = useRead('readFirstOrders', {}).data ?? null
  const equity = useAccount().data?.money.equity ?? null
  const asset = useTopicValue({ kind: 'bucket' }, ({ current }) => current?.asset ?? null) ?? null
  const market = useMarket(asset)
  if (session === undefined) return null
  return stepsOf({ session, limits, orders, equity, least: market === undefined ? null : leastText(market) })
}

/** `0.0001 contracts of NYCTMP1` */
function leastText({ asset, sizeDecimals }: { readonly asset: string; readonly sizeDecimals: number }): string {
  const least = sizeDecimals === 0 ? '1' : `0.${'0'.repeat(sizeDecimals - 1)}1`
  return plural(least, `${least} contract of ${asset}`, `${least} contracts of ${asset}`)
}
