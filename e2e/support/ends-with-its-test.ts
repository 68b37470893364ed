/** Loaded before a program that a test starts: it ends when the test's process does, however that one ended, and leaves no window behind. */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
