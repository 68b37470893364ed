/** Connecting to a deployment: its address is typed, the service is probed and shown, and only then added, as found. */

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import type { ConnectNetwork, ProfileFileFound, ServiceFound } from '../../contract/connect.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { type Command, useCommands } from '../commands/index.ts'
import { Banner, Button, Dialog } from '../ui/index.ts'
import { layoutSaved } from '../workspace/index.ts'
import styles from './connect.module.css'
import { ConnectForm, type FormState } from './connect-form.tsx'
import { FoundService } from './found-service.tsx'
import { fieldOf } from './found-text.ts'

interface DialogState {
  readonly isOpen: boolean
  /** A pasted profile, which prefills the form. */
  readonly profile: ProfileFileFound | null
}

const useStore = create<DialogState>(() => ({ isOpen: false, profile: null }))

/** Opens the dialog that probes and adds a service. */
export const askToConnect = (profile: ProfileFileFound | null = null): void =>
  useStore.setState({ isOpen: true, profile })

const dropConnect = (): void => useStore.setState({ isOpen: false, profile: null })

/** The command that opens the dialog. */
export const connectCommand = (run: () => void): Command => ({
  id: 'deployment/connect',
  title: COMMON.connect,
  scope: 'app',
  aliases: ['add', 'service', 'network', 'mainnet', 'testnet', 'host', 'url', 'profile', 'live'],
  menu: { menu: 'View', section: 'Find', label: COMMON.connectMore },
  run,
})

/** Registers the command, and shows the dialog while it is open. */
export function Connect(): ReactNode {
  useCommands(useMemo(() => [connectCommand(() => askToConnect())], []))
  return useStore(({ isOpen }) => isOpen) ? <ConnectDialog /> : null
}

/** `form`: being typed, or probing. `found`: shown, and may be added. `added`: it is among the deployments. */
type Step =
  | { readonly at: 'form' }
  | { readonly at: 'found'; readonly found: ServiceFound; readonly error: string | null }
  | { readonly at: 'added'; readonly name: string; readonly error: string | null }

const EMPTY: FormState = { address: '', network: null, name: '', file: null, error: null }

function ConnectDialog(): ReactNode {
  const call = useCall()
  const pasted = useStore(({ profile }) => profile)
  const [form, setForm] = useState<FormState>(pasted === null ? EMPTY : withFile(EMPTY, pasted))
  const [step, setStep] = useState<Step>({ at: 'form' })
  const [busy, setBusy] = useState<'looking' | 'acting' | null>(null)
  /** Only the answer to the last probe is shown. */
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current += 1
      call('cancelLook', {}).catch(() => undefined)
    },
    [call],
  )

  function look(): void {
    const { address, network, name, file } = form
    if (busy !== null) return
    if (network === null) {
      const text = 'Choose the network. The venue’s operator publishes it.'
      setForm({ ...form, error: { text, field: 'network' } })
      return
    }
    turn.current += 1
    const mine = turn.current
    setBusy('looking')
    setForm({ ...form, error: null })
    call('lookAtService', { address, network, name, file: file?.id ?? null })
      .then(
        (found) => mine === turn.current && setStep({ at: 'found', found, error: null }),
        (error: unknown) => mine === turn.current && setForm({ ...form, error: errorOf(error) }),
      )
      .finally(() => mine === turn.current && setBusy(null))
  }

  function giveUp(): void {
    turn.current += 1
    setBusy(null)
    call('cancelLook', {}).catch(() => undefined)
  }

  /** One at a time. */
  const acting = (run: () => Promise<unknown>): void => {
    if (busy !== null) return
    setBusy('acting')
    void run().finally(() => setBusy(null))
  }
  const chooseFile = (): void =>
    acting(() =>
      call('chooseProfileFile', {}).then(
        (file) => {
          if (file === null) return
          setStep({ at: 'form' })
          setForm(withFile(form, file))
        },
        (error: unknown) => {
          setStep({ at: 'form' })
          setForm({ ...form, file: null, error: errorOf(error) })
        },
      ),
    )
  const add = (found: ServiceFound): void =>
    acting(() =>
      call('addFoundService', { id: found.id }).then(
        ({ name }) => setStep({ at: 'added', name, error: null }),
        (error: unknown) => setStep({ at: 'found', found, error: errorText(error) }),
      ),
    )
  const use = (name: string): void =>
    acting(() =>
      // The page is gone with the answer.
      layoutSaved()
        .then(() => call('chooseProfile', { name }))
        .catch((error: unknown) => setStep({ at: 'added', name, error: errorText(error) })),
    )

  switch (step.at) {
    case 'form':
      return (
        <Dialog
          title={COMMON.connect}
          isWide
          onClose={dropConnect}
          onSubmit={look}
          actions={<Button onClick={dropConnect}>Close</Button>}
        >
          <ConnectForm
            form={form}
            isLooking={busy === 'looking'}
            isBusy={busy !== null}
            onChange={(change) => setForm({ ...form, error: null, ...change })}
            onChooseFile={chooseFile}
            onGiveUp={giveUp}
          />
        </Dialog>
      )
    case 'found':
      return (
        <Dialog
          title={`Add ${step.found.name}?`}
          isWide
          onClose={dropConnect}
          actions={
            <>
              <Button disabled={busy !== null} onClick={() => setStep({ at: 'form' })}>
                Back
              </Button>
              <Button variant="primary" disabled={busy !== null} onClick={() => add(step.found)}>
                Add deployment
              </Button>
            </>
          }
        >
          <FoundService found={step.found} error={step.error} isBusy={busy !== null} onChooseFile={chooseFile} />
        </Dialog>
      )
    case 'added':
      return (
        <Dialog
          title={`${step.name} was added`}
          onClose={dropConnect}
          actions={
            <>
              <Button disabled={busy !== null} onClick={dropConnect}>
                Stay here
              </Button>
              <Button variant="primary" disabled={busy !== null} onClick={() => use(step.name)}>
                Use it in this window
              </Button>
            </>
          }
        >
          <ServiceAdded name={step.name} error={step.error} />
        </Dialog>
      )
  }
}

const errorOf = (error: unknown): FormState['error'] => ({
  text: errorText(error),
  field: fieldOf(error instanceof TerminalFailure ? error.about : null),
})

/** The file's values replace typed ones, as it is for one service alone. */
const withFile = (form: FormState, file: ProfileFileFound): FormState => ({
  ...{ address: file.url, network: file.network as ConnectNetwork, error: null, file },
  name: form.name.trim() === '' ? file.name : form.name,
})

/** Reports that a service was added, and the next steps. */
function ServiceAdded({ name, error }: { readonly name: string; readonly error: string | null }): ReactNode {
  return (
    <>
      <p className={styles.prose}>
        Not signed in there yet. When this window is on {name}, import your access token in Account. The window reopens
        with the same layout; drafts stay with the current deployment.
      </p>
      {error !== null && <Banner tone="error">{error}</Banner>}
    </>
  )
}
