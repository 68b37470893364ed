/** The bucket strip, and the banner for panels that a settlement concerns. */
export { BucketPanel } from './bucket-panel.tsx'
