/** The bucket calendar: which asset is live when, and in which phase. */
export { type Bucket, type BucketRules, bucketAfter, bucketAt, bucketRules } from './schedule.ts'
