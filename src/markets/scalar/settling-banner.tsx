/** The calm line for panels that a settlement concerns; nothing while the bucket trades. */
import type { ReactNode } from 'react'
import { useTopic } from '../../market-data/index.ts'
import { Banner } from '../../ui/index.ts'
import { PHASE_WORDS, pauseWordsShort } from './bucket-labels.ts'

export function SettlingBanner(): ReactNode {
  const bucket = useTopic({ kind: 'bucket' })
  const words = bucket === undefined ? null : pauseWordsShort(bucket)
  if (bucket === undefined || words === null) return null
  return <Banner title={PHASE_WORDS[bucket.phase]}>{words}</Banner>
}
