/** The few drawings of the window's bar. All decorative: words or labels stand beside them. */
import type { ReactNode } from 'react'

/** Three isotherms. */
export const LogoMark = (): ReactNode => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    aria-hidden="true"
    fill="none"
    strokeWidth="1.6"
    strokeLinecap="round"
  >
    <path d="M2 6.2c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" />
    <path d="M2 10.4c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" opacity="0.75" />
    <path d="M2 14.6c3-3.6 5 .9 8-1.2 2.2-1.5 3.6-1.9 6-.9" stroke="var(--accent)" opacity="0.5" />
  </svg>
)

export const SunIcon = (): ReactNode => (
  <svg
    width="13"
    height="13"
    viewBox="0 0 14 14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.3"
  >
    <circle cx="7" cy="7" r="2.6" />
    <path d="M7 .8v1.6M7 11.6v1.6M.8 7h1.6M11.6 7h1.6M2.6 2.6l1.1 1.1M10.3 10.3l1.1 1.1M2.6 11.4l1.1-1.1M10.3 3.7l1.1-1.1" />
  </svg>
)

export const MoonIcon = (): ReactNode => (
  <svg
    width="13"
    height="13"
    viewBox="0 0 14 14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.3"
  >
    <path d="M11.8 8.6A5.2 5.2 0 0 1 5.4 2.2a5.2 5.2 0 1 0 6.4 6.4Z" strokeLinejoin="round" />
  </svg>
)

export const WindowIcon = (): ReactNode => (
  <svg
    width="13"
    height="13"
    viewBox="0 0 14 14"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.3"
  >
    <rect x="1.5" y="3.5" width="8.5" height="8" rx="1.2" />
    <path d="M4.5 1.5h6.8c.7 0 1.2.5 1.2 1.2V9" strokeLinecap="round" />
  </svg>
)
