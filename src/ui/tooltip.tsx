/** Words that appear when something is hovered or focused. What must be known is never only in a tooltip. */
import { type ReactNode, useRef } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import styles from './tooltip.module.css'

/** `children` is one focusable line of text. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactNode }): ReactNode {
  const ref = useRef<HTMLSpanElement>(null)
  return (
    <TooltipTrigger delay={300} closeDelay={0}>
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the words must be reachable from the keyboard */}
        <span ref={ref} className={styles.anchor} tabIndex={0} role="note">
          {children}
        </span>
      </Focusable>
      <AriaTooltip className={styles.tip ?? ''} offset={6}>
        {words}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
