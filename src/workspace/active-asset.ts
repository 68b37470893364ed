/** Which asset the workspace is about: the live one, only ever what the service says, kept through the gap of a settlement. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { useTopicValue } from '../market-data/index.ts'

const useLastLive = create<{ readonly asset: string | null }>()(() => ({ asset: null }))

/** The live asset; during a settlement the one that settles; before any, the next; null until the bucket is known. */
export function useActiveAsset(): string | null {
  const live = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.current?.asset ?? null) ?? null
  const next = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.next?.asset ?? null) ?? null
  const last = useLastLive((state) => state.asset)
  useEffect(() => {
    if (live !== null) useLastLive.setState({ asset: live })
  }, [live])
  return live ?? last ?? next
}
