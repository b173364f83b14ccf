/**
 * A long computation that can be paused: it yields the share that is done (0 to 1) between pieces of a few
 * milliseconds, and returns its result. Whoever runs it can answer messages, show progress or give up in between.
 */
export type Task<Result> = Generator<number, Result, void>
