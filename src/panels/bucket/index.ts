/** The bucket strip, and the banner for panels that a settlement concerns. */

export { pauseWords } from '../../markets/scalar/bucket-labels.ts'
export { SettlingBanner } from '../../markets/scalar/settling-banner.tsx'
export { BucketPanel } from './bucket-panel.tsx'
