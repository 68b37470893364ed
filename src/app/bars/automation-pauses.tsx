/** Automated orders that were interrupted or paused: shown below the top bar until the trader answers. */

import { type FormEvent, type ReactNode, useState } from 'react'
import { type AutomationPause, pauseText, RESUME_CONFIRMATION } from '../../../contract/action.ts'
import type { FlattenReport, FlattenView } from '../../../contract/flatten.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useServerClockValue, useTopic } from '../../market-data/index.ts'
import { cutOffText, dayOf, FlattenLines, isUnfinished, underWayText } from '../../positions/index.ts'
import { useAssets } from '../../queries/index.ts'
import { Banner, Button, classNames } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './notices.module.css'

/** The outcome of an interrupted flatten that this window resumed. */
type Answer =
  | { readonly at: 'busy'; readonly flatten: FlattenView }
  | { readonly at: 'done'; readonly report: FlattenReport }
  | { readonly at: 'failed'; readonly message: string }

/** A flatten that was interrupted by the terminal's exit: shown prominently below the top bar until the trader resumes or drops it. */
export function CutOffFlattens(): ReactNode {
  const call = useCall()
  const assets = useAssets()
  const flattens = useTopic({ kind: 'flattens' }) ?? []
  const today = useServerClockValue(dayOf)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const answer = (id: string, value: Answer | null): void =>
    setAnswers((before) => {
      const after = new Map(before)
      if (value === null) after.delete(id)
      else after.set(id, value)
      return after
    })
  const failed = (id: string) => (error: unknown) => answer(id, { at: 'failed', message: errorText(error) })

  const goOn = (flatten: FlattenView): void => {
    const { id } = flatten
    answer(id, { at: 'busy', flatten })
    call('goOnFlatten', { id }).then((report) => answer(id, { at: 'done', report }), failed(id))
  }
  const leave = ({ id }: FlattenView): void => {
    call('leaveFlatten', { id }).then(() => answer(id, null), failed(id))
  }

  const cutOff = flattens.filter(({ id, state }) => state === 'cut_off' && answers.get(id)?.at !== 'busy')
  if (cutOff.length === 0 && answers.size === 0) return null
  return (
    <section className={classNames(styles.notices, styles.urgent)} aria-label={MESSAGES.cutOff.region}>
      {cutOff.map((flatten) => {
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
                  onClick={() => goOn(flatten)}
                >
                  {MESSAGES.cutOff.goOn}
                </Button>
                <Button size="small" title="Dismiss; leave orders and positions unchanged" onClick={() => leave(flatten)}>
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
        <AnswerBanner key={id} value={value} names={assets} onDismiss={() => answer(id, null)} />
      ))}
    </section>
  )
}

interface AnswerBannerProps {
  readonly value: Answer
  readonly names: ReturnType<typeof useAssets>
  readonly onDismiss: () => void
}

function AnswerBanner({ value, names, onDismiss }: AnswerBannerProps): ReactNode {
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
        <Banner
          tone={bad ? 'error' : 'info'}
          title={bad ? 'Not completed.' : MESSAGES.cutOff.done}
          action={dismiss}
        >
          <FlattenLines report={value.report} names={names} />
        </Banner>
      )
    }
  }
}

/** Automated orders paused because their orders filled too fast: shown below the top bar until the trader types the confirmation. */
export function AutomationPauses(): ReactNode {
  const paused = useTopic({ kind: 'held_pauses' }) ?? []
  if (paused.length === 0) return null
  return (
    <section className={classNames(styles.notices, styles.urgent)} aria-label="Paused automated orders">
      {paused.map((pause) => (
        <Paused key={pause.id} pause={pause} />
      ))}
    </section>
  )
}

function Paused({ pause }: { readonly pause: AutomationPause }): ReactNode {
  const call = useCall()
  const [text, setWord] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  const resume = (event: FormEvent): void => {
    event.preventDefault()
    call('resumeHeld', { id: pause.id, confirmation: text.trim() }).catch((error: unknown) =>
      setFailed(errorText(error)),
    )
  }
  return (
    <Banner
      tone="error"
      action={
        <form className={styles.answers} onSubmit={resume}>
          <label className={styles.word}>
            Type {RESUME_CONFIRMATION}
            <input
              type="text"
              value={text}
              maxLength={40}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => {
                setWord(currentTarget.value)
                setFailed(null)
              }}
            />
          </label>
          <Button type="submit" size="small" variant="danger" disabled={text.trim() !== RESUME_CONFIRMATION}>
            Continue
          </Button>
        </form>
      }
    >
      {pauseText(pause)}
      {failed !== null && <strong> {failed}</strong>}
    </Banner>
  )
}
