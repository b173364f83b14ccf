const waiting: (() => void)[] = []
let armed = false

/**
 * Waits for a turn of the event loop that no other piece of this kind of work has: whoever reads websites takes one
 * before each small piece, so that however many sites are read at once, everybody else waits for one piece at most.
 */
export function takeTurn(): Promise<void> {
  return new Promise<void>(resolve => {
    waiting.push(resolve)
    arm()
  })
}

function arm(): void {
  if (armed || waiting.length === 0) return
  armed = true
  setImmediate(() => {
    armed = false
    waiting.shift()?.()
    arm()
  })
}
