import { readFileSync } from 'node:fs'

/** The pid of one of the server's processes, from the supervisor's children; Linux only. */
export function childPid(supervisorPid: number, name: 'gateway' | 'console' | 'models'): number {
  const children = readFileSync(`/proc/${supervisorPid}/task/${supervisorPid}/children`, 'utf8')
    .trim()
    .split(' ')
  const found = children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`bin/${name}.ts`))
  if (found === undefined) throw new Error(`The supervisor ${supervisorPid} has no child ${name}`)
  return Number(found)
}

/** True while a process with this number exists. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
