/** The bucket strip: a scalar market's bucket at a glance, in one line, with its link and market. */
export { BucketPanel } from './bucket-panel.tsx'
