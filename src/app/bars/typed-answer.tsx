/** A state that ends once the trader types a text: the state, the field, and the button that is enabled by the text. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { errorText } from '../../bridge/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import styles from './waiting.module.css'

interface TypedAnswerProps {
  readonly children: ReactNode
  /** The text to type. */
  readonly expected: string
  /** On the button. */
  readonly verb: string
  /** Rejects with a displayable message. */
  readonly onAnswer: (typed: string) => Promise<unknown>
}

export function TypedAnswer({ children, expected, verb, onAnswer }: TypedAnswerProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const isTyped = typed.trim() === expected
  const send = (): void => {
    onAnswer(typed.trim()).catch((error: unknown) => setFailure(errorText(error)))
  }
  // The dialog around it is a form of its own, which Enter would submit.
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isTyped) send()
  }
  return (
    <Banner
      tone="error"
      action={
        <span className={styles.answers}>
          <label className={styles.typed}>
            Type {expected}
            <input
              type="text"
              value={typed}
              maxLength={60}
              spellCheck={false}
              autoComplete="off"
              onKeyDown={keyDown}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setFailure(null)
              }}
            />
          </label>
          <Button size="small" variant="danger" disabled={!isTyped} onClick={send}>
            {verb}
          </Button>
        </span>
      }
    >
      {children}
      {failure !== null && <strong> {failure}</strong>}
    </Banner>
  )
}
