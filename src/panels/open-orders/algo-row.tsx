/** What is pressed in the row of a scale or slices: pause, going on once it was shown what that does, and stop. */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type AlgoView, isAlgoFinal } from '../../../contract/algo.ts'
import { sizeOfAll } from '../../../contract/scale.ts'
import { algoTitle, goesOnButton, goesOnText, restsOf } from '../../algo/index.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { Button, DetailRow, Menu } from '../../ui/index.ts'
import { useAskedOfRow } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './open-orders.module.css'

interface Props {
  readonly row: { readonly one: AlgoView }
}

interface RowState {
  /** Why the last press came to nothing. */
  readonly words: string | null
  /** Whether what it would do if it went on is shown, and waits for a yes. */
  readonly asks: boolean
  readonly say: (state: { readonly words?: string; readonly asks?: boolean }) => void
}
const RowContext = createContext<RowState>({ words: null, asks: false, say: () => undefined })

export function RowProvider({ row, children }: Props & { readonly children: ReactNode }): ReactNode {
  const [{ words, asks }, set] = useState<{ words: string | null; asks: boolean }>({ words: null, asks: false })
  const isAsking = asks && row.one.state === 'paused'
  const say: RowState['say'] = (next) => set({ words: next.words ?? null, asks: next.asks ?? false })
  useAskedOfRow('go-on', row.one.id, () => say({ asks: true }))
  return <RowContext value={{ words, asks: isAsking, say }}>{children}</RowContext>
}

/** What it would do if it went on, and the press that has it do so. */
function GoesOn({ row: { one } }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(RowContext)
  // As it was when it was asked for: where it would be more by now, main refuses it.
  const [shown] = useState(one)
  const { id, goesOn } = shown
  const group = useRef<HTMLDivElement>(null)
  // It may lie below the end of a low panel. The group, not its button: a key that is still down presses nothing.
  useEffect(() => group.current?.focus(), [])
  const goOn = (): void => {
    call('goOnAlgo', { id, most: goesOn === null ? null : sizeOfAll(goesOn) }).then(
      () => say({}),
      (error: unknown) => say({ words: wordsOf(error) }),
    )
  }
  return (
    <DetailRow>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the row's line. */}
      <div
        ref={group}
        tabIndex={-1}
        className={styles.goesOn}
        role="group"
        aria-label={`What ${algoTitle(one)} does if it goes on`}
      >
        <span>{goesOnText(shown)}</span>
        <Button size="small" variant="primary" onClick={goOn}>
          {goesOnButton(shown)}
        </Button>
        <Button size="small" onClick={() => say({})}>
          Back
        </Button>
      </div>
    </DetailRow>
  )
}

export function Detail({ row }: Props): ReactNode {
  const { words, asks } = useContext(RowContext)
  if (asks) return <GoesOn row={row} />
  if (words === null) return null
  return (
    <DetailRow role="alert">
      <span className={styles.down}>{words}</span>
    </DetailRow>
  )
}

export function Buttons({ row: { one } }: Props): ReactNode {
  const call = useCall()
  const { say } = useContext(RowContext)
  const { id, state, resting } = one
  // A menu that is open must not close because its order was canceled meanwhile.
  const [isOpen, setOpen] = useState(false)
  const isMenu = restsOf(one) || isOpen
  if (isAlgoFinal(state)) return null
  const name = algoTitle(one)
  const answered = (work: Promise<unknown>): void => {
    work.then(
      () => say({}),
      (error: unknown) => say({ words: wordsOf(error) }),
    )
  }
  const stop = (cancel: boolean): void => answered(call('stopAlgo', { id, cancel }))
  return (
    <span className={styles.algoButtons}>
      {state === 'working' && (
        <Button size="small" aria-label={`Pause ${name}`} onClick={() => answered(call('pauseAlgo', { id }))}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="small" aria-label={`Have ${name} go on`} onClick={() => say({ asks: true })}>
          {MESSAGES.goesOn}
        </Button>
      )}
      {isMenu && state !== 'stopping' ? (
        <Menu
          label={MESSAGES.stop(name)}
          onOpenChange={setOpen}
          entries={[
            { id: 'cancel', label: `${MESSAGES.stopAndCancel} (${resting.orders})`, onAction: () => stop(true) },
            { id: 'leave', label: `${MESSAGES.stopAndLeave} (${resting.orders})`, onAction: () => stop(false) },
          ]}
        >
          Stop
        </Menu>
      ) : (
        <Button
          size="small"
          aria-label={MESSAGES.stop(name)}
          disabled={state === 'stopping'}
          // What is on its way may come to rest meanwhile.
          onClick={() => stop(true)}
        >
          Stop
        </Button>
      )}
    </span>
  )
}
