/** The states of a read that the deployment may lack: on its way, failed, not there, told. */
import type { ReactNode } from 'react'
import type { Told } from '../../../contract/referrals.ts'
import { Banner, Button, Skeleton } from '../../ui/index.ts'
import styles from './account.module.css'

interface ToldReadProps<Value> {
  readonly read: {
    readonly data: Told<Value> | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** What it is, as a sentence begins with it: `The tree`. */
  readonly what: string
  readonly children: (value: Value) => ReactNode
}

export function ToldRead<Value>({ read, what, children }: ToldReadProps<Value>): ReactNode {
  const { data, error } = read
  const again = (
    <Button size="small" aria-label={`Ask again: ${what}`} onClick={() => void read.refetch()}>
      Ask again
    </Button>
  )
  if (data === undefined && error === null) return <Skeleton rows={2} label={`Loading: ${what}`} />
  return (
    <>
      {error !== null && (
        <Banner tone="warning" title={`${what} could not be read.`} action={again}>
          {error.message}
        </Banner>
      )}
      {data?.state === 'absent' && (
        <p className={styles.detail}>
          {what}: this deployment has none for this sign-in: {data.reason} {again}
        </p>
      )}
      {data?.state === 'told' && children(data.value)}
    </>
  )
}
