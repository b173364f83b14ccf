/** Forked by `tiny-server.ts`: answers its parent's first message, however late it arrives. */
process.once('message', message => process.send?.(message))
