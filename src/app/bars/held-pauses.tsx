/** Held work that was paused because its orders filled too fast: said under the top bar until the trader types the word. */

import { type FormEvent, type ReactNode, useState } from 'react'
import { type HeldPause, pauseText, RESUME_WORD } from '../../../contract/action.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Banner, Button, classNames } from '../../ui/index.ts'
import styles from './notices.module.css'

export function HeldPauses(): ReactNode {
  const paused = useTopic({ kind: 'held_pauses' }) ?? []
  if (paused.length === 0) return null
  return (
    <section className={classNames(styles.notices, styles.urgent)} aria-label="Held work that is paused">
      {paused.map((pause) => (
        <Paused key={pause.id} pause={pause} />
      ))}
    </section>
  )
}

function Paused({ pause }: { readonly pause: HeldPause }): ReactNode {
  const call = useCall()
  const [word, setWord] = useState('')
  const [failed, setFailed] = useState<string | null>(null)
  const resume = (event: FormEvent): void => {
    event.preventDefault()
    call('resumeHeld', { id: pause.id, word: word.trim() }).catch((error: unknown) => setFailed(wordsOf(error)))
  }
  return (
    <Banner
      tone="error"
      action={
        <form className={styles.answers} onSubmit={resume}>
          <label className={styles.word}>
            Type {RESUME_WORD}
            <input
              type="text"
              value={word}
              maxLength={40}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => {
                setWord(currentTarget.value)
                setFailed(null)
              }}
            />
          </label>
          <Button type="submit" size="small" variant="danger" disabled={word.trim() !== RESUME_WORD}>
            Go on
          </Button>
        </form>
      }
    >
      {pauseText(pause)}
      {failed !== null && <strong> {failed}</strong>}
    </Banner>
  )
}
