/** Buttons. Buy and sell are solid and say what they do in words; quiet is the common one; danger takes something away. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'quiet' | 'buy' | 'sell' | 'danger' | 'bare' | 'primary'
  readonly size?: 'normal' | 'small'
}

export function Button({ variant = 'quiet', size = 'normal', className, type, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type={type ?? 'button'}
      className={classNames(styles.button, styles[variant], size === 'small' && styles.small, className)}
      {...rest}
    />
  )
}
