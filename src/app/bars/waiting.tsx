/**
 * Work that waits for the trader: flattens that the terminal's exit interrupted, and automated orders that were paused. A button of the top bar counts
 * it and opens the dialog with its answers, so that nothing of it ever moves a panel.
 */

import { type ReactNode, useMemo } from 'react'
import { create } from 'zustand'
import { type AutomationPause, pauseText, RESUME_CONFIRMATION } from '../../../contract/action.ts'
import type { FlattenReport, FlattenView } from '../../../contract/flatten.ts'
import { safeBlock, safeText } from '../../../contract/safe-text.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useServerClockValue, useTopic } from '../../market-data/index.ts'
import { cutOffText, dayOf, FlattenLines, isUnfinished, underWayText } from '../../positions/index.ts'
import { useAssets } from '../../queries/index.ts'
import { Banner, Button, Dialog } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import type { ShownNotice } from './toast-slots.ts'
import { TypedAnswer } from './typed-answer.tsx'
import styles from './waiting.module.css'

/** The outcome of an interrupted flatten that this window resumed. */
type Answer =
  | { readonly at: 'busy'; readonly flatten: FlattenView }
  | { readonly at: 'done'; readonly report: FlattenReport }
  | { readonly at: 'failed'; readonly message: string }

interface Store {
  readonly isOpen: boolean
  /** By the id of the flatten; kept until they are dismissed, as the dialog may be closed meanwhile. */
  readonly answers: ReadonlyMap<string, Answer>
}

const useStore = create<Store>(() => ({ isOpen: false, answers: new Map() }))

/** Opens the dialog. */
export const showWaiting = (): void => useStore.setState({ isOpen: true })
const hide = (): void => useStore.setState({ isOpen: false })

function answer(id: string, value: Answer | null): void {
  const answers = new Map(useStore.getState().answers)
  if (value === null) answers.delete(id)
  else answers.set(id, value)
  useStore.setState({ answers })
}

const NO_FLATTENS: readonly FlattenView[] = []
const NO_PAUSES: readonly AutomationPause[] = []

/** Interrupted flattens that were not resumed here, and paused automated orders. */
function useWaiting() {
  const flattens = useTopic({ kind: 'flattens' }) ?? NO_FLATTENS
  const pauses = useTopic({ kind: 'held_pauses' }) ?? NO_PAUSES
  const answers = useStore((store) => store.answers)
  return useMemo(
    () => ({
      flattens: flattens.filter(({ id, state }) => state === 'cut_off' && answers.get(id)?.at !== 'busy'),
      pauses,
      answers,
    }),
    [flattens, pauses, answers],
  )
}

/** Each as a notice of this window, the newest first: a toast shows that it came. */
export function useWaitingNotices(): readonly ShownNotice[] {
  const { flattens, pauses } = useWaiting()
  const assets = useAssets()
  const today = useServerClockValue(dayOf)
  return useMemo(() => {
    const noticeOf = ({ id, at }: Pick<FlattenView, 'id' | 'at'>, title: string, detail: string): ShownNotice => ({
      ...{ id: `waiting: ${id}`, level: 'error', at, isDismissed: false, act: { kind: 'waiting' } },
      ...{ title: safeText(title), detail: safeBlock(detail) },
    })
    return [
      ...flattens.map((flatten) => {
        const { lead, left } = cutOffText(flatten, today, assets.asset)
        return noticeOf(flatten, lead, left)
      }),
      ...pauses.map((pause) => noticeOf(pause, MESSAGES.waiting.paused(pause.what), pauseText(pause))),
    ]
  }, [flattens, pauses, assets, today])
}

/** At the start of the top bar's controls, where it moves none of them. */
export function WaitingButton(): ReactNode {
  const { flattens, pauses, answers } = useWaiting()
  const count = flattens.length + pauses.length + answers.size
  if (count === 0) return null
  return (
    <Button size="small" variant="danger" onClick={showWaiting}>
      {MESSAGES.waiting.count(count)}
    </Button>
  )
}

/** Render once per window. */
export function WaitingDialog(): ReactNode {
  const isOpen = useStore((store) => store.isOpen)
  return isOpen ? <Shown /> : null
}

function Shown(): ReactNode {
  const { flattens, pauses, answers } = useWaiting()
  const isEmpty = flattens.length + pauses.length + answers.size === 0
  return (
    <Dialog title={MESSAGES.waiting.name} isWide onClose={hide} actions={<Button onClick={hide}>Close</Button>}>
      {isEmpty && MESSAGES.waiting.none}
      <CutOffFlattens />
      {pauses.length > 0 && (
        <section className={styles.list} aria-label={MESSAGES.waiting.pauses}>
          {pauses.map((pause) => (
            <Paused key={pause.id} pause={pause} />
          ))}
        </section>
      )}
    </Dialog>
  )
}

function CutOffFlattens(): ReactNode {
  const call = useCall()
  const { flattens, answers } = useWaiting()
  const assets = useAssets()
  const today = useServerClockValue(dayOf)
  const failed = (id: string) => (error: unknown) => answer(id, { at: 'failed', message: errorText(error) })
  const resume = (flatten: FlattenView): void => {
    const { id } = flatten
    answer(id, { at: 'busy', flatten })
    call('resumeFlatten', { id }).then((report) => answer(id, { at: 'done', report }), failed(id))
  }
  const leave = ({ id }: FlattenView): void => {
    call('dismissFlatten', { id }).then(() => answer(id, null), failed(id))
  }
  if (flattens.length === 0 && answers.size === 0) return null
  return (
    <section className={styles.list} aria-label={MESSAGES.cutOff.region}>
      {flattens.map((flatten) => {
        const { lead, left } = cutOffText(flatten, today, assets.asset)
        return (
          <Banner
            key={flatten.id}
            tone="error"
            action={
              <span className={styles.answers}>
                <Button
                  size="small"
                  variant="danger"
                  title={
                    flatten.cancelOrders
                      ? 'Cancel all open orders and close all positions at market'
                      : 'Close all positions at market'
                  }
                  onClick={() => resume(flatten)}
                >
                  {MESSAGES.cutOff.resume}
                </Button>
                <Button
                  size="small"
                  title="Dismiss; leave orders and positions unchanged"
                  onClick={() => leave(flatten)}
                >
                  {MESSAGES.cutOff.leave}
                </Button>
              </span>
            }
          >
            <strong>{lead}</strong> {left}
          </Banner>
        )
      })}
      {[...answers].map(([id, value]) => (
        <AnswerBanner key={id} value={value} onDismiss={() => answer(id, null)} />
      ))}
    </section>
  )
}

function AnswerBanner({ value, onDismiss }: { readonly value: Answer; readonly onDismiss: () => void }): ReactNode {
  const names = useAssets()
  const dismiss = (
    <Button size="small" variant="bare" onClick={onDismiss}>
      Dismiss
    </Button>
  )
  switch (value.at) {
    case 'busy':
      return <Banner>{underWayText({ ...value.flatten, state: 'asked' })}</Banner>
    case 'failed':
      return (
        <Banner tone="error" action={dismiss}>
          {value.message}
        </Banner>
      )
    case 'done': {
      const bad = isUnfinished(value.report)
      return (
        <Banner tone={bad ? 'error' : 'info'} title={bad ? 'Not completed.' : MESSAGES.cutOff.done} action={dismiss}>
          <FlattenLines report={value.report} names={names} />
        </Banner>
      )
    }
  }
}

function Paused({ pause }: { readonly pause: AutomationPause }): ReactNode {
  const call = useCall()
  return (
    <TypedAnswer
      expected={RESUME_CONFIRMATION}
      verb={MESSAGES.waiting.resume}
      onAnswer={(text) => call('resumeHeld', { id: pause.id, confirmation: text })}
    >
      {pauseText(pause)}
    </TypedAnswer>
  )
}
