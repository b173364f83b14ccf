/**
 * Reports from a process to its supervisor that it has opened its port: a response on the port alone could
 * come from another program.
 */
import type { ChildProcess } from 'node:child_process'

const report = 'sextant:listening'

/** Called by the child; does nothing without a supervisor. */
export function reportListening(): void {
  process.send?.(report)
}

/** Resolves when the child reports; never if it exits before. */
export function awaitListening(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.on('message', message => {
      if (message === report) resolve()
    })
  })
}
