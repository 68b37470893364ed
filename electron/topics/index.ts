/** What windows are pushed: topics, those who own one, and the publisher that sends a batch a frame. */
export { type DeploymentNotices, Notices } from './notices.ts'
export { Pacer } from './pacer.ts'
export { createPublisher, type Publisher } from './publisher.ts'
export { joinedTopics, topicOf } from './topic-of.ts'
export type { TopicChange, TopicSource } from './topic-source.ts'
export { ValueTopic } from './value-topic.ts'
export { VersionedRows } from './versioned-rows.ts'
