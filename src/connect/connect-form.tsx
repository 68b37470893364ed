/** The inputs of a probe: address, network, the service's local name, and an optional profile file. */

import type { ReactNode } from 'react'
import {
  CONNECT_NETWORKS,
  type ConnectNetwork,
  LONGEST_ADDRESS,
  type ProfileFileFound,
} from '../../contract/connect.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { Button, Segmented, TextField } from '../ui/index.ts'
import styles from './connect.module.css'
import { type FormField, NETWORK_LABELS } from './found-text.ts'

export interface FormState {
  readonly address: string
  readonly network: ConnectNetwork | null
  readonly name: string
  readonly file: ProfileFileFound | null
  /** Why the last probe failed, and at which field; null for the form as a whole. */
  readonly error: { readonly text: string; readonly field: FormField | null } | null
}

interface ConnectFormProps {
  readonly form: FormState
  readonly isLooking: boolean
  readonly isBusy: boolean
  readonly onChange: (change: Partial<FormState>) => void
  readonly onChooseFile: () => void
  readonly onGiveUp: () => void
}

const NETWORKS = CONNECT_NETWORKS.map((value) => ({ value, label: NETWORK_LABELS[value] }))

const NETWORK_NOTES: Readonly<Record<ConnectNetwork, string>> = {
  mainnet: 'Real money. The venue’s operator publishes the network; it determines where your signatures are valid.',
  testnet: 'Test money. The venue’s operator publishes the network; it determines where your signatures are valid.',
  practice: 'Play money, on a practice venue on this computer.',
}
const NO_NETWORK = 'The venue’s operator publishes the network; it determines where your signatures are valid.'

export function ConnectForm(props: ConnectFormProps): ReactNode {
  const { form, isLooking, isBusy, onChange, onChooseFile, onGiveUp } = props
  const { address, network, name, file, error } = form
  const at = (field: FormField | null): string | null => (error?.field === field ? error.text : null)
  return (
    <>
      <p className={styles.prose}>
        Isotherm checks what the venue offers, without your token. Nothing is saved until you add it.
      </p>
      <TextField
        label="Address"
        value={address}
        placeholder="https://api.example.com"
        maxLength={LONGEST_ADDRESS}
        autoFocus
        readOnly={isLooking}
        error={at('address')}
        onChange={(text) => onChange({ address: text })}
      />
      <div className={styles.columns}>
        <div className={styles.field}>
          <span className={styles.label}>Network</span>
          <Segmented
            label="Network"
            options={NETWORKS}
            value={network}
            disabled={isLooking}
            onChange={(value) => onChange({ network: value })}
          />
          {at('network') === null ? (
            <p className={styles.note}>{network === null ? NO_NETWORK : NETWORK_NOTES[network]}</p>
          ) : (
            <p className={styles.error} role="alert">
              {at('network')}
            </p>
          )}
        </div>
        <TextField
          label="Name in this terminal"
          value={name}
          placeholder="Host name by default"
          maxLength={40}
          readOnly={isLooking}
          error={at('name')}
          onChange={(text) => onChange({ name: text })}
        />
      </div>
      <div className={styles.field}>
        <span className={styles.label}>Profile file</span>
        <div className={styles.row}>
          <Button size="small" disabled={isBusy} onClick={onChooseFile}>
            {COMMON.chooseProfile}
          </Button>
          {file === null ? (
            <span className={styles.note}>Optional. Enables direct orders.</span>
          ) : (
            <>
              <span className={styles.file}>{file.file}</span>
              <Button size="small" variant="bare" disabled={isBusy} onClick={() => onChange({ file: null })}>
                Remove
              </Button>
            </>
          )}
        </div>
        {at('file') !== null && (
          <p className={styles.error} role="alert">
            {at('file')}
          </p>
        )}
      </div>
      <div className={styles.row}>
        <Button type="submit" variant="primary" disabled={isBusy || address.trim() === ''}>
          {isLooking ? 'Checking…' : 'Check'}
        </Button>
        {isLooking && <Button onClick={onGiveUp}>Cancel</Button>}
        <p className={error?.field === null ? styles.error : styles.note} role="status">
          {isLooking ? 'Checking, up to 15 s.' : at(null)}
        </p>
      </div>
    </>
  )
}
