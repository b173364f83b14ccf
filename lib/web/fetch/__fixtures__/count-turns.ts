/** Number of event loop turns that other work got during a task. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let turning: NodeJS.Immediate | null = null
  const turn = (): void => {
    turns++
    turning = setImmediate(turn)
  }
  turn()
  try {
    await work()
  } finally {
    if (turning !== null) clearImmediate(turning)
  }
  return turns
}
