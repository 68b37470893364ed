/** The dialog of this window's open question about workspaces. */
import { type ReactNode, useState } from 'react'
import { freeName, LONGEST_NAME } from '../../../contract/workspace-names.ts'
import { errorText } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { Banner, Button, Dialog, TextField } from '../../ui/index.ts'
import { ExportDialog } from '../export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ask, closeQuestion, type Question, savedCurrent, useQuestion, useWorkspaceActions } from './use-workspaces.ts'

interface Sending {
  readonly busy: boolean
  /** Why it failed, or cannot be sent; null otherwise. */
  readonly error: string | null
  readonly setError: (error: string | null) => void
  /** Runs what the trader answered, one at a time; closes the dialog once it is done. */
  readonly send: (run: () => Promise<unknown>) => void
}

function useSending(onClose: () => void): Sending {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = (run: () => Promise<unknown>): void => {
    if (busy) return
    setBusy(true)
    run().then(onClose, (failed: unknown) => {
      setBusy(false)
      setError(errorText(failed))
    })
  }
  return { busy, error, setError, send }
}

interface AskDialogProps {
  readonly title: string
  readonly text: string
  /** On the button. */
  readonly action: string
  readonly onClose: () => void
}

interface NameDialogProps extends AskDialogProps {
  readonly initial: string
  /** Carries it out under the name; a rejection is shown at the field. */
  readonly onName: (name: string) => Promise<unknown>
}

/** Asks for the name of a workspace: to save under, to rename to, of a duplicate. */
function NameDialog({ title, text: message, initial, action, onName, onClose }: NameDialogProps): ReactNode {
  const [name, setName] = useState(initial)
  const { busy, error, setError, send } = useSending(onClose)
  const submit = (): void => {
    if (busy) return
    if (name.trim() === '') setError('A workspace needs a name.')
    else send(() => onName(name.trim()))
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <TextField
        label="Name"
        value={name}
        maxLength={LONGEST_NAME}
        autoFocus
        error={error}
        onChange={(text) => {
          setName(text)
          setError(null)
        }}
      />
    </Dialog>
  )
}

interface ConfirmDialogProps extends AskDialogProps {
  readonly onConfirm: () => Promise<unknown>
  /** An alternative, placed before the confirming button. */
  readonly other?: ReactNode
}

export function WorkspaceQuestions(): ReactNode {
  const question = useQuestion()
  return question === null ? null : <QuestionDialog question={question} />
}

function QuestionDialog({ question }: { question: Question }): ReactNode {
  const actions = useWorkspaceActions()
  const view = useTopic({ kind: 'workspaces' })
  const taken = view?.list.map(({ name }) => name) ?? []
  const saved = view === undefined ? null : savedCurrent(view)
  const onClose = closeQuestion
  switch (question.kind) {
    case 'save-as': {
      const { next } = question
      return (
        <NameDialog
          title="Save workspace"
          text="All windows of this deployment, with panels, markets and positions on screen."
          initial={freeName(view?.current?.name ?? 'Workspace', taken)}
          action={next === null ? 'Save' : `Save, then open ${next.name}`}
          onName={async (name) => {
            await actions.saveAs(name)
            if (next !== null) await actions.openAnyway(next)
          }}
          onClose={onClose}
        />
      )
    }
    case 'rename':
      return (
        <NameDialog
          title={`Rename ${question.name}`}
          text="Its windows and panels do not change."
          initial={question.name}
          action="Rename"
          onName={(to) => actions.rename(question.name, to)}
          onClose={onClose}
        />
      )
    case 'duplicate':
      return (
        <NameDialog
          title={`Duplicate ${question.name}`}
          text="The copy has the last saved state; open windows do not change."
          initial={freeName(question.name, taken)}
          action="Duplicate"
          onName={(to) => actions.duplicate(question.name, to)}
          onClose={onClose}
        />
      )
    case 'reset':
      return (
        <ConfirmDialog
          title={`Revert ${question.name} to saved?`}
          text="Layout changes since then are lost. Drafts are kept."
          action="Revert"
          onConfirm={actions.reset}
          onClose={onClose}
        />
      )
    case 'leave': {
      const { goal } = question
      return (
        <ConfirmDialog
          title={saved === null ? 'Unsaved layout changes' : `Discard changes to ${saved}?`}
          text="Drafts, orders, stops and alerts are kept either way."
          action={`Open ${goal.name} without saving`}
          onConfirm={() => actions.openAnyway(goal)}
          onClose={onClose}
          other={<Button onClick={() => ask({ kind: 'save-as', next: goal })}>Save as…</Button>}
        />
      )
    }
    case 'export':
      return (
        <ExportDialog
          title={`Export ${question.name}`}
          holds="Windows, panels, markets and options. No keys, tokens, deployments or drafts."
          label="Workspace as text"
          text={question.text}
          onClose={onClose}
        />
      )
    case 'import':
      return <ImportDialog onClose={onClose} />
  }
}

/** Asks for confirmation of an irreversible action on a workspace. */
function ConfirmDialog({ title, text: message, action, onConfirm, onClose, other }: ConfirmDialogProps): ReactNode {
  const { busy, error, send } = useSending(onClose)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {other}
          <Button variant="danger" onClick={() => send(onConfirm)} disabled={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      {error !== null && <Banner tone="error">{error}</Banner>}
    </Dialog>
  )
}
