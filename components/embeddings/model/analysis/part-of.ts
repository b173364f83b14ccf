import type { Task } from './task.ts'

/** Runs a part of a task and reports its progress as a stretch (`from` to `to`) of the whole's. */
export function* partOf<Result>(task: Task<Result>, from: number, to: number): Task<Result> {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    yield from + step.value * (to - from)
  }
}
