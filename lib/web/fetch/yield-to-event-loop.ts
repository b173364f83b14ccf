const waiting: (() => void)[] = []
let armed = false

/**
 * Yields to the event loop, one caller per turn: code that reads websites calls it before each small piece, so
 * that other work waits for one piece at most, however many sites are read at once.
 */
export function yieldToEventLoop(): Promise<void> {
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
