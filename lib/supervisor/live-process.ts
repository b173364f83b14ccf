import { readFileSync } from 'node:fs'

/**
 * True when the process that wrote `startedAt` still lives.
 * @param startedAt milliseconds since 1970; a process that began later only inherited the number
 */
export function isLive(pid: number, startedAt: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  const beganAt = processStart(pid)
  return beganAt === null || beganAt <= startedAt + clockSlackMs
}

// In a container the same small pid comes back at every start.
function processStart(pid: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)
    const ticks = Number(afterName?.split(' ')[startTimeField])
    const bootSeconds = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    const began = bootSeconds * 1000 + (ticks / ticksPerSecond) * 1000
    return Number.isFinite(began) ? began : null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

// proc(5): field 22, counted here from the third; the kernel reports it in units of 1/100 s on every platform of Node.
const startTimeField = 19
const ticksPerSecond = 100
const clockSlackMs = 5000
