/** Arms and disarms one-click of the panel; what is left of the time is a bar that shrinks. */
import type { CSSProperties, ReactNode } from 'react'
import { Button } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import type { OneClick } from './use-one-click.ts'

export function OneClickButton({ oneClick }: { oneClick: OneClick }): ReactNode {
  const { left, arm, disarm } = oneClick
  if (left === null) {
    return (
      <Button size="small" title={MESSAGES.armTitle} onClick={arm}>
        {MESSAGES.armOneClick}
      </Button>
    )
  }
  return (
    <Button
      size="small"
      variant="danger"
      className={styles.armed}
      style={{ '--left': left.share } as CSSProperties}
      title={MESSAGES.disarmTitle}
      onClick={disarm}
    >
      {MESSAGES.armed(left.words)}
    </Button>
  )
}
