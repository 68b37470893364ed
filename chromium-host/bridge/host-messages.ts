/** What a page's isolated world and the host say to each other, as JSON text. */

/** What a page's isolated world says to the host. */
export type PageMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'open-window'; readonly url: string }
  | { readonly kind: 'navigation-refused'; readonly url: string }
  | { readonly kind: 'window'; readonly what: 'focus' | 'blur' | 'resize' | 'visibility' }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string }

/** What the host says to a page's isolated world. */
export type HostMessage =
  | { readonly kind: 'message'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
