import type { Task } from '#components/embeddings/model/analysis/task.ts'

/** Runs a task to its end, and checks that progress never exceeds 1. */
export function drain<Result>(task: Task<Result>): Result {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    if (!(step.value >= 0 && step.value <= 1)) throw new Error(`Progress of ${step.value}.`)
  }
}
