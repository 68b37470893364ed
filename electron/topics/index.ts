/** Data for windows: topics, their owners, and the publisher that sends one batch per frame. */
export { type DeploymentNotices, Notices } from './notices.ts'
export { Pacer } from './pacer.ts'
export { createPublisher, type Publisher } from './publisher.ts'
export { joinedTopics, type TopicChange, type TopicSource, topicOf, ValueTopic } from './topic-source.ts'
export { VersionedRows } from './versioned-rows.ts'
