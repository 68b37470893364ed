/** Asks before another leverage is signed for a position that is held: its margin, liquidation and worst case before and after. */
import { type ReactNode, useState } from 'react'
import type { Position } from '../../../contract/account.ts'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import type { LeverageChange } from '../../markets/scalar/index.ts'
import { EstimateTable } from '../../orders/index.ts'
import { Banner, Button, Dialog } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'

interface LeverageDialogProps {
  readonly asset: string
  readonly position: Position
  readonly present: number
  readonly to: number
  readonly change: LeverageChange
  /** Why it cannot be signed now; null where it can. */
  readonly impossible: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function LeverageDialog(props: LeverageDialogProps): ReactNode {
  const { asset, position, present, to, change, impossible, onConfirm, onClose } = props
  const [seen, setSeen] = useState(position)
  const isSame = seen.size === position.size && seen.entryPx === position.entryPx && seen.margin === position.margin
  const way = signOf(position.size) > 0 ? 'long' : 'short'
  return (
    <Dialog
      title={MESSAGES.changeLeverage(asset, present, to)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={impossible !== null}
            onClick={() => {
              // What was looked at is what is changed: a position that moved on meanwhile is shown first.
              if (isSame) onConfirm()
              else setSeen(position)
            }}
          >
            {isSame ? `Set ${to}×` : `The position changed: look again, then set ${to}×`}
          </Button>
        </>
      }
    >
      <p>
        It holds {way} {grouped(trimZeros(absolute(position.size)))}. The change is signed and sent once you set it, and
        moves its margin at once; resting orders reserve by it too.
      </p>
      <EstimateTable
        label="Before and after"
        corner="Position"
        rows={change.rows}
        columns={[
          { id: 'now', head: `Now, ${present}×`, tone: null, figures: change.now },
          { id: 'after', head: `At ${to}×`, tone: null, figures: change.after },
        ]}
        marksDifferences
      />
      {(impossible ?? change.warning) !== null && <Banner tone="warning">{impossible ?? change.warning}</Banner>}
    </Dialog>
  )
}
