/** What a page's isolated world and the host say to each other, as JSON text. */

/** A key, a mouse button or a finger that was really pressed: no script of the page can make one. */
export type Press =
  | ({ readonly by: 'key' } & KeyPress)
  | { readonly by: 'mouse'; readonly isUp: boolean; readonly button: number; readonly x: number; readonly y: number }
  | { readonly by: 'touch'; readonly isUp: boolean }

/** As the page's event has them. */
export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly isAutoRepeat: boolean
  readonly isComposing: boolean
  readonly shift: boolean
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly location: number
}

/** What a page's isolated world says to the host. */
export type PageMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'open-window'; readonly url: string }
  | { readonly kind: 'navigation-refused'; readonly url: string }
  | { readonly kind: 'press'; readonly press: Press }
  | { readonly kind: 'window'; readonly what: 'focus' | 'blur' | 'resize' | 'visibility' }
  /** Said on a port of the page's. */
  | { readonly kind: 'port'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }

/** What the host says to a page's isolated world. */
export type HostMessage =
  /** `ports`: the numbers of the ports that come with it. */
  | {
      readonly kind: 'message'
      readonly channel: string
      readonly args: readonly unknown[]
      readonly ports?: readonly number[]
    }
  | { readonly kind: 'port'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'port-closed'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
