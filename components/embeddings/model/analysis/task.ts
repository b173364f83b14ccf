/**
 * A long computation that can be paused: it yields its progress (0 to 1) every few milliseconds, and returns
 * its result. Its runner can handle messages, show progress or abort in between.
 */
export type Task<Result> = Generator<number, Result, void>
