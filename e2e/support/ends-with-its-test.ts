/** Loaded before a program that a test starts: it exits together with the test's process, for any reason, and leaves no window behind. */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
