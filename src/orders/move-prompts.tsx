/** Moves that were canceled and not replaced: said until the trader has what is left placed, or leaves it. */
import { type ReactNode, useState } from 'react'
import { trimZeros } from '../../contract/decimal.ts'
import { leftToPlace, type MoveView } from '../../contract/move.ts'
import { useTopic } from '../market-data/index.ts'
import { useAssets } from '../queries/index.ts'
import { joined } from '../trade-forms/index.ts'
import { Banner, Button } from '../ui/index.ts'
import { moveParts } from './move-labels.ts'
import styles from './order-cells.module.css'
import { useMoveOrder } from './use-move-order.ts'

/** One for each, newest first. */
export function MovePrompts(): ReactNode {
  const moves = useTopic({ kind: 'moves' }) ?? []
  return moves.filter(({ state }) => state === 'not_replaced').map((move) => <MovePrompt key={move.id} move={move} />)
}

function MovePrompt({ move }: { readonly move: MoveView }): ReactNode {
  const { retry, leave } = useMoveOrder()
  const assets = useAssets()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { id, size, filled, order, price, message } = move
  const left = trimZeros(leftToPlace(size, filled ?? order.filled))
  const answer = async (work: typeof retry): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const refusal = await work(id)
    setBusy(false)
    setFailure(refusal?.message ?? null)
  }
  return (
    <Banner
      tone="error"
      title="Canceled, not replaced."
      action={
        <span className={styles.answers}>
          <Button size="small" variant="primary" disabled={busy} onClick={() => void answer(retry)}>
            Place {left} at {trimZeros(price)}
          </Button>
          <Button size="small" disabled={busy} onClick={() => void answer(leave)}>
            Leave it
          </Button>
        </span>
      }
    >
      {joined(moveParts(move, assets))}. {message} {failure !== null && <span role="alert">{failure}</span>}
    </Banner>
  )
}
