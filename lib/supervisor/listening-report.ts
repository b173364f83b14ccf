/** How a process tells its supervisor that it has its port: an answer on the port may come from another program. */
import type { ChildProcess } from 'node:child_process'

const report = 'sextant:listening'

/** Called by the child; does nothing without a supervisor. */
export function reportListening(): void {
  process.send?.(report)
}

/** Resolves once the child has reported; never when it ends before. */
export function awaitListening(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.on('message', message => {
      if (message === report) resolve()
    })
  })
}
