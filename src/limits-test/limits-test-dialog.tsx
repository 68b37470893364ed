/** The test over the window: what it does while it runs, and the sheet of what it found, with the ways to keep it. */
import { type ReactNode, useMemo, useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { type LimitsTestSheet, type LimitsTestView, limitsTestText } from '../../contract/limits-test.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useCommands } from '../commands/index.ts'
import { momentText } from '../format/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { Banner, Button, MODAL, Skeleton } from '../ui/index.ts'
import { beginLimitsTest, hideLimitsTest, useShown } from './begin.ts'
import styles from './limits-test.module.css'
import { limitsTestCommand } from './limits-test-command.ts'
import { Rows, Sheet } from './sheet.tsx'

/** Puts the command into the table, and shows the test while it is open. */
export function LimitsTestDialog(): ReactNode {
  const call = useCall()
  const { store } = useMarketData()
  const isOpen = useShown((state) => state.isOpen)
  useCommands(
    useMemo(
      () => [limitsTestCommand(() => beginLimitsTest(call, store.read({ kind: 'limits_test' })?.state === 'running'))],
      [call, store],
    ),
  )
  return isOpen ? <Open /> : null
}

/** By `window.print()`: what is printed is the page itself, under its own policy, and no call to main can print anything else. */
const print = (): void => window.print()

function Open(): ReactNode {
  const call = useCall()
  const view = useTopic({ kind: 'limits_test' })
  const refused = useShown((state) => state.refused)
  const isMine = useShown((state) => state.isMine)
  const [told, setTold] = useState<{ readonly isError: boolean; readonly words: string } | null>(null)
  const isRunning = view?.state === 'running' && refused === null
  const sheet = view?.state === 'done' && refused === null ? view.sheet : null
  const failed = (error: unknown): void => setTold({ isError: true, words: wordsOf(error) })
  const close = (): void => {
    if (isRunning && isMine) call('cancelLimitsTest', {}).catch(() => undefined)
    hideLimitsTest()
  }
  const again = (): void => {
    setTold(null)
    beginLimitsTest(call, isRunning)
  }
  const save = (): void => {
    call('saveLimitsTest', {}).then(({ saved }) => setTold(saved ? { isError: false, words: 'Saved.' } : null), failed)
  }
  const copy = (of: LimitsTestSheet): void => {
    call('copyText', { text: limitsTestText(of, momentText(of.at)) }).then(
      () => setTold({ isError: false, words: 'Copied.' }),
      failed,
    )
  }
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen
      isDismissable={!isRunning}
      onOpenChange={(open) => {
        if (!open) close()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} {...MODAL}>
          <div className={styles.bar}>
            <Heading slot="title" className={styles.title ?? ''}>
              Test my limits
            </Heading>
            <Button onClick={close}>{isRunning && isMine ? 'Cancel' : 'Close'}</Button>
            {!isRunning && <Button onClick={again}>Test again</Button>}
            {sheet !== null && (
              <>
                <Button onClick={() => copy(sheet)}>Copy</Button>
                <Button onClick={print}>Print…</Button>
                <Button variant="primary" onClick={save}>
                  Save…
                </Button>
              </>
            )}
          </div>
          {told !== null && (
            <div className={styles.told}>
              <Banner tone={told.isError ? 'error' : 'info'}>{told.words}</Banner>
            </div>
          )}
          {/* It scrolls, so that the keyboard must reach it. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls and holds nothing to press */}
          <section className={styles.room} aria-label="What was found" tabIndex={0}>
            {refused !== null ? <Banner tone="error">{refused}</Banner> : <State view={view} />}
          </section>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function State({ view }: { readonly view: LimitsTestView | undefined }): ReactNode {
  switch (view?.state) {
    case undefined:
    case 'idle':
      return <Skeleton rows={6} label="Beginning the test" />
    case 'running':
      return <Running view={view} />
    case 'done':
      return <Sheet sheet={view.sheet} />
    case 'cancelled':
      return <p className={styles.words}>The test was cancelled. Nothing of it is kept.</p>
    default:
      return (
        <div className={styles.words}>
          <Banner tone="error" title="The limits could not be tested.">
            {view?.state === 'broken' ? view.why : ''}
          </Banner>
        </div>
      )
  }
}

function Running({ view }: { readonly view: Extract<LimitsTestView, { readonly state: 'running' }> }): ReactNode {
  const { deployment, of, now, rows } = view
  return (
    <div className={styles.running}>
      <p>
        Each limit of {deployment} is tried with one order just inside it and one just outside, on a practice venue that
        is started for this and thrown away. No deployment is touched, and trading goes on.
      </p>
      <progress max={of} value={rows.length} aria-label="Limits tried" />
      <p className={styles.now}>
        {rows.length} of {of} done. Now: {now}
      </p>
      <Rows rows={rows} />
    </div>
  )
}
