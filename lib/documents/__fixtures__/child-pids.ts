import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Processes forked by a program, by default this one, to read files. */
export function childPids(of = process.pid): number[] {
  return process.platform === 'linux' ? readProc(of) : askPs(of)
}

/** Whether it is still running; a zombie is not. */
export function isParsing(pid: number): boolean {
  try {
    return isParser(commandLine(pid))
  } catch {
    return false
  }
}

/** Its command line. @throws Error if there is no such process */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
}

/** Minimal systems have no `ps`. */
function readProc(of: number): number[] {
  return readdirSync('/proc').flatMap(name => {
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1]
      const isChild = Number(parent) === of && isParser(commandLine(Number(name)))
      return isChild ? [Number(name)] : []
    } catch {
      // Not a process, or one that has just exited.
      return []
    }
  })
}

function askPs(of: number): number[] {
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return listed.split('\n').flatMap(row => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []
    return Number(parent) === of && isParser(command) ? [Number(pid)] : []
  })
}

function isParser(command: string): boolean {
  return command.includes('pool/child.ts')
}
