import type { Task } from './task.ts'

/** Runs a subtask and maps its progress to the range `from` to `to` of the whole. */
export function* partOf<Result>(task: Task<Result>, from: number, to: number): Task<Result> {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    yield from + step.value * (to - from)
  }
}
