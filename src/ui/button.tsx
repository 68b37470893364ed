/** Buttons. Buy and sell are solid and state their action as text; quiet is the default; danger marks destructive actions. */
import {
  type ButtonHTMLAttributes,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useContext,
} from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

/** Whether Tab reaches the buttons inside: in a table only those of the current row. */
const TabStopsContext = createContext(true)
export const TabStops = TabStopsContext.Provider
/** Whether Tab reaches a control here. */
export const useIsStop = (): boolean => useContext(TabStopsContext)

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'quiet' | 'buy' | 'sell' | 'danger' | 'bare' | 'primary'
  readonly size?: 'normal' | 'small'
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ variant = 'quiet', size = 'normal', className, type, ...rest }: ButtonProps): ReactNode {
  const isStop = useContext(TabStopsContext)
  return (
    <button
      type={type ?? 'button'}
      tabIndex={isStop ? undefined : -1}
      className={classNames(styles.button, styles[variant], size === 'small' && styles.small, className)}
      {...rest}
    />
  )
}

/** For `onKeyDown` of a button that sends: a held key counts once. */
export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
